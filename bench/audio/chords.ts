import type { Random } from "./random.ts";

/** Semitones over the root: major, minor, with a seventh, open. */
const CHORDS = [
  [0, 4, 7, 12],
  [0, 3, 7, 12],
  [0, 4, 7, 11],
  [0, 3, 7, 10],
  [0, 7, 12, 19],
] as const;
/** Hz of the lowest root. */
const LOWEST = 65.4;

interface Partial {
  readonly frequency: number;
  readonly level: number;
  /** Seconds in which it comes to its level, and in which it falls to 37 %. */
  readonly attack: number;
  readonly decay: number;
}

/**
 * Partials of a note of a drawn instrument: bowed ones swell and stay, struck ones fall, high partials
 * sooner.
 */
function partialsOf(note: number, random: Random): readonly Partial[] {
  const struck = random.uniform() < 0.5;
  const attack = struck ? 0.004 : 0.03 + 0.3 * random.uniform();
  const decay = struck ? 0.4 + 1.5 * random.uniform() : 3 + 6 * random.uniform();
  const slope = 0.7 + 1.3 * random.uniform();
  const count = Math.min(2 + Math.floor(14 * random.uniform()), Math.floor(7000 / note));
  const detuning = 1 + 0.002 * random.normal();
  return Array.from({ length: count }, (_, i) => ({
    frequency: note * detuning * (i + 1),
    level: (i + 1) ** -slope,
    attack,
    decay: struck ? decay / Math.sqrt(i + 1) : decay,
  }));
}

/** Chords of steady and of decaying tones, each 0.6 to 3.5 s long and ringing on into the next. */
export function chords(length: number, sampleRate: number, random: Random): Float32Array {
  const out = new Float32Array(length);
  const add = ({ frequency, level, attack, decay }: Partial, from: number, held: number) => {
    const phase = 2 * Math.PI * random.uniform();
    const last = Math.min(length, from + Math.ceil(sampleRate * (held + 1)));
    for (let i = from; i < last; i++) {
      const time = (i - from) / sampleRate;
      const ringing = Math.min(1, time / attack) * Math.exp(-time / decay);
      const released = time > held ? Math.exp((held - time) / 0.15) : 1;
      const wave = Math.sin(2 * Math.PI * frequency * time + phase);
      out[i] = out[i]! + level * ringing * released * wave;
    }
  };
  for (let at = 0; at < length;) {
    const held = 0.6 + 2.9 * random.uniform();
    const root = LOWEST * 2 ** (Math.floor(30 * random.uniform()) / 12);
    for (const semitones of CHORDS[Math.floor(CHORDS.length * random.uniform())]!)
      for (const partial of partialsOf(root * 2 ** (semitones / 12), random))
        add(partial, at, held);
    at += Math.ceil(held * sampleRate);
  }
  return out;
}
