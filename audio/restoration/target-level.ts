import type { Analyzer, Block, Format } from "../effect.ts";
import { createScratch, framesOf } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { channelWeights, createEnergyMeter, createWeighting, levelOf } from "../signal/loudness.ts";
import { peakOf, toldPeakOf } from "../signal/sample-kernel.ts";
import { createPeakScanner, PEAK_REACH } from "../signal/true-peak.ts";
import { createSeries } from "./series.ts";

export interface Level {
  /** LUFS before, see `levelOf`; −Infinity for silence */
  readonly integrated: number;
  /** dB that bring it to the target, behind a limiter. */
  readonly gain: number;
  /** LUFS behind the limiter with that gain: less than the target where a limiter cannot reach it. */
  readonly reached: number;
}

/** What is wanted of a limiter: a loudness behind it (LUFS), or a gain before it (dB). */
export type LimiterGoal = ({ readonly target: number } | { readonly gain: number }) & {
  /** dBTP */
  readonly ceiling: number;
};

/** dB by which a limiter may lower the highest peak, at most, in what is computed of it. */
const DEEPEST = 40;
/** dB that the gain is found to. */
const CLOSE = 0.003;
const MOST_ROUNDS = 30;
/** LU that are made up for at most: beyond, sound would only be distorted more. */
const MOST_LOST = 12;
/** Milliseconds that are looked at together. */
const PART = 65_536;
/** ms in which the limiter's level goes down before a peak. */
const ATTACK = 5;
/** Part of the limiter's reduction that is left after a millisecond. */
const FALL = Math.exp(-1 / 100);

/**
 * Finds the gain before a limiter that gives a loudness behind it. A limiter makes peaks softer, by
 * how much cannot be told from the loudness alone: of each millisecond the loudness and the highest
 * peak are kept, and when all is known it is reckoned from these what a limiter would take away. The
 * loudness is that of the weighted sound: the limiter's gain changes slowly beside the filters of the
 * weighting. Keeps 8 kB for each second.
 * @param frames that are expected, if known
 */
export function createTargetMeter(
  { sampleRate, channels }: Format,
  goal: LimiterGoal,
  frames = 0,
): Analyzer<Level> {
  const { ceiling } = goal;
  const weighting = createWeighting({ sampleRate, channels });
  const scratch = createScratch(channels);
  const weights = channelWeights(channels);
  const scanners = Array.from({ length: channels }, () => createPeakScanner(sampleRate));
  let highest = 0;
  /** Peaks below it are not looked at. */
  const softest = () =>
    decibelsToFactor(-DEEPEST) * Math.min(decibelsToFactor(ceiling - 0.05), highest);
  const expected = Math.ceil((frames * 1000) / sampleRate) + 2;
  const energies = createSeries(expected);
  const peaks = createSeries(expected);
  let taken = 0;

  const startOf = (millisecond: number) => Math.floor((millisecond * sampleRate) / 1000);
  /** Tells for each millisecond which of `frames` samples, the first of which has a number, lie in it. */
  const divide = (
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
    divide(taken, samples.length, (millisecond, from, to) => {
      let sum = 0;
      for (let i = from; i < to; i++) sum += samples[i]! * samples[i]!;
      const values = energies.values(millisecond);
      values[millisecond] = values[millisecond]! + weight * sum;
    });
  const addPeaks = (found: Float32Array) =>
    divide(taken - PEAK_REACH, found.length, (millisecond, from, to) => {
      // The first ones come before the first sample.
      const place = Math.max(0, millisecond);
      const values = peaks.values(place);
      let most = values[place]!;
      for (let i = from; i < to; i++) if (found[i]! > most) most = found[i]!;
      values[place] = most;
    });

  return {
    push(block: Block) {
      const weighted = scratch(framesOf(block));
      for (const [channel, samples] of weighted.entries()) samples.set(block[channel]!);
      weighting.run(weighted);
      for (const [channel, samples] of weighted.entries())
        if (weights[channel]! > 0) addEnergy(samples, weights[channel]!);
      for (const samples of block)
        highest = Math.max(highest, toldPeakOf(samples) ?? peakOf(samples));
      for (const [channel, samples] of block.entries()) {
        const found = scanners[channel]!.scan(samples, softest());
        if (found) addPeaks(found);
      }
      taken += framesOf(block);
    },
    finish() {
      const count = Math.floor((taken * 1000) / sampleRate);
      const sums = energies.values(count);
      // Part by part: of a long sound, whole rows of numbers would be far more than all that is kept.
      const levels = new Float64Array(PART);
      const reductions = new Float32Array(PART);
      const loudnessBehind = (reduce: ((part: Float32Array) => void) | null) => {
        const energy = createEnergyMeter({ sampleRate: 1000, channels: 1 });
        for (let from = 0; from < count; from += PART) {
          const length = Math.min(PART, count - from);
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
        const limit = Math.max(softest(), decibelsToFactor(ceiling - 0.05 - gain));
        return gain + loudnessBehind(createReduction(all, limit));
      };
      if ("gain" in goal) return { integrated, gain: goal.gain, reached: reachedAt(goal.gain) };
      const { target } = goal;
      const lostAt = (gain: number) => Math.min(MOST_LOST, integrated + gain - reachedAt(gain));
      let gain = target - integrated;
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const next = target - integrated + lostAt(gain);
        if (Math.abs(next - gain) < CLOSE) break;
        gain = next;
      }
      return { integrated, gain, reached: reachedAt(gain) };
    },
  };
}

/**
 * Puts what the limiter takes away, by milliseconds, into one part after the other: see `createReducer`.
 * @param limit the highest peak
 */
function createReduction(peaks: Float32Array, limit: number): (part: Float32Array) => void {
  const latest = new Float64Array(ATTACK);
  let envelope = 0;
  let sum = 0;
  let at = 0;
  const next = (): number => {
    let peak = limit;
    for (let i = Math.max(0, at - ATTACK); i <= at && i < peaks.length; i++)
      if (peaks[i]! > peak) peak = peaks[i]!;
    envelope = Math.max(1 - limit / peak, envelope * FALL);
    sum += envelope - latest[at % ATTACK]!;
    latest[at % ATTACK] = envelope;
    at++;
    return sum / ATTACK;
  };
  for (let early = 1; early < ATTACK; early++) next();
  return (part) => {
    for (let i = 0; i < part.length; i++) part[i] = next();
  };
}
