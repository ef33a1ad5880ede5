import type { Chroma } from "#audio/music/chroma-meter.ts";
import type { Onsets } from "#audio/music/onset-meter.ts";
import type { Random } from "../random.ts";
import {
  channelOf,
  isNote,
  isNoteOn,
  type MidiEvent,
  PERCUSSION_CHANNEL,
} from "../separation/midi.ts";

const RATE = 22_050 / 128;
const CHROMA_RATE = 22_050 / 2048;
/** Bands of the onset meter that are low, in the middle and high. */
const BANDS = [5, 18, 11] as const;

/** How strongly a hit or a note is heard in each of the bands, and seconds in which it begins. */
interface Sound {
  readonly gains: readonly [number, number, number];
  readonly attack: number;
}

/**
 * Curves of onsets and chords as the meters would find them, drawn from notes directly: thousands of
 * songs in the time in which one is rendered.
 */
export function sketchCurves(
  events: readonly MidiEvent[],
  times: readonly number[],
  seconds: number,
  random: Random,
): { readonly onsets: Onsets; readonly chroma: Chroma } {
  const size = Math.round(seconds * RATE);
  const curves = BANDS.map(() => new Float32Array(size));
  const part = (from: number, to: number) => from + (to - from) * random.uniform();
  const soft = () => (random.uniform() < 0.6 ? 0.006 : part(0.02, 0.12));
  const pitched: readonly Sound[] = [
    { gains: [part(0, 0.25), part(0.3, 1), part(0, 0.5)], attack: soft() },
    { gains: [part(0.5, 1), part(0.1, 0.4), part(0, 0.15)], attack: soft() / 2 },
    { gains: [0, part(0.2, 0.8), part(0.05, 0.5)], attack: soft() },
  ];
  const drum = { kick: part(0, 0.4), snare: part(0.3, 1), hat: part(0.15, 0.9) };
  const soundOf = (channel: number, key: number): Sound => {
    if (channel !== PERCUSSION_CHANNEL) return pitched[channel]!;
    if (key === 36) return { gains: [1.2, 0.5, drum.kick], attack: 0.006 };
    if (key === 49) return { gains: [0.3, 0.8, 1.2], attack: 0.006 };
    if ([37, 38, 39].includes(key))
      return { gains: [0.2, 0.8 * drum.snare, 1.1 * drum.snare], attack: 0.006 };
    return { gains: [0, 0.15 * drum.hat, drum.hat], attack: 0.006 };
  };
  const rows = Math.ceil(seconds * CHROMA_RATE) + 1;
  const values = new Float32Array(12 * rows);
  const decay = random.uniform() < 0.5 ? part(0.3, 1) : 20;
  const open = new Map<number, number>();
  for (const [i, event] of events.entries()) {
    if (!isNote(event)) continue;
    const [, key, velocity] = event.bytes as [number, number, number];
    const channel = channelOf(event);
    const id = 128 * channel + key;
    if (!isNoteOn(event)) {
      const from = open.get(id);
      open.delete(id);
      if (from === undefined || channel === PERCUSSION_CHANNEL) continue;
      for (
        let row = Math.floor(from * CHROMA_RATE);
        row < Math.min(rows, times[i]! * CHROMA_RATE);
        row++
      ) {
        const level = Math.exp(-Math.max(0, row / CHROMA_RATE - from) / decay);
        // A note has its own class, and a fifth and a third of its harmonics.
        for (const [step, gain] of [
          [0, 1],
          [7, 0.3],
          [4, 0.12],
        ] as const) {
          const at = 12 * row + ((key + step) % 12);
          values[at] = values[at]! + gain * level;
        }
      }
      continue;
    }
    open.set(id, times[i]!);
    const { gains, attack } = soundOf(channel, key);
    const width = Math.max(2, attack * RATE);
    const start = times[i]! * RATE - width / 2;
    const level = ((velocity / 100) * part(0.8, 1.2)) / Math.sqrt(width / 2);
    for (
      let frame = Math.max(0, Math.floor(start - width));
      frame <= start + 2 * width && frame < size;
      frame++
    ) {
      const shape = Math.exp(-0.5 * ((frame - start) / (0.6 * width)) ** 2);
      for (const [b, curve] of curves.entries())
        curve[frame] = curve[frame]! + gains[b]! * level * shape;
    }
  }
  const noise = 0.15 * random.uniform() ** 2 + 0.01;
  const [low, mid, high] = curves.map((curve) =>
    curve.map((value) => Math.log1p(1.5 * value) + noise * Math.abs(random.normal())),
  ) as [Float32Array, Float32Array, Float32Array];
  const total = BANDS[0] + BANDS[1] + BANDS[2];
  const all = low.map(
    (value, i) => (BANDS[0] * value + BANDS[1] * mid[i]! + BANDS[2] * high[i]!) / total,
  );
  const blur = 0.25 * random.uniform();
  for (let row = 0; row < rows; row++) {
    const own = values.subarray(12 * row, 12 * row + 12);
    for (let i = 0; i < 12; i++) own[i] = own[i]! + blur * random.uniform();
    const highest = Math.max(...own);
    for (let i = 0; i < 12; i++) own[i] = own[i]! / highest;
  }
  return {
    onsets: { rate: RATE, all, low, mid, high },
    chroma: { rate: CHROMA_RATE, values, tuning: 0 },
  };
}
