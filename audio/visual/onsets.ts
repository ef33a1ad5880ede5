import { BANDS } from "./bands.ts";
import { PEAK_RATE, TRACE_RATE } from "./rates.ts";

/** Moments on both sides of an onset whose mean it must exceed. */
const NEIGHBOR_MOMENTS = 20;
/** Minimum mean rise of the bands in level steps. */
const MIN_RISE = 3;
/** Minimum distance between onsets in moments. */
const MIN_DISTANCE = 5;

/**
 * Moments at which levels rise more than around them; the loudest part of the moment determines the
 * exact time.
 * @param steps levels of a trace
 * @param peaks of its parts
 */
export function findOnsets(
  steps: Uint8Array,
  peaks: Float32Array,
): readonly (readonly [seconds: number, strength: number])[] {
  const moments = steps.length / BANDS;
  const flux = new Float32Array(moments);
  for (let moment = 1; moment < moments; moment++) {
    let sum = 0;
    for (let band = 0; band < BANDS; band++) {
      const at = moment * BANDS + band;
      sum += Math.max(0, steps[at]! - steps[at - BANDS]!);
    }
    flux[moment] = sum / BANDS;
  }
  const sums = new Float64Array(moments + 1);
  for (let at = 0; at < moments; at++) sums[at + 1] = sums[at]! + flux[at]!;
  const found: [number, number][] = [];
  let [last, maximum] = [-Infinity, 0];
  for (let moment = 1; moment < moments; moment++) {
    const [from, to] = [
      Math.max(0, moment - NEIGHBOR_MOMENTS),
      Math.min(moments, moment + NEIGHBOR_MOMENTS),
    ];
    const mean = (sums[to]! - sums[from]!) / (to - from);
    const value = flux[moment]!;
    const isPeak = value >= flux[moment - 1]! && value > (flux[moment + 1] ?? 0);
    if (!isPeak || value < MIN_RISE + 2 * mean || moment - last < MIN_DISTANCE) continue;
    last = moment;
    maximum = Math.max(maximum, value);
    found.push([refinePosition(moment, peaks), value]);
  }
  return found.map(([seconds, value]) => [seconds, value / maximum]);
}

/** Exact time of the rise within a moment and the one before it. */
function refinePosition(moment: number, peaks: Float32Array): number {
  const part = (moment * PEAK_RATE) / TRACE_RATE;
  let [best, rise] = [part, -Infinity];
  for (let at = Math.max(1, part - 2); at <= part + 1 && at < peaks.length; at++) {
    const by = peaks[at]! - peaks[at - 1]!;
    if (by > rise) [best, rise] = [at, by];
  }
  return best / PEAK_RATE;
}
