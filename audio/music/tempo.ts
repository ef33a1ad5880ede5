import { createRealFft } from "../signal/fft/fft.ts";

/** Range in beats per minute. */
export const TEMPO_RANGE = { min: 40, max: 220 } as const;

/** Beat period over time. */
export interface TempoPath {
  /** Seconds between values. */
  readonly step: number;
  /** Period in onset values at the middle of each step. */
  readonly periods: Float32Array;
  /** Clarity of the beat: mean autocorrelation at the periods, 0 to 1. */
  readonly strength: number;
}

/**
 * Strength below which there is no beat: songs are above 0.3, speech is below 0.1; the threshold is
 * higher for short sounds, where chance repetitions are more likely.
 */
const NO_BEAT = { base: 0.18, perSecond: 0.6 } as const;

/** Whether a sound has a beat, by the strength of its tempo and its duration in seconds. */
export const isBeat = (strength: number, seconds: number): boolean =>
  strength >= NO_BEAT.base + NO_BEAT.perSecond / seconds;

/** Length and hop in seconds of the autocorrelation windows. */
const WINDOW = 8;
const STEP = 1;
/** Resolution of tempi in steps per octave: half a percent. */
const STEPS_PER_OCTAVE = 140;
/** Preferred tapping tempo and its spread in octaves; tuned on the benchmark songs. */
const PREFERRED_TEMPO = { bpm: 132, octaves: 1 } as const;
/** Log-likelihood cost per step of tempo change. */
const CHANGE_COST = 0.02;
/** Seconds on each side of the moving average. */
const MEAN_SECONDS = 0.5;

/** Subtracts the moving average and normalizes to variance 1. */
export function normalizeOnsets(onsets: Float32Array, rate: number): Float32Array {
  const reach = Math.round(MEAN_SECONDS * rate);
  const sums = new Float64Array(onsets.length + 1);
  for (const [i, value] of onsets.entries()) sums[i + 1] = sums[i]! + value;
  let power = 0;
  const out = onsets.map((value, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(onsets.length, i + reach + 1)];
    const over = Math.max(0, value - (sums[to]! - sums[from]!) / (to - from));
    power += over * over;
    return over;
  });
  const factor = power > 0 ? Math.sqrt(out.length / power) : 0;
  return out.map((value) => factor * value);
}

/**
 * Tempo over time: windowed autocorrelation of onsets, including multiples of two, three and four
 * beats; weighted by the preferred tapping tempo (D. Ellis: "Beat Tracking by Dynamic Programming",
 * Journal of New Music Research 36, 2007); and the most likely path through all windows.
 * @param onsets result of `normalizeOnsets`
 */
export function findTempo(onsets: Float32Array, rate: number): TempoPath {
  const periods = periodsOf(rate);
  const scores = windowScores(onsets, rate, periods);
  const mean = periods.map(
    (_, i) => scores.reduce((sum, each) => sum + each[i]!, 0) / scores.length,
  );
  const prior = periods.map((period) => {
    const octaves = Math.log2((60 * rate) / period / PREFERRED_TEMPO.bpm) / PREFERRED_TEMPO.octaves;
    return Math.exp(-0.5 * octaves * octaves);
  });
  // The song as a whole determines the tempo octave.
  const likelihoods = scores.map((own) =>
    own.map((score, i) => Math.max(0, 0.5 * score + 0.5 * mean[i]!) * prior[i]!),
  );
  const path = likeliestPath(likelihoods);
  let strength = 0;
  for (const [window, at] of path.entries()) strength += scores[window]![at]! / path.length;
  return {
    step: STEP,
    periods: Float32Array.from(path, (at) => periods[at]!),
    strength: Math.max(0, Math.min(1, strength)),
  };
}

const periodsOf = (rate: number): number[] => {
  const { min, max } = TEMPO_RANGE;
  const count = Math.ceil(STEPS_PER_OCTAVE * Math.log2(max / min));
  return Array.from(
    { length: count + 1 },
    (_, i) => ((60 * rate) / max) * 2 ** (i / STEPS_PER_OCTAVE),
  );
};

/** Autocorrelation of each window at each period, −1 to 1. */
function windowScores(
  onsets: Float32Array,
  rate: number,
  periods: readonly number[],
): Float32Array[] {
  const length = Math.min(onsets.length, Math.round(WINDOW * rate));
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * length)));
  const fft = createRealFft(size);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const samples = new Float64Array(size);
  const count = Math.max(1, Math.ceil(onsets.length / rate / STEP));
  return Array.from({ length: count }, (_, window) => {
    const middle = (window + 0.5) * STEP * rate;
    const from = Math.round(Math.max(0, Math.min(onsets.length - length, middle - length / 2)));
    const part = onsets.subarray(from, from + length);
    const mean = part.reduce((sum, value) => sum + value, 0) / Math.max(1, part.length);
    samples.fill(0);
    for (const [i, value] of part.entries()) samples[i] = value - mean;
    fft.forward(samples, re, im);
    for (let k = 0; k < fft.bins; k++) {
      re[k] = re[k]! * re[k]! + im[k]! * im[k]!;
      im[k] = 0;
    }
    fft.inverse(re, im, samples);
    const power = samples[0]!;
    // Compensates for the shorter overlap at larger lags.
    const at = (lag: number): number => {
      const below = Math.floor(lag);
      if (power <= 0 || below + 1 >= 0.8 * length) return 0;
      const value = samples[below]! + (lag - below) * (samples[below + 1]! - samples[below]!);
      return (value / power) * (length / (length - lag));
    };
    /** Maximum around a lag, because beats are not exact. */
    const near = (lag: number): number => Math.max(at(lag - 1), at(lag), at(lag + 1));
    return Float32Array.from(
      periods,
      (period) => (near(period) + near(2 * period) + near(3 * period) + near(4 * period)) / 4,
    );
  });
}

/** Viterbi search over windows; the tempo changes by at most a few steps between them. */
function likeliestPath(likelihoods: readonly Float32Array[]): number[] {
  const states = likelihoods[0]!.length;
  const reach = Math.round(STEPS_PER_OCTAVE / 10);
  let scores = likelihoods[0]!.map((value) => Math.log(value + 1e-4));
  const from: Int32Array[] = [];
  for (const own of likelihoods.slice(1)) {
    const next = new Float32Array(states);
    const back = new Int32Array(states);
    for (let state = 0; state < states; state++) {
      let [best, bestState] = [-Infinity, state];
      for (let move = -reach; move <= reach; move++) {
        const score = (scores[state + move] ?? -Infinity) - CHANGE_COST * move * move;
        if (score > best) [best, bestState] = [score, state + move];
      }
      next[state] = best + Math.log(own[state]! + 1e-4);
      back[state] = bestState;
    }
    from.push(back);
    scores = next;
  }
  let state = scores.indexOf(Math.max(...scores));
  const path = [state];
  for (const back of from.toReversed()) path.push((state = back[state]!));
  return path.reverse();
}
