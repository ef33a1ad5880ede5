import {
  createCorrelationKernel,
  FILTER_ORDER,
  DELAYS_PER_ITERATION,
  OUTPUTS_PER_ITERATION,
  VALUES_PER_ITERATION,
} from "./correlation-kernel.ts";
import { createVectorMemory } from "../wasm/vector-memory.ts";

/** Samples at 48 kHz. */
const [SHORTEST, LONGEST, FRAME] = [60, 768, 960] as const;
/** Number of latest samples in which a period is searched for. */
export const PITCH_SAMPLES = LONGEST + FRAME;

/** Half of the sample rate. */
const HALF = PITCH_SAMPLES / 2;
const HALF_FRAME = FRAME / 2;
const HALF_LONGEST = LONGEST / 2;
const HALF_SHORTEST = SHORTEST / 2;
/** Delays that are tried at a quarter and at half of the sample rate. */
const COARSE_DELAYS = (LONGEST - 3 * SHORTEST) / 4;
const FINE_DELAYS = 2 * COARSE_DELAYS;
const COARSE_TURNS = Math.ceil(COARSE_DELAYS / DELAYS_PER_ITERATION);

const LPC_ORDER = FILTER_ORDER - 1;
/** Regularization of the linear prediction: noise floor, lag window, pole radius. */
const FLOOR = 1.0001;
const LAG_WIDTH = 0.008;
const RADIUS = 0.9;
/** An additional zero of the whitening filter. */
const ZERO = 0.8;
/** Residual power ratio at which the recursion stops. */
const PREDICTED = 0.001;

/**
 * Multiple of a fraction of the period that must correlate too for the fraction to be the period.
 */
const SECOND_CHECK = [0, 0, 3, 2, 3, 2, 5, 2, 3, 2, 3, 2, 5, 2, 3, 2];

/** Linear prediction coefficients from an autocorrelation (Levinson and Durbin). */
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

/** The two best delays by normalized squared correlation. */
function createBest() {
  const best = { places: [0, 1], heights: [-1, -1], powers: [0, 0] };
  const above = (rank: number, height: number, power: number) =>
    height * best.powers[rank]! > best.heights[rank]! * power;
  const put = (rank: number, index: number, height: number, power: number) => {
    best.places[rank] = index;
    best.heights[rank] = height;
    best.powers[rank] = power;
  };
  return {
    places: best.places,
    offer(index: number, correlation: number, power: number): void {
      if (correlation <= 0) return;
      const height = correlation * correlation;
      if (!above(1, height, power)) return;
      if (above(0, height, power)) {
        put(1, best.places[0]!, best.heights[0]!, best.powers[0]!);
        put(0, index, height, power);
      } else put(1, index, height, power);
    },
  };
}

/** −1, 0 or 1: offset of a peak relative to the middle one of three values. */
function peakOffset(before: number, at: number, after: number): number {
  if (after - before > 0.7 * (at - before)) return 1;
  return before - after > 0.7 * (at - after) ? -1 : 0;
}

interface Period {
  /** Samples at 48 kHz. */
  readonly period: number;
  /** Correlation with the sound one period earlier, up to 1. */
  readonly gain: number;
}

const SILENT: Period = { period: 0, gain: 0 };

/** Comparison of the latest frame with the whitened sound before it, at half of the sample rate. */
interface PitchComparison {
  /** Correlation with the frame `delay` samples earlier. */
  readonly correlation: (delay: number) => number;
  /** Power of the frame at an offset. */
  readonly powerAt: (offset: number) => number;
}

/**
 * Corrects octave errors: a fraction of the period is the period if it correlates nearly as well.
 */
function correctOctave(
  whole: number,
  { correlation, powerAt }: PitchComparison,
  last: Period,
): Period {
  const latest = powerAt(HALF_LONGEST);
  const powerOf = (delay: number) => powerAt(HALF_LONGEST - delay);
  const gainOf = (product: number, power: number) => product / Math.sqrt(1 + latest * power);
  const before = Math.floor(last.period / 2);
  let found = { period: whole, product: correlation(whole), power: powerOf(whole) };
  const full = gainOf(found.product, found.power);
  let gain = full;
  for (let part = 2; part < SECOND_CHECK.length; part++) {
    const period = Math.floor((2 * whole + part) / (2 * part));
    if (period < HALF_SHORTEST) break;
    const twice = whole + period > HALF_LONGEST ? whole : whole + period;
    const other =
      part === 2 ? twice : Math.floor((2 * SECOND_CHECK[part]! * whole + part) / (2 * part));
    const product = (correlation(period) + correlation(other)) / 2;
    if (product <= 0) continue;
    const power = (powerOf(period) + powerOf(other)) / 2;
    const distance = Math.abs(period - before);
    const steady = distance <= 2 && 5 * part * part < whole ? last.gain / 2 : 0;
    const expected = distance <= 1 ? last.gain : steady;
    const minimum =
      period < 3 * HALF_SHORTEST
        ? Math.max(0.4, 0.85 * full - expected)
        : Math.max(0.3, 0.7 * full - expected);
    const height = gainOf(product, power);
    if (height <= minimum) continue;
    found = { period, product, power };
    gain = height;
  }
  const product = Math.max(0, found.product);
  const own = found.power <= product ? 1 : product / (found.power + 1);
  const { period } = found;
  const lean = peakOffset(correlation(period - 1), correlation(period), correlation(period + 1));
  return { period: Math.max(SHORTEST, 2 * period + lean), gain: Math.min(own, gain) };
}

