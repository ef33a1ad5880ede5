import { createRealFft } from "../signal/fft/fft.ts";

/** Beats a minute that are looked for. */
export const TEMPO_RANGE = { slowest: 50, fastest: 220 } as const;

/** How long beats are in the course of a sound. */
export interface TempoPath {
  /** Seconds between two values. */
  readonly step: number;
  /** Onset values between two beats, at the middle of each step. */
  readonly periods: Float32Array;
  /** How clear the beat is: mean autocorrelation at the periods, 0 (none) to 1 (each beat as the last). */
  readonly strength: number;
}

/**
 * Strength below which there is no beat: songs lie above 0.3, speech below 0.1; of few seconds anything
 * may repeat by chance, so that more is asked of them.
 */
const NO_BEAT = { least: 0.18, perSecond: 0.6 } as const;

/** Whether a sound of so many seconds has a beat, by the strength of its tempo. */
export const isBeat = (strength: number, seconds: number): boolean =>
  strength >= NO_BEAT.least + NO_BEAT.perSecond / seconds;

/** Seconds that are compared with themselves, and from one such range to the next. */
const WINDOW = 8;
const STEP = 1;
/** Tempi that are told apart, as steps of an octave: half a percent. */
const STEPS_PER_OCTAVE = 140;
/** How fast people tap, and how far from it they do, in octaves; chosen on the songs of the bench. */
const PREFERRED = { bpm: 132, octaves: 1 } as const;
/** Log of the likelihood that is lost for each step that the tempo changes within `STEP`. */
const CHANGE = 0.02;
/** Seconds on each side over which the mean of onsets is taken away. */
const AROUND = 0.5;

/** What stands out of the mean around it, the whole at a variance of 1. */
export function standOut(onsets: Float32Array, rate: number): Float32Array {
  const reach = Math.round(AROUND * rate);
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
 * The tempo in the course of a sound: the autocorrelation of onsets in windows, with that of two, three and
 * four beats; weighted by how likely people tap at a tempo (D. Ellis: "Beat Tracking by Dynamic
 * Programming", Journal of New Music Research 36, 2007); and the likeliest path through all windows.
 * @param onsets of `standOut`
 */
export function findTempo(onsets: Float32Array, rate: number): TempoPath {
  const periods = periodsOf(rate);
  const scores = windowScores(onsets, rate, periods);
  const mean = periods.map(
    (_, i) => scores.reduce((sum, each) => sum + each[i]!, 0) / scores.length,
  );
  const prior = periods.map((period) => {
    const octaves = Math.log2((60 * rate) / period / PREFERRED.bpm) / PREFERRED.octaves;
    return Math.exp(-0.5 * octaves * octaves);
  });
  // What a song does as a whole decides about its octave.
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
  const { slowest, fastest } = TEMPO_RANGE;
  const count = Math.ceil(STEPS_PER_OCTAVE * Math.log2(fastest / slowest));
  return Array.from(
    { length: count + 1 },
    (_, i) => ((60 * rate) / fastest) * 2 ** (i / STEPS_PER_OCTAVE),
  );
};

/** Of each window, how much onsets repeat after each period, −1 to 1. */
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
    // Fewer values lie over each other the further they are apart.
    const at = (lag: number): number => {
      const below = Math.floor(lag);
      if (power <= 0 || below + 1 >= 0.8 * length) return 0;
      const value = samples[below]! + (lag - below) * (samples[below + 1]! - samples[below]!);
      return (value / power) * (length / (length - lag));
    };
    /** The highest of what lies around a lag: beats are not exact. */
    const near = (lag: number): number => Math.max(at(lag - 1), at(lag), at(lag + 1));
    return Float32Array.from(
      periods,
      (period) => (near(period) + near(2 * period) + near(3 * period) + near(4 * period)) / 4,
    );
  });
}

/** Viterbi's algorithm over windows; the tempo changes by at most a few steps from one to the next. */
function likeliestPath(likelihoods: readonly Float32Array[]): number[] {
  const states = likelihoods[0]!.length;
  const reach = Math.round(STEPS_PER_OCTAVE / 10);
  let scores = likelihoods[0]!.map((value) => Math.log(value + 1e-4));
  const from: Int32Array[] = [];
  for (const own of likelihoods.slice(1)) {
    const next = new Float32Array(states);
    const back = new Int32Array(states);
    for (let state = 0; state < states; state++) {
      let [best, place] = [-Infinity, state];
      for (let move = -reach; move <= reach; move++) {
        const score = (scores[state + move] ?? -Infinity) - CHANGE * move * move;
        if (score > best) [best, place] = [score, state + move];
      }
      next[state] = best + Math.log(own[state]! + 1e-4);
      back[state] = place;
    }
    from.push(back);
    scores = next;
  }
  let state = scores.indexOf(Math.max(...scores));
  const path = [state];
  for (const back of from.toReversed()) path.push((state = back[state]!));
  return path.reverse();
}
