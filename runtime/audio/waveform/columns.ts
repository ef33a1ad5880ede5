import { PEAKS_PER_SECOND } from "../worker/results.ts";
import { extremesBetween } from "./extremes.ts";

/** Minimum and maximum of each column, −1 to 1, interleaved. */
export type Columns = Float32Array;

/**
 * Peaks of a range of a sound, a pair for each column.
 * @param peaks pairs, `PEAKS_PER_SECOND` per second
 * @param from seconds; silence before 0
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

/** Fraction of the height that the loudest peak takes. */
const FULL = 0.95;
/** Maximum gain, so that silence stays flat. */
const MAX_GAIN = 32;

/**
 * Gain that makes the loudest of some waveforms nearly fill the height. @param waves pairs as
 * returned by `columnsOf`
 */
export function gainOf(waves: readonly Int8Array[]): number {
  const loudest = Math.max(
    0,
    ...waves.flatMap((peaks) => extremesBetween(peaks, 0, peaks.length / 2)).map(Math.abs),
  );
  return Math.min(MAX_GAIN, FULL / loudest);
}

/** Interval of a time axis in seconds, so that marks are at least so many columns apart. */
export function markEvery(seconds: number, columns: number, apart: number): number {
  const minSeconds = (seconds * apart) / columns;
  const steps = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
  ];
  return steps.find((step) => step >= minSeconds) ?? 3600;
}
