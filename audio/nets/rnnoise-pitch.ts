import {
  createCorrelationKernel,
  FILTER_ORDER,
  TURN_DELAYS,
  TURN_FILTERED,
  TURN_NUMBERS,
} from "./correlation-kernel.ts";
import { createVectorMemory } from "../wasm/vector-memory.ts";

/** Samples of 48 kHz. */
const [SHORTEST, LONGEST, FRAME] = [60, 768, 960] as const;
/** Samples that a period is looked for in: the latest ones. */
export const PITCH_SAMPLES = LONGEST + FRAME;

/** All of it at half the rate. */
const HALF = PITCH_SAMPLES / 2;
const HALF_FRAME = FRAME / 2;
const HALF_LONGEST = LONGEST / 2;
const HALF_SHORTEST = SHORTEST / 2;
/** Delays that are tried at a quarter of the rate, and at half. */
const COARSE_DELAYS = (LONGEST - 3 * SHORTEST) / 4;
const FINE_DELAYS = 2 * COARSE_DELAYS;
const COARSE_TURNS = Math.ceil(COARSE_DELAYS / TURN_DELAYS);

const LPC_ORDER = FILTER_ORDER - 1;
/** What makes the linear prediction mild: floor under the power, widths of the lags, radius of its poles. */
const FLOOR = 1.0001;
const LAG_WIDTH = 0.008;
const RADIUS = 0.9;
/** A zero that the whitening filter has beside them. */
const ZERO = 0.8;
/** Part of the power below which prediction goes on no further. */
const PREDICTED = 0.001;

/** Which multiple of a part of the period is to be like the sound, too, for the part to be its period. */
const SECOND_CHECK = [0, 0, 3, 2, 3, 2, 5, 2, 3, 2, 3, 2, 5, 2, 3, 2];

/** Factors of linear prediction from an autocorrelation (Levinson and Durbin). */
function predict(correlation: Float64Array): Float64Array {
  const factors = new Float64Array(LPC_ORDER);
  let error = correlation[0]!;
  if (error === 0) return factors;
  for (let i = 0; i < LPC_ORDER; i++) {
    let sum = correlation[i + 1]!;
    for (let j = 0; j < i; j++) sum += factors[j]! * correlation[i - j]!;
    const reflection = -sum / error;
    const before = factors.slice(0, i);
    factors[i] = reflection;
    for (let j = 0; j < i; j++) factors[j] = before[j]! + reflection * before[i - 1 - j]!;
    error -= reflection * reflection * error;
    if (error < PREDICTED * correlation[0]!) break;
  }
  return factors;
}

/** The best two of some delays, by the square of their correlation in proportion to a power. */
function createBest() {
  const best = { places: [0, 1], heights: [-1, -1], powers: [0, 0] };
  const above = (rank: number, height: number, power: number) =>
    height * best.powers[rank]! > best.heights[rank]! * power;
  const put = (rank: number, place: number, height: number, power: number) => {
    best.places[rank] = place;
    best.heights[rank] = height;
    best.powers[rank] = power;
  };
  return {
    places: best.places,
    offer(place: number, correlation: number, power: number): void {
      if (correlation <= 0) return;
      const height = correlation * correlation;
      if (!above(1, height, power)) return;
      if (above(0, height, power)) {
        put(1, best.places[0]!, best.heights[0]!, best.powers[0]!);
        put(0, place, height, power);
      } else put(1, place, height, power);
    },
  };
}

/** -1, 0 or 1: where a peak lies beside the middle one of three values. */
function leanOf(before: number, at: number, after: number): number {
  if (after - before > 0.7 * (at - before)) return 1;
  return before - after > 0.7 * (at - after) ? -1 : 0;
}

interface Period {
  /** Samples of 48 kHz. */
  readonly period: number;
  /** How like it the sound is one period earlier, up to 1. */
  readonly gain: number;
}

const SILENT: Period = { period: 0, gain: 0 };

/** How like the latest frame the whitened sound before it is, at half the rate. */
interface Comparing {
  /** With the frame so many samples earlier. */
  readonly likeness: (delay: number) => number;
  /** Power of the frame at a place. */
  readonly powerAt: (place: number) => number;
}

/** A part of the period is the period where it is nearly as good. */
function shorten(whole: number, { likeness, powerAt }: Comparing, last: Period): Period {
  const latest = powerAt(HALF_LONGEST);
  const powerOf = (delay: number) => powerAt(HALF_LONGEST - delay);
  const gainOf = (product: number, power: number) => product / Math.sqrt(1 + latest * power);
  const before = Math.floor(last.period / 2);
  let found = { period: whole, product: likeness(whole), power: powerOf(whole) };
  const full = gainOf(found.product, found.power);
  let gain = full;
  for (let part = 2; part < SECOND_CHECK.length; part++) {
    const period = Math.floor((2 * whole + part) / (2 * part));
    if (period < HALF_SHORTEST) break;
    const twice = whole + period > HALF_LONGEST ? whole : whole + period;
    const other =
      part === 2 ? twice : Math.floor((2 * SECOND_CHECK[part]! * whole + part) / (2 * part));
    const product = (likeness(period) + likeness(other)) / 2;
    if (product <= 0) continue;
    const power = (powerOf(period) + powerOf(other)) / 2;
    const distance = Math.abs(period - before);
    const steady = distance <= 2 && 5 * part * part < whole ? last.gain / 2 : 0;
    const expected = distance <= 1 ? last.gain : steady;
    const least =
      period < 3 * HALF_SHORTEST
        ? Math.max(0.4, 0.85 * full - expected)
        : Math.max(0.3, 0.7 * full - expected);
    const height = gainOf(product, power);
    if (height <= least) continue;
    found = { period, product, power };
    gain = height;
  }
  const product = Math.max(0, found.product);
  const own = found.power <= product ? 1 : product / (found.power + 1);
  const { period } = found;
  const lean = leanOf(likeness(period - 1), likeness(period), likeness(period + 1));
  return { period: Math.max(SHORTEST, 2 * period + lean), gain: Math.min(own, gain) };
}