/** Tracks the pitch period like RNNoise; the result is one of the network's inputs. */
export function createPitchTracker() {
  const { memory, take } = createVectorMemory(4 * HALF);
  const kernel = createCorrelationKernel(memory);
  // Zeros precede the first sample.
  const half = take(FILTER_ORDER + HALF).subarray(FILTER_ORDER);
  const white = take(HALF);
  const quarter = take(HALF / 2 + DELAYS_PER_ITERATION);
  const correlations = take(COARSE_TURNS * DELAYS_PER_ITERATION);
  const taps = take(FILTER_ORDER);
  const sums = take(4);
  /** Correlations at half of the sample rate near the best delays. */
  const heights = new Float32Array(FINE_DELAYS);
  let last: Period = SILENT;

  /** Dot product of `count` numbers of a row at two offsets. */
  const dot = (row: Float32Array, a: number, b: number, count: number): number => {
    const { byteOffset } = row;
    kernel.dot(
      byteOffset + 4 * a,
      byteOffset + 4 * b,
      sums.byteOffset,
      count / VALUES_PER_ITERATION,
    );
    return sums[0]! + sums[1]! + sums[2]! + sums[3]!;
  };
  /** Correlation of the latest whitened frame with the one `delay` earlier. */
  const correlationAt = (delay: number) =>
    dot(white, HALF_LONGEST, HALF_LONGEST - delay, HALF_FRAME);
  const powerAt = (offset: number) => dot(white, offset, offset, HALF_FRAME);

  const comparing: PitchComparison = { correlation: correlationAt, powerAt };

  /** Appends samples at half of the sample rate. */
  const pushSamples = (samples: Float32Array, fresh: number) => {
    half.copyWithin(0, fresh / 2);
    for (let i = HALF - fresh / 2; i < HALF; i++)
      half[i] = 0.25 * (samples[2 * i - 1]! + samples[2 * i + 1]!) + 0.5 * samples[2 * i]!;
    half[0] = 0.25 * samples[1]! + 0.5 * samples[0]!;
  };

  const whiten = () => {
    const whole = HALF - (HALF % VALUES_PER_ITERATION) - VALUES_PER_ITERATION;
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
      HALF / OUTPUTS_PER_ITERATION,
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

  /**
   * Offset from the oldest sample, at 48 kHz, at which the sound correlates best with the latest
   * frame.
   */
  const search = (): number => {
    const [first, second] = searchCoarsely() as [number, number];
    const best = createBest();
    heights.fill(0);
    for (let delay = 0; delay < FINE_DELAYS; delay++) {
      if (Math.abs(delay - 2 * first) > 2 && Math.abs(delay - 2 * second) > 2) continue;
      const height = correlationAt(HALF_LONGEST - delay);
      heights[delay] = Math.max(-1, height);
      if (height > 0) best.offer(delay, height, 1 + powerAt(delay));
    }
    const bestDelay = best.places[0]!;
    const inside = bestDelay > 0 && bestDelay < FINE_DELAYS - 1;
    const lean = inside
      ? peakOffset(heights[bestDelay - 1]!, heights[bestDelay]!, heights[bestDelay + 1]!)
      : 0;
    return 2 * bestDelay - lean;
  };

  return {
    /**
     * Finds the period of the latest samples.
     * @param samples the latest `PITCH_SAMPLES`, scaled to the 16-bit range
     * @param fresh number of new samples since the last call
     * @returns samples
     */
    find(samples: Float32Array, fresh: number): number {
      pushSamples(samples, fresh);
      whiten();
      const whole = Math.min(HALF_LONGEST - 1, Math.floor((LONGEST - search()) / 2));
      last = correctOctave(whole, comparing, last);
      return last.period;
    },
    reset(): void {
      half.fill(0);
      last = SILENT;
    },
  };
}
