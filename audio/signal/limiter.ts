import type { Format, Processor } from "../effect.ts";
import { createBlock, createScratch, framesOf } from "./blocks.ts";
import { decibelsToFactor } from "./decibel.ts";
import { scaleInto, toldPeakOf } from "./sample-kernel.ts";
import { createPeakFinder, PEAK_CONTEXT, PEAK_REACH } from "./true-peak.ts";

export interface LimiterOptions {
  /** dBTP that the output does not pass. */
  readonly ceiling: number;
  /** Factor for all samples before they are limited; 1 where it is missing. */
  readonly gain?: number;
  /** s in which the level goes down before a peak; 0.005 where it is missing. */
  readonly attack?: number;
  /** s in which most of it comes back; 0.1 where it is missing. */
  readonly release?: number;
}

/** Samples between two looks at whether there is something to do. */
const MOST_AT_ONCE = 1024;
/** Reductions below this one (0.00001 dB) are none. */
const LEAST = 1e-6;

/** By how much samples are to be lowered, from their peaks. */
interface Reducer {
  /** Samples by which the reductions are later than the samples that are given to the peaks' scanner. */
  readonly delay: number;
  /**
   * @param peaks of the channels, as a scanner gives them
   * @returns for each sample the part that is to be taken away; null where that is nothing
   */
  reduce(peaks: readonly (Float32Array | null)[], frames: number): Float32Array | null;
}

/** The largest reduction that the coming samples want, averaged over the attack. */
function createReducer(sampleRate: number, options: LimiterOptions): Reducer {
  const { attack = 0.005, release = 0.1 } = options;
  const ceiling = decibelsToFactor(options.ceiling);
  const smooth = Math.max(1, Math.round(attack * sampleRate));
  const envelope = createEnvelope(
    smooth + 2 * PEAK_REACH,
    smooth,
    Math.exp(-1 / (release * sampleRate)),
  );
  // The reach of the peaks to both sides, and the attack.
  const delay = 2 * PEAK_REACH + smooth - 1;
  const wanted = new Float64Array(MOST_AT_ONCE);
  /** Samples since the last one that passed the ceiling. */
  let calm = delay;
  /** What peaks from one to before another want. */
  const want = (peaks: readonly (Float32Array | null)[], from: number, to: number) => {
    wanted.fill(ceiling);
    for (const values of peaks)
      if (values)
        for (let i = from; i < to; i++)
          if (values[i]! > wanted[i - from]!) wanted[i - from] = values[i]!;
    for (let i = 0; i < to - from; i++) {
      const peak = wanted[i]!;
      calm = peak > ceiling ? 0 : calm + 1;
      wanted[i] = peak > ceiling ? 1 - ceiling / peak : 0;
    }
  };
  return {
    delay,
    reduce(peaks, frames) {
      let reductions: Float32Array | null = null;
      for (let at = 0; at < frames;) {
        // Long after the last peak there is nothing to do before the next one.
        const isIdle = calm >= delay && envelope.isZero();
        const next = isIdle ? nextPeak(peaks, at, frames, ceiling) : at;
        envelope.pass(next - at);
        if (next === frames) break;
        reductions ??= new Float32Array(frames);
        at = Math.min(frames, next + MOST_AT_ONCE);
        want(peaks, next, at);
        envelope.run(wanted, reductions.subarray(next, at));
      }
      return reductions;
    },
  };
}

/**
 * Look-ahead limiter for true peaks: the largest reduction that the coming samples want, averaged over
 * the attack, for all channels alike. In time with its input and as long; where nothing passes the
 * ceiling, the samples are only multiplied by the gain.
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
  /** Largest sizes in the block before, or more. */
  let before: readonly number[] = held.map(() => 0);
  let skip = delay;

  const run = (input: readonly Float32Array[]): Float32Array[] | null => {
    const frames = framesOf(input);
    const whole = scratch(delay + frames);
    for (const [channel, samples] of whole.entries()) {
      samples.set(held[channel]!);
      scaleInto(samples.subarray(delay), input[channel]!, gain);
    }
    const sizes = input.map((samples) => {
      const told = toldPeakOf(samples);
      return told === undefined ? Infinity : Math.fround(told * gain);
    });
    const peaks = whole.map((samples, channel) => {
      const most = Math.max(before[channel]!, sizes[channel]!);
      return finders[channel]!(samples.subarray(delay - PEAK_CONTEXT), ceiling, most);
    });
    // What a peak is made from may reach beyond a short block.
    before = frames < PEAK_CONTEXT ? sizes.map(() => Infinity) : sizes;
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

/** The first sample whose peak passes the ceiling. */
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
 * Largest of the last `reach` values, which are 0 or more, falling from there by a factor a sample, and
 * the mean of the last `smooth` of these: exactly 0 when all are 0.
 */
function createEnvelope(reach: number, smooth: number, fall: number) {
  // A queue of values that fall: each is the largest of those that came after it. A mask is sooner taken
  // than a remainder.
  const length = 2 ** Math.ceil(Math.log2(reach + 1));
  const mask = length - 1;
  const values = new Float64Array(length);
  const times = new Float64Array(length);
  const latest = new Float64Array(smooth);
  const queue = { first: 0, end: 0, time: 0 };
  const mean = { at: 0, sum: 0, others: 0, envelope: 0 };
  return {
    isZero: () => mean.others === 0 && mean.envelope === 0,
    /** So many values that are 0 come after none but such. */
    pass(count: number): void {
      queue.time += count;
    },
    /** @param out gets the means */
    run(wanted: Float64Array, out: Float32Array): void {
      let { first, end, time } = queue;
      let { at, sum, others, envelope } = mean;
      for (let i = 0; i < out.length; i++) {
        const value = wanted[i]!;
        while (first !== end && times[first]! <= time - reach) first = (first + 1) & mask;
        while (first !== end && values[(end - 1) & mask]! <= value) end = (end - 1) & mask;
        values[end] = value;
        times[end] = time++;
        end = (end + 1) & mask;
        envelope *= fall;
        if (values[first]! > envelope) envelope = values[first]!;
        if (envelope < LEAST) envelope = 0;
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
