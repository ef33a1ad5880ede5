import { PITCH_STEP } from "./pitch-meter.ts";

/** Window in seconds that is assigned to one voice, and the minimum voiced time in it. */
const WINDOW = 1.5;
const VOICED = 0.3;
/** Minimum distance of two voices in semitones, and relative to their own variation. */
const MIN_SEMITONES = 6;
const CLEARLY = 3.5;
/** Minimum fraction of windows of the rarer voice. */
const MIN_RATIO = 0.15;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const spreadOf = (values: readonly number[], mean: number): number =>
  values.reduce((sum, value) => sum + (value - mean) ** 2, 0);

/** Distance in semitones between the two voices of a recording; 0 for a single voice. */
export function voiceSplitOf(pitches: Float32Array): number {
  const size = Math.round(WINDOW / PITCH_STEP);
  const middles: number[] = [];
  for (let from = 0; from + size <= pitches.length; from += size) {
    const windows = pitches
      .subarray(from, from + size)
      .filter((pitch) => pitch > 0)
      .toSorted();
    if (windows.length * PITCH_STEP >= VOICED)
      middles.push(12 * Math.log2(windows[windows.length >> 1]! / 100));
  }
  middles.sort((a, b) => a - b);
  const minCount = Math.max(2, Math.ceil(MIN_RATIO * middles.length));
  let found = 0;
  for (let at = minCount; at <= middles.length - minCount; at++) {
    const [low, high] = [middles.slice(0, at), middles.slice(at)];
    const [under, over] = [meanOf(low), meanOf(high)];
    const spread = Math.sqrt(
      (spreadOf(low, under) + spreadOf(high, over)) / Math.max(1, middles.length),
    );
    const gap = over - under;
    if (gap >= MIN_SEMITONES && gap > CLEARLY * spread) found = Math.max(found, gap);
  }
  return found;
}
