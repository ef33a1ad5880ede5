import type { Format, Processor } from "../effect.ts";
import { createBlock, createScratch, framesOf } from "./blocks.ts";
import { decibelsToFactor } from "./decibel.ts";
import { scaleInto, cachedPeak } from "./sample-kernel.ts";
import { createPeakFinder, PEAK_CONTEXT, PEAK_REACH } from "./true-peak.ts";

export interface LimiterOptions {
  /** dBTP that the output does not exceed. */
  readonly ceiling: number;
  /** Gain (a factor) before the limiter; defaults to 1. */
  readonly gain?: number;
  /** Seconds; defaults to 0.005. */
  readonly attack?: number;
  /** Seconds; defaults to 0.1. */
  readonly release?: number;
}

/** Samples between two checks for whether any limiting is needed. */
const MAX_BLOCK = 1024;
/** Smaller reductions (0.00001 dB) count as none. */
const MIN_REDUCTION = 1e-6;

/** Computes gain reduction from true peaks. */
interface Reducer {
  /** Frames by which reductions lag behind the input of the peak scanner. */
  readonly delay: number;
  /**
   * @param peaks of each channel, as from a `PeakScanner`
   * @returns for each sample the part to be removed; null if nothing is
   */
  reduce(peaks: readonly (Float32Array | null)[], frames: number): Float32Array | null;
}

/** The largest reduction that upcoming samples require, averaged over the attack. */
function createReducer(sampleRate: number, options: LimiterOptions): Reducer {
  const { attack = 0.005, release = 0.1 } = options;
  const ceiling = decibelsToFactor(options.ceiling);
  const smooth = Math.max(1, Math.round(attack * sampleRate));
  const envelope = createEnvelope(
    smooth + 2 * PEAK_REACH,
    smooth,
    Math.exp(-1 / (release * sampleRate)),
  );
  // The reach of the peaks on both sides, and the attack.
  const delay = 2 * PEAK_REACH + smooth - 1;
  const required = new Float64Array(MAX_BLOCK);
  /** Samples since the last one that exceeded the ceiling. */
  let framesSincePeak = delay;
  /** Computes the reduction that the peaks in [`from`, `to`) require. */
  const computeRequired = (peaks: readonly (Float32Array | null)[], from: number, to: number) => {
    required.fill(ceiling);
    for (const values of peaks)
      if (values)
        for (let i = from; i < to; i++)
          if (values[i]! > required[i - from]!) required[i - from] = values[i]!;
    for (let i = 0; i < to - from; i++) {
      const peak = required[i]!;
      framesSincePeak = peak > ceiling ? 0 : framesSincePeak + 1;
      required[i] = peak > ceiling ? 1 - ceiling / peak : 0;
    }
  };
  return {
    delay,
    reduce(peaks, frames) {
      let reductions: Float32Array | null = null;
      for (let at = 0; at < frames;) {
        // Long after the last peak, skip to the next one.
        const isIdle = framesSincePeak >= delay && envelope.isZero();
        const next = isIdle ? nextPeak(peaks, at, frames, ceiling) : at;
        envelope.pass(next - at);
        if (next === frames) break;
        reductions ??= new Float32Array(frames);
        at = Math.min(frames, next + MAX_BLOCK);
        computeRequired(peaks, next, at);
        envelope.run(required, reductions.subarray(next, at));
      }
      return reductions;
    },
  };
}

/**
 * Look-ahead true-peak limiter: the largest reduction that upcoming samples require, averaged over
 * the attack and linked across channels. Latency is compensated; where nothing exceeds the ceiling,
 * samples are only multiplied by the gain.
 */
