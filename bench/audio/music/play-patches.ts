import type { Random } from "../random.ts";
import {
  channelOf,
  isNote,
  isNoteOn,
  type Midi,
  PERCUSSION_CHANNEL,
  timesOf,
} from "../separation/midi.ts";

/** A drawn synthesizer: additive for one set, two operators of frequency modulation for the other. */
interface Patch {
  readonly attack: number;
  readonly decay: number;
  readonly slope: number;
  readonly odd: boolean;
  readonly ratio: number;
  readonly index: number;
}

/** Plays notes with drawn sounds; drums are noise and falling tones. */
export function playPatches(
  midi: Midi,
  sampleRate: number,
  random: Random,
  modulated: boolean,
): Float32Array {
  const times = timesOf(midi);
  const out = new Float32Array(Math.ceil((times.at(-1)! + 1) * sampleRate));
  const patches = Array.from({ length: 16 }, (): Patch => ({
    attack: random.uniform() < 0.6 ? 0.004 : 0.02 + 0.1 * random.uniform(),
    decay: random.uniform() < 0.5 ? 0.3 + random.uniform() : 3 + 5 * random.uniform(),
    slope: 0.7 + 1.2 * random.uniform(),
    odd: random.uniform() < 0.25,
    ratio: 1 + Math.floor(3 * random.uniform()),
    index: 0.5 + 3 * random.uniform(),
  }));
  const open = new Map<number, readonly [time: number, velocity: number]>();
  for (const [i, event] of midi.events.entries()) {
    if (!isNote(event)) continue;
    const [, key, velocity] = event.bytes as [number, number, number];
    const channel = channelOf(event);
    const time = times[i]!;
    const id = 128 * channel + key;
    if (channel === PERCUSSION_CHANNEL) {
      if (isNoteOn(event))
        addDrum(
          out,
          { key, from: Math.round(time * sampleRate), level: velocity / 400 },
          sampleRate,
          random,
        );
    } else if (isNoteOn(event)) open.set(id, [time, velocity]);
    else if (open.has(id)) {
      const [start, loud] = open.get(id)!;
      open.delete(id);
      const tone = { start, end: time, key, level: (0.1 * loud) / 127 };
      addTone(out, tone, { patch: patches[channel]!, sampleRate, modulated });
    }
  }
  return out;
}

function addDrum(
  out: Float32Array,
  { key, from, level }: { readonly key: number; readonly from: number; readonly level: number },
  sampleRate: number,
  random: Random,
): void {
  const [hertz, noise, length] =
    key === 36 ? [52, 0.05, 0.1] : key === 38 ? [185, 0.8, 0.08] : [0, 0.5, 0.03];
  for (let at = 0; at < 6 * length! * sampleRate && from + at < out.length; at++) {
    const t = at / sampleRate;
    const skin = Math.sin(2 * Math.PI * hertz! * (t + 0.03 * (1 - Math.exp(-t / 0.03))));
    const value = (1 - noise!) * skin + noise! * 0.5 * random.normal();
    out[from + at] = out[from + at]! + level * value * Math.exp(-t / length!);
  }
}

function addTone(
  out: Float32Array,
  {
    start,
    end,
    key,
    level,
  }: { readonly start: number; readonly end: number; readonly key: number; readonly level: number },
  {
    patch,
    sampleRate,
    modulated,
  }: { readonly patch: Patch; readonly sampleRate: number; readonly modulated: boolean },
): void {
  const hertz = 440 * 2 ** ((key - 69) / 12);
  const from = Math.round(start * sampleRate);
  const last = Math.min(out.length, Math.round((end + 0.08) * sampleRate));
  const partials = Array.from(
    { length: Math.min(16, Math.floor((0.45 * sampleRate) / hertz)) },
    (_, i) => (patch.odd && i % 2 === 1 ? 0 : (i + 1) ** -patch.slope),
  );
  for (let i = from; i < last; i++) {
    const t = (i - from) / sampleRate;
    const shape =
      Math.min(1, t / patch.attack) *
      Math.min(1, (last - i) / sampleRate / 0.08) *
      Math.exp(-t / patch.decay);
    const phase = 2 * Math.PI * hertz * t;
    let value = 0;
    if (modulated)
      value = Math.sin(phase + patch.index * Math.exp(-t) * Math.sin(patch.ratio * phase));
    else
      for (const [at, amplitude] of partials.entries())
        if (amplitude > 0) value += amplitude * Math.sin((at + 1) * phase);
    out[i] = out[i]! + level * shape * value;
  }
}
