import { PITCH_STEP } from "./pitch-meter.ts";

/** Seconds in which one voice is taken to speak, and what of them must have a pitch. */
const WINDOW = 1.5;
const VOICED = 0.3;
/** Semitones between two voices, and how much more than each moves by itself. */
const LEAST = 6;
const CLEARLY = 3.5;
/** Part of the windows that the rarer voice has. */
const SHARE = 0.15;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const spreadOf = (values: readonly number[], mean: number): number =>
  values.reduce((sum, value) => sum + (value - mean) ** 2, 0);

/** Semitones between the two voices of a recording; 0 where the pitch is that of one. */
export function splitOf(pitches: Float32Array): number {
  const size = Math.round(WINDOW / PITCH_STEP);
  const middles: number[] = [];
  for (let from = 0; from + size <= pitches.length; from += size) {
    const heard = pitches
      .subarray(from, from + size)
      .filter((pitch) => pitch > 0)
      .toSorted();
    if (heard.length * PITCH_STEP >= VOICED)
      middles.push(12 * Math.log2(heard[heard.length >> 1]! / 100));
  }
  middles.sort((a, b) => a - b);
  const least = Math.max(2, Math.ceil(SHARE * middles.length));
  let found = 0;
  for (let at = least; at <= middles.length - least; at++) {
    const [low, high] = [middles.slice(0, at), middles.slice(at)];
    const [under, over] = [meanOf(low), meanOf(high)];
    const spread = Math.sqrt(
      (spreadOf(low, under) + spreadOf(high, over)) / Math.max(1, middles.length),
    );
    const gap = over - under;
    if (gap >= LEAST && gap > CLEARLY * spread) found = Math.max(found, gap);
  }
  return found;
}
