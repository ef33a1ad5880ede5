/** Number of peak pairs that one pair of the coarse level covers. */
const COARSE = 32;

/** The extremes and the summed power of each 32 pairs. */
interface CoarseLevel {
  readonly pairs: Int8Array;
  readonly powers: Float32Array;
}
const coarse = new WeakMap<Int8Array, CoarseLevel>();

/** Mean square of a sound that goes straight from one extreme to the other. */
const powerOf = (low: number, high: number): number => (low * low + low * high + high * high) / 3;

/** Computes pairs of the coarse level. @param to exclusive */
function coarsen(peaks: Int8Array, made: CoarseLevel, from: number, to: number): void {
  const pairs = peaks.length / 2;
  for (let pair = from; pair < to; pair++) {
    const end = 2 * Math.min(pairs, (pair + 1) * COARSE);
    let low = 0;
    let high = 0;
    let power = 0;
    for (let at = 2 * pair * COARSE; at < end; at += 2) {
      if (peaks[at]! < low) low = peaks[at]!;
      if (peaks[at + 1]! > high) high = peaks[at + 1]!;
      power += powerOf(peaks[at]!, peaks[at + 1]!);
    }
    made.pairs[2 * pair] = low;
    made.pairs[2 * pair + 1] = high;
    made.powers[pair] = power;
  }
}

function emptyFor(peaks: Int8Array): CoarseLevel {
  const count = Math.ceil(peaks.length / 2 / COARSE);
  return { pairs: new Int8Array(2 * count), powers: new Float32Array(count) };
}

/** Coarse levels of peaks, computed once, so that an hour is drawn as fast as a minute. */
function coarseOf(peaks: Int8Array): CoarseLevel {
  const known = coarse.get(peaks);
  if (known) return known;
  const made = emptyFor(peaks);
  coarsen(peaks, made, 0, made.powers.length);
  coarse.set(peaks, made);
  return made;
}

/** Coarse pairs per step: about ten minutes of sound. */
const STEP = 10_000;

/** Precomputes the coarse level of a long sound in short steps. */
export async function prepareExtremes(peaks: Int8Array): Promise<void> {
  const made = emptyFor(peaks);
  const count = made.powers.length;
  for (let from = 0; from < count; from += STEP) {
    if (from > 0) await new Promise((resolve) => void setTimeout(resolve));
    coarsen(peaks, made, from, Math.min(count, from + STEP));
  }
  coarse.set(peaks, made);
}

type Extremes = [low: number, high: number];

function look(pairs: Int8Array, start: number, end: number, extremes: Extremes = [0, 0]): Extremes {
  let [low, high] = extremes;
  for (let at = start; at < end; at++) {
    if (pairs[2 * at]! < low) low = pairs[2 * at]!;
    if (pairs[2 * at + 1]! > high) high = pairs[2 * at + 1]!;
  }
  return [low, high];
}

/**
 * Minimum and maximum of a range, −1 to 1; 0 where there are no peaks.
 * @param peaks pairs of minima and maxima, −127 to 127
 * @param first pair
 * @param last pair, exclusive
 */
export function extremesBetween(peaks: Int8Array, first: number, last: number): Readonly<Extremes> {
  const stop = Math.min(peaks.length / 2, last);
  const [begin, end] = [Math.ceil(first / COARSE), Math.floor(stop / COARSE)];
  if (begin >= end) return scaled(look(peaks, first, stop));
  const head = look(peaks, first, begin * COARSE);
  return scaled(look(peaks, end * COARSE, stop, look(coarseOf(peaks).pairs, begin, end, head)));
}

const scaled = ([low, high]: Extremes): Extremes => [low / 127, high / 127];

function addPower(peaks: Int8Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum += powerOf(peaks[2 * at]!, peaks[2 * at + 1]!);
  return sum;
}

/**
 * Root mean square of a range, 0 to 1, estimated from peaks; 0 where there are none. Parameters as
 * of `extremesBetween`.
 */
export function rmsBetween(peaks: Int8Array, first: number, last: number): number {
  const stop = Math.min(peaks.length / 2, last);
  if (stop <= first) return 0;
  const [begin, end] = [Math.ceil(first / COARSE), Math.floor(stop / COARSE)];
  let sum: number;
  if (begin >= end) sum = addPower(peaks, first, stop);
  else {
    sum = addPower(peaks, first, begin * COARSE) + addPower(peaks, end * COARSE, stop);
    const { powers } = coarseOf(peaks);
    for (let at = begin; at < end; at++) sum += powers[at]!;
  }
  return Math.sqrt(sum / (stop - first)) / 127;
}
