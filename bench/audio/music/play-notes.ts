import { createRandom } from "../random.ts";
import {
  channelOf,
  isNote,
  isNoteOn,
  type Midi,
  PERCUSSION_CHANNEL,
  timesOf,
} from "../separation/midi.ts";

/** Amplitudes of the harmonics of a note, and seconds in which it decays to a third. */
const HARMONICS = [1, 0.5, 0.3, 0.15, 0.08] as const;
const DECAY = 0.7;
/** Drums by their notes: Hz of a skin that falls, part of noise, seconds. */
const DRUMS: Readonly<Record<number, readonly [number, number, number]>> = {
  36: [55, 0.05, 0.09],
  38: [190, 0.8, 0.07],
  42: [0, 0.5, 0.02],
};

/**
 * Plays notes by sums of sines and by noise: a sound of its own, for tests that no sound font is there for.
 * @returns mono samples
 */
export function playNotes(midi: Midi, seconds: number, sampleRate: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * sampleRate));
  const random = createRandom(7);
  const times = timesOf(midi);
  const open = new Map<number, readonly [start: number, velocity: number]>();
  for (const [i, event] of midi.events.entries()) {
    if (!isNote(event)) continue;
    const [, key, velocity] = event.bytes as [number, number, number];
    const channel = channelOf(event);
    const time = times[i]!;
    if (channel === PERCUSSION_CHANNEL) {
      if (!isNoteOn(event)) continue;
      const [hertz, noise, length] = DRUMS[key]!;
      const level = (0.35 * velocity) / 127;
      const from = Math.round(time * sampleRate);
      for (let at = 0; at < 6 * length * sampleRate && from + at < out.length; at++) {
        const t = at / sampleRate;
        const skin = Math.sin(2 * Math.PI * hertz * (t + 0.03 * (1 - Math.exp(-t / 0.03))));
        const value = (1 - noise) * skin + noise * 0.5 * random.normal();
        out[from + at] = out[from + at]! + level * value * Math.exp(-t / length);
      }
      continue;
    }
    const id = 128 * channel + key;
    if (isNoteOn(event)) open.set(id, [time, velocity]);
    else if (open.has(id)) {
      const [start, loud] = open.get(id)!;
      open.delete(id);
      addTone(out, { start, end: time, key, level: (0.1 * loud) / 127 }, sampleRate);
    }
  }
  return out;
}

function addTone(
  out: Float32Array,
  tone: {
    readonly start: number;
    readonly end: number;
    readonly key: number;
    readonly level: number;
  },
  sampleRate: number,
): void {
  const hertz = 440 * 2 ** ((tone.key - 69) / 12);
  const from = Math.round(tone.start * sampleRate);
  const last = Math.min(out.length, Math.round((tone.end + 0.05) * sampleRate));
  for (let i = from; i < last; i++) {
    const t = (i - from) / sampleRate;
    const left = (last - i) / sampleRate;
    const shape = Math.min(1, t / 0.005) * Math.min(1, left / 0.05) * Math.exp(-t / DECAY);
    let value = 0;
    for (const [at, amplitude] of HARMONICS.entries()) {
      const own = hertz * (at + 1);
      if (own < 0.45 * sampleRate) value += amplitude * Math.sin(2 * Math.PI * own * t);
    }
    out[i] = out[i]! + tone.level * shape * value;
  }
}