export function createLimiter(
  { sampleRate, channels }: Format,
  options: LimiterOptions,
): Processor {
  const { gain = 1 } = options;
  const ceiling = decibelsToFactor(options.ceiling);
  const reducer = createReducer(sampleRate, options);
  const { delay } = reducer;
  const finders = Array.from({ length: channels }, () => createPeakFinder(sampleRate));
  const held = createBlock(channels, delay);
  const scratch = createScratch(channels);
  /** Peaks of the previous block of each channel, or upper bounds of them. */
  let previousMaxima: readonly number[] = held.map(() => 0);
  let skip = delay;

  const run = (input: readonly Float32Array[]): Float32Array[] | null => {
    const frames = framesOf(input);
    const whole = scratch(delay + frames);
    for (const [channel, samples] of whole.entries()) {
      samples.set(held[channel]!);
      scaleInto(samples.subarray(delay), input[channel]!, gain);
    }
    const sizes = input.map((samples) => {
      const cached = cachedPeak(samples);
      return cached === undefined ? Infinity : Math.fround(cached * gain);
    });
    const peaks = whole.map((samples, channel) => {
      const maximum = Math.max(previousMaxima[channel]!, sizes[channel]!);
      return finders[channel]!(samples.subarray(delay - PEAK_CONTEXT), ceiling, maximum);
    });
    // The context of a peak may reach beyond a short block.
    previousMaxima = frames < PEAK_CONTEXT ? sizes.map(() => Infinity) : sizes;
    const reductions = reducer.reduce(peaks, frames);
    if (reductions)
      for (const samples of whole)
        for (let i = 0; i < frames; i++) samples[i] = samples[i]! * (1 - reductions[i]!);
    for (const [channel, samples] of whole.entries()) held[channel]!.set(samples.subarray(frames));
    const early = Math.min(skip, frames);
    skip -= early;
    return early === frames ? null : whole.map((samples) => samples.subarray(early, frames));
  };

  let taken = 0;
  return {
    process(block) {
      taken += framesOf(block);
      return run(block);
    },
    finish: () => (taken > 0 ? run(createBlock(channels, delay)) : null),
  };
}

/** Index of the first sample whose peak exceeds the ceiling. */
function nextPeak(
  peaks: readonly (Float32Array | null)[],
  from: number,
  to: number,
  ceiling: number,
): number {
  let first = to;
  for (const values of peaks) {
    if (!values) continue;
    for (let i = from; i < first; i++) if (values[i]! > ceiling) first = i;
  }
  return first;
}

/**
 * Sliding maximum over `reach` values (0 or more) that decays by a factor per sample, followed by
 * the mean of the last `smooth` maxima; exactly 0 once all of them are 0.
 */
function createEnvelope(reach: number, smooth: number, fall: number) {
  // A monotonic queue: each entry is the maximum of the values after it. A bit mask is faster than
  // a remainder.
  const length = 2 ** Math.ceil(Math.log2(reach + 1));
  const mask = length - 1;
  const values = new Float64Array(length);
  const times = new Float64Array(length);
  const latest = new Float64Array(smooth);
  const queue = { first: 0, end: 0, time: 0 };
  const mean = { at: 0, sum: 0, others: 0, envelope: 0 };
  return {
    isZero: () => mean.others === 0 && mean.envelope === 0,
    /** Skips `count` values of 0 when the state is zero already. */
    pass(count: number): void {
      queue.time += count;
    },
    /** @param out receives the means */
    run(required: Float64Array, out: Float32Array): void {
      let { first, end, time } = queue;
      let { at, sum, others, envelope } = mean;
      for (let i = 0; i < out.length; i++) {
        const value = required[i]!;
        while (first !== end && times[first]! <= time - reach) first = (first + 1) & mask;
        while (first !== end && values[(end - 1) & mask]! <= value) end = (end - 1) & mask;
        values[end] = value;
        times[end] = time++;
        end = (end + 1) & mask;
        envelope *= fall;
        if (values[first]! > envelope) envelope = values[first]!;
        if (envelope < MIN_REDUCTION) envelope = 0;
        const old = latest[at]!;
        latest[at] = envelope;
        if (++at === smooth) at = 0;
        if (old !== 0) others--;
        if (envelope !== 0) others++;
        sum = others === 0 ? 0 : sum + envelope - old;
        out[i] = sum / smooth;
      }
      Object.assign(queue, { first, end, time });
      Object.assign(mean, { at, sum, others, envelope });
    },
  };
}
