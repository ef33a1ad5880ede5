import type { Analyzer, Block, Format } from "../effect.ts";
import { createScratch, framesOf } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { channelWeights, createEnergyMeter, createWeighting, levelOf } from "../signal/loudness.ts";
import { peakOf, cachedPeak } from "../signal/sample-kernel.ts";
import { createPeakScanner, PEAK_REACH } from "../signal/true-peak.ts";
import { createGrowingArray } from "./growing-array.ts";

export interface Level {
  /** LUFS of the input, see `levelOf`; −Infinity for silence */
  readonly integrated: number;
  /** Gain in dB that reaches the target behind a limiter. */
  readonly gain: number;
  /** LUFS behind the limiter with that gain; below the target if a limiter cannot reach it. */
  readonly reached: number;
}

export interface TargetMeter extends Analyzer<Level> {
  /** @param gainAt factor at a time in seconds that is applied before the gain; changes slowly */
  finish(gainAt?: (time: number) => number): Level;
}

/** Goal: a loudness behind the limiter (LUFS) or a gain before it (dB). */
export type LimiterGoal = ({ readonly target: number } | { readonly gain: number }) & {
  /** dBTP */
  readonly ceiling: number;
};

/** Maximum reduction in dB by the limiter in the estimate. */
const MAX_REDUCTION_DB = 40;
/** Precision of the gain in dB. */
const TOLERANCE_DB = 0.003;
const MAX_ITERATIONS = 30;
/** Maximum makeup gain in LU: more would only add distortion. */
const MAX_MAKEUP_LU = 12;
/** Milliseconds processed at once. */
const CHUNK_MS = 65_536;
/** Attack of the limiter in ms. */
const ATTACK_MS = 5;
/** Fraction of the limiter's reduction that is left after one millisecond. */
const RELEASE_PER_MS = Math.exp(-1 / 100);

/**
 * Finds the gain before a limiter that yields a loudness behind it. The effect of a limiter cannot
 * be derived from the loudness alone, so energy and peak of each millisecond are stored, and the
 * limiter is simulated on them at the end. The simulated gain is applied to the weighted sound,
 * because it changes slowly compared with the K-weighting filters. Memory: 8 kB per second.
 * @param frames expected length, if known
 */