/** Follows the period of a voice as RNNoise does: what it finds is one of the net's inputs. */
export function createPitchTracker() {
  const { memory, take } = createVectorMemory(4 * HALF);
  const kernel = createCorrelationKernel(memory);
  // Before the first sample there is nothing.
  const half = take(FILTER_ORDER + HALF).subarray(FILTER_ORDER);
  const white = take(HALF);
  const quarter = take(HALF / 2 + TURN_DELAYS);
  const correlations = take(COARSE_TURNS * TURN_DELAYS);
  const taps = take(FILTER_ORDER);
  const sums = take(4);
  /** Correlations at half the rate near the best ones. */
  const heights = new Float32Array(FINE_DELAYS);
  let last: Period = SILENT;

  /** Product of so many numbers of a row with those of another place. */
  const dot = (row: Float32Array, a: number, b: number, count: number): number => {
    const { byteOffset } = row;
    kernel.dot(byteOffset + 4 * a, byteOffset + 4 * b, sums.byteOffset, count / TURN_NUMBERS);
    return sums[0]! + sums[1]! + sums[2]! + sums[3]!;
  };
  /** Of the latest frame with the one so much earlier, whitened. */
  const likeness = (delay: number) => dot(white, HALF_LONGEST, HALF_LONGEST - delay, HALF_FRAME);
  const powerAt = (place: number) => dot(white, place, place, HALF_FRAME);

  const comparing: Comparing = { likeness, powerAt };

  /** The latest samples at half the rate. */
  const listen = (samples: Float32Array, fresh: number) => {
    half.copyWithin(0, fresh / 2);
    for (let i = HALF - fresh / 2; i < HALF; i++)
      half[i] = 0.25 * (samples[2 * i - 1]! + samples[2 * i + 1]!) + 0.5 * samples[2 * i]!;
    half[0] = 0.25 * samples[1]! + 0.5 * samples[0]!;
  };

  const whiten = () => {
    const whole = HALF - (HALF % TURN_NUMBERS) - TURN_NUMBERS;
    const correlation = Float64Array.from({ length: LPC_ORDER + 1 }, (_, lag) => {
      let sum = dot(half, 0, lag, whole);
      for (let i = whole; i < HALF - lag; i++) sum += half[i]! * half[i + lag]!;
      return lag === 0 ? FLOOR * sum : sum * (1 - (LAG_WIDTH * lag) ** 2);
    });
    const poles = predict(correlation).map((factor, i) => factor * RADIUS ** (i + 1));
    for (let k = 0; k < FILTER_ORDER; k++)
      taps[k] = (poles[k] ?? 0) + ZERO * (k > 0 ? poles[k - 1]! : 1);
    kernel.filter(
      half.byteOffset - 4 * FILTER_ORDER,
      taps.byteOffset,
      white.byteOffset,
      quarter.byteOffset,
      HALF / TURN_FILTERED,
    );
  };

  const searchCoarsely = (): readonly number[] => {
    const { byteOffset } = quarter;
    const [first, count] = [HALF_LONGEST / 2, HALF_FRAME / 2];
    kernel.correlate(
      byteOffset + 4 * first,
      byteOffset,
      correlations.byteOffset,
      count,
      COARSE_TURNS,
    );
    let power = 1 + dot(quarter, 0, 0, count);
    const best = createBest();
    for (let i = 0; i < COARSE_DELAYS; i++) {
      best.offer(i, correlations[i]!, power);
      power += quarter[i + count]! * quarter[i + count]! - quarter[i]! * quarter[i]!;
      power = Math.max(1, power);
    }
    return best.places;
  };

  /** Samples of 48 kHz after the oldest one at which the sound is most like its latest frame. */
  const search = (): number => {
    const [first, second] = searchCoarsely() as [number, number];
    const best = createBest();
    heights.fill(0);
    for (let place = 0; place < FINE_DELAYS; place++) {
      if (Math.abs(place - 2 * first) > 2 && Math.abs(place - 2 * second) > 2) continue;
      const height = likeness(HALF_LONGEST - place);
      heights[place] = Math.max(-1, height);
      if (height > 0) best.offer(place, height, 1 + powerAt(place));
    }
    const place = best.places[0]!;
    const inside = place > 0 && place < FINE_DELAYS - 1;
    const lean = inside ? leanOf(heights[place - 1]!, heights[place]!, heights[place + 1]!) : 0;
    return 2 * place - lean;
  };

  return {
    /**
     * The period of the latest samples.
     * @param samples the latest `PITCH_SAMPLES`, as large as numbers of 16 bits
     * @param fresh how many of them are new since the last time
     * @returns samples
     */
    find(samples: Float32Array, fresh: number): number {
      listen(samples, fresh);
      whiten();
      const whole = Math.min(HALF_LONGEST - 1, Math.floor((LONGEST - search()) / 2));
      last = shorten(whole, comparing, last);
      return last.period;
    },
    reset(): void {
      half.fill(0);
      last = SILENT;
    },
  };
}
