import { PEAKS_PER_SECOND } from "../worker/results.ts";
import { extremesBetween } from "./extremes.ts";

/** Lowest and highest value of each column, −1 to 1, one after the other. */
export type Columns = Float32Array;

/**
 * Peaks of a range of a sound, one pair for each column that is drawn.
 * @param peaks pairs, `PEAKS_PER_SECOND` a second
 * @param from seconds; before its beginning there is nothing
 * @param to seconds, after `from`
 */
export function columnsOf(peaks: Int8Array, from: number, to: number, count: number): Columns {
  const columns = new Float32Array(2 * count);
  const start = from * PEAKS_PER_SECOND;
  const step = ((to - from) * PEAKS_PER_SECOND) / count;
  for (let column = Math.max(0, Math.ceil(-start / step)); column < count; column++) {
    const first = Math.max(0, Math.floor(start + column * step));
    const last = Math.max(first + 1, Math.floor(start + (column + 1) * step));
    columns.set(extremesBetween(peaks, first, last), 2 * column);
  }
  return columns;
}

/** Share of the height that the loudest peak takes. */
const FULL = 0.95;
/** Silence stays flat: what is softer than this is not made to look loud. */
const MOST_GAIN = 32;

/** Factor that makes the loudest of some waveforms nearly as high as its place. @param waves pairs as `columnsOf` takes them */
export function gainOf(waves: readonly Int8Array[]): number {
  const loudest = Math.max(
    0,
    ...waves.flatMap((peaks) => extremesBetween(peaks, 0, peaks.length / 2)).map(Math.abs),
  );
  return Math.min(MOST_GAIN, FULL / loudest);
}

/** Seconds between two marks of a timeline, so that marks are at least so many columns apart. */
export function markEvery(seconds: number, columns: number, apart: number): number {
  const least = (seconds * apart) / columns;
  const steps = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
  ];
  return steps.find((step) => step >= least) ?? 3600;
}