export function createTargetMeter(
  { sampleRate, channels }: Format,
  goal: LimiterGoal,
  frames = 0,
): TargetMeter {
  const { ceiling } = goal;
  const weighting = createWeighting({ sampleRate, channels });
  const scratch = createScratch(channels);
  const weights = channelWeights(channels);
  const scanners = Array.from({ length: channels }, () => createPeakScanner(sampleRate));
  let highest = 0;
  /** Lower peaks are ignored. */
  const minPeak = () =>
    decibelsToFactor(-MAX_REDUCTION_DB) * Math.min(decibelsToFactor(ceiling - 0.05), highest);
  const expected = Math.ceil((frames * 1000) / sampleRate) + 2;
  const energies = createGrowingArray(expected);
  const peaks = createGrowingArray(expected);
  let taken = 0;

  const startOf = (millisecond: number) => Math.floor((millisecond * sampleRate) / 1000);
  /**
   * Visits the range of each millisecond among `frames` samples; the first one has index `first`.
   */
  const forEachMillisecond = (
    first: number,
    frames: number,
    visit: (millisecond: number, from: number, to: number) => void,
  ) => {
    let millisecond = Math.ceil(((first + 1) * 1000) / sampleRate) - 1;
    for (let at = 0; at < frames; millisecond++) {
      const end = Math.min(frames, startOf(millisecond + 1) - first);
      if (end > at) visit(millisecond, at, end);
      at = Math.max(at, end);
    }
  };
  const addEnergy = (samples: Float32Array, weight: number) =>
    forEachMillisecond(taken, samples.length, (millisecond, from, to) => {
      let sum = 0;
      for (let i = from; i < to; i++) sum += samples[i]! * samples[i]!;
      const values = energies.values(millisecond);
      values[millisecond] = values[millisecond]! + weight * sum;
    });
  const addPeaks = (found: Float32Array) =>
    forEachMillisecond(taken - PEAK_REACH, found.length, (millisecond, from, to) => {
      // The first peaks precede the first sample.
      const index = Math.max(0, millisecond);
      const values = peaks.values(index);
      let maximum = values[index]!;
      for (let i = from; i < to; i++) if (found[i]! > maximum) maximum = found[i]!;
      values[index] = maximum;
    });

  return {
    push(block: Block) {
      const weighted = scratch(framesOf(block));
      for (const [channel, samples] of weighted.entries()) samples.set(block[channel]!);
      weighting.run(weighted);
      for (const [channel, samples] of weighted.entries())
        if (weights[channel]! > 0) addEnergy(samples, weights[channel]!);
      for (const samples of block)
        highest = Math.max(highest, cachedPeak(samples) ?? peakOf(samples));
      for (const [channel, samples] of block.entries()) {
        const found = scanners[channel]!.scan(samples, minPeak());
        if (found) addPeaks(found);
      }
      taken += framesOf(block);
    },
    finish(gainAt) {
      const count = Math.floor((taken * 1000) / sampleRate);
      const sums = energies.values(count);
      if (gainAt) applyGain([sums, peaks.values(count)], count, gainAt);
      // In chunks: arrays for a long sound would need much more memory than the stored values.
      const levels = new Float64Array(CHUNK_MS);
      const reductions = new Float32Array(CHUNK_MS);
      const loudnessBehind = (reduce: ((part: Float32Array) => void) | null) => {
        const energy = createEnergyMeter({ sampleRate: 1000, channels: 1 });
        for (let from = 0; from < count; from += CHUNK_MS) {
          const length = Math.min(CHUNK_MS, count - from);
          for (let i = 0; i < length; i++)
            levels[i] = Math.sqrt((sums[from + i]! * 1000) / sampleRate);
          if (reduce) reduce(reductions.subarray(0, length));
          energy.add([levels], length, reduce && reductions);
        }
        return levelOf(energy);
      };
      const integrated = loudnessBehind(null);
      if (!Number.isFinite(integrated)) return { integrated, gain: 0, reached: integrated };
      const all = peaks.values(count).subarray(0, count);
      const reachedAt = (gain: number) => {
        const limit = Math.max(minPeak(), decibelsToFactor(ceiling - 0.05 - gain));
        return gain + loudnessBehind(createReduction(all, limit));
      };
      if ("gain" in goal) return { integrated, gain: goal.gain, reached: reachedAt(goal.gain) };
      const { target } = goal;
      const lostAt = (gain: number) => Math.min(MAX_MAKEUP_LU, integrated + gain - reachedAt(gain));
      let gain = target - integrated;
      for (let round = 0; round < MAX_ITERATIONS; round++) {
        const next = target - integrated + lostAt(gain);
        if (Math.abs(next - gain) < TOLERANCE_DB) break;
        gain = next;
      }
      return { integrated, gain, reached: reachedAt(gain) };
    },
  };
}

/** Applies a gain over time to energies and peaks of consecutive milliseconds. */
function applyGain(
  [energies, peaks]: readonly [Float32Array, Float32Array],
  count: number,
  gainAt: (time: number) => number,
): void {
  for (let i = 0; i < count; i++) {
    const factor = gainAt((i + 0.5) / 1000);
    energies[i] = energies[i]! * factor ** 2;
    peaks[i] = peaks[i]! * factor;
  }
}

/**
 * Simulates the limiter's reduction per millisecond, chunk by chunk: see `createReducer`.
 * @param limit the highest allowed peak
 */
function createReduction(peaks: Float32Array, limit: number): (part: Float32Array) => void {
  const latest = new Float64Array(ATTACK_MS);
  let envelope = 0;
  let sum = 0;
  let at = 0;
  const next = (): number => {
    let peak = limit;
    for (let i = Math.max(0, at - ATTACK_MS); i <= at && i < peaks.length; i++)
      if (peaks[i]! > peak) peak = peaks[i]!;
    envelope = Math.max(1 - limit / peak, envelope * RELEASE_PER_MS);
    sum += envelope - latest[at % ATTACK_MS]!;
    latest[at % ATTACK_MS] = envelope;
    at++;
    return sum / ATTACK_MS;
  };
  for (let early = 1; early < ATTACK_MS; early++) next();
  return (part) => {
    for (let i = 0; i < part.length; i++) part[i] = next();
  };
}
