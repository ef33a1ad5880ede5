import { BANDS } from "./bands.ts";
import { PEAK_RATE, TRACE_RATE } from "./rates.ts";

/** Moments on both sides above whose mean an onset lies. */
const AROUND = 20;
/** Steps of a level by which bands rise, in the mean of all, that are no onset. */
const LEAST = 3;
/** Moments between two. */
const APART = 5;

/**
 * Moments at which levels rise more than around them, in the parts of which the sound is loudest first.
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
  let [last, most] = [-Infinity, 0];
  for (let moment = 1; moment < moments; moment++) {
    const [from, to] = [Math.max(0, moment - AROUND), Math.min(moments, moment + AROUND)];
    const mean = (sums[to]! - sums[from]!) / (to - from);
    const value = flux[moment]!;
    const isPeak = value >= flux[moment - 1]! && value > (flux[moment + 1] ?? 0);
    if (!isPeak || value < LEAST + 2 * mean || moment - last < APART) continue;
    last = moment;
    most = Math.max(most, value);
    found.push([placeOf(moment, peaks), value]);
  }
  return found.map(([seconds, value]) => [seconds, value / most]);
}

/** Where, within a moment and the one before it, the sound becomes louder. */
function placeOf(moment: number, peaks: Float32Array): number {
  const part = (moment * PEAK_RATE) / TRACE_RATE;
  let [best, rise] = [part, -Infinity];
  for (let at = Math.max(1, part - 2); at <= part + 1 && at < peaks.length; at++) {
    const by = peaks[at]! - peaks[at - 1]!;
    if (by > rise) [best, rise] = [at, by];
  }
  return best / PEAK_RATE;
}
