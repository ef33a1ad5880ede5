import type { Analyzer, Block, Format } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { type FrameRange, mergeRanges, secondsOf } from "../ranges.ts";

/** Where a sound is clipped. */
export interface Clipping {
  /** Frames of a window; each has clip levels of its own, because edits change the level. */
  readonly window: number;
  /**
   * Clip levels of each channel: for each window the one of positive samples and the one of
   * negative samples, as magnitudes; Infinity where nothing is clipped. Samples that reach it are
   * clipped.
   */
  readonly levels: readonly Float32Array[];
  /** Frames that contain clipped samples of any channel, merged. */
  readonly ranges: readonly FrameRange[];
  /** Total length of the ranges. */
  readonly seconds: number;
  /** Fraction of all samples that is clipped, 0 to 1. */
  readonly share: number;
}

/** Seconds of a window. */
const WINDOW = 2;
/** Histogram bins from half the peak of a window to the peak. */
const BINS = 100;
/** Bins on each side of the most frequent level that belong to it: lossy codecs blur it. */
const REACH = 5;
/** Bins below it that show how frequent levels are without clipping. */
const BASE_FROM = 15;
/** Minimum ratio of frequencies at the level and below it; a sine has 2. */
const MIN_RATIO = 4;
/** Minimum number of clipped samples in a window, per Hz of the sample rate. */
const MIN_SAMPLES = 24 / 48_000;
/** Maximum share of clipped samples in a window: more of them are a square wave. */
const MAX_SHARE = 0.8;
/** Maximum share of samples above the level, of those at the level. */
const MAX_ABOVE = 0.3;
/** Relative distance within which samples are exactly at a level. */
const EXACT = 0.0015;
/** Part of the peak above which samples are compared with those exactly at it. */
const NEAR = 0.9;
/** Minimum ratio of frequencies exactly at the peak and near it; a sine has 9. */
const MIN_EXACT_RATIO = 16;
/** Windows from which a window without a level of its own takes one that it reaches. */
const NEIGHBORS = 5;
/** Levels below it are not examined: −60 dBFS. */
const MIN_LEVEL = 0.001;
/** Parts of a window: 20 ms each, the resolution of ranges. */
const PARTS = 100;
/** Seconds between clipped samples that belong to the same range. */
const GAP = 0.05;

interface WindowLevel {
  readonly peak: number;
  /** Infinity if nothing is clipped. */
  readonly level: number;
}

/** The highest magnitude of the samples of one sign. */
function peakOf(samples: Float32Array, sign: 1 | -1): number {
  let peak = 0;
  for (let i = 0; i < samples.length; i++) {
    const magnitude = sign * samples[i]!;
    if (magnitude > peak) peak = magnitude;
  }
  return peak;
}

/**
 * Whether samples of one sign are cut off exactly at their peak: far more of them are at it than
 * just below it.
 */
function isCutOff(
  samples: Float32Array,
  sign: 1 | -1,
  { peak, minSamples }: { readonly peak: number; readonly minSamples: number },
): boolean {
  const edge = peak * (1 - EXACT);
  let [at, near, next] = [0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const magnitude = sign * samples[i]!;
    if (magnitude >= edge) at++;
    else if (magnitude >= NEAR * peak) near++;
    if (magnitude < peak && magnitude > next) next = magnitude;
  }
  // Of few bits, one value stands for a whole step.
  const width = Math.max(EXACT, 1 - next / peak);
  const expected = (near / (1 - EXACT - NEAR)) * width;
  return at >= minSamples && at >= MIN_EXACT_RATIO * expected;
}

/**
 * The level at which samples of one sign were clipped before a codec blurred them: where a
 * histogram of magnitudes has a spike near its end (Aleinik and Matveev 2014). Infinity if it has
 * none.
 */
function findBlurredLevel(
  samples: Float32Array,
  sign: 1 | -1,
  { peak, minSamples }: { readonly peak: number; readonly minSamples: number },
): number {
  const histogram = new Float64Array(BINS + 1);
  for (let i = 0; i < samples.length; i++) {
    const part = (sign * samples[i]!) / peak;
    if (part < 0.5) continue;
    const bin = Math.min(BINS, Math.floor((part - 0.5) * 2 * BINS));
    histogram[bin] = histogram[bin]! + 1;
  }
  const sum = (from: number, to: number): number =>
    histogram.subarray(Math.max(0, from), Math.max(0, to)).reduce((all, one) => all + one, 0);
  let mode = BASE_FROM + REACH;
  for (let bin = mode; bin <= BINS; bin++) if (histogram[bin]! > histogram[mode]!) mode = bin;
  const [first, end] = [mode - REACH, Math.min(BINS + 1, mode + REACH + 1)];
  const at = sum(first, end);
  const below = sum(first - BASE_FROM, first) / BASE_FROM;
  if (
    at < minSamples ||
    at < MIN_RATIO * below * (end - first) ||
    sum(end, BINS + 1) > MAX_ABOVE * at
  )
    return Infinity;
  const low = peak * (0.5 + first / (2 * BINS));
  const high = end > BINS ? Infinity : peak * (0.5 + end / (2 * BINS));
  const values = samples
    .filter((sample) => sign * sample >= low && sign * sample <= high)
    .map(Math.abs)
    .sort();
  // Nearly all of the spike is above it.
  return values[Math.floor(values.length / 10)]!;
}

/** The level at which samples of one sign are clipped; Infinity if they are not. */
function findLevel(
  samples: Float32Array,
  sign: 1 | -1,
  range: { readonly peak: number; readonly minSamples: number },
): number {
  if (range.peak < MIN_LEVEL) return Infinity;
  return isCutOff(samples, sign, range)
    ? range.peak * (1 - EXACT)
    : findBlurredLevel(samples, sign, range);
}

const fixedLevel = (peak: number, threshold: number): WindowLevel => ({
  peak,
  level: peak >= threshold ? threshold : Infinity,
});

/** Clip levels of a window: of positive and of negative samples. */
function levelsOf(
  samples: Float32Array,
  { minSamples, threshold }: { readonly minSamples: number; readonly threshold: number | null },
): readonly [WindowLevel, WindowLevel] {
  const peaks = [peakOf(samples, 1), peakOf(samples, -1)] as const;
  if (threshold !== null) return [fixedLevel(peaks[0], threshold), fixedLevel(peaks[1], threshold)];
  const [high, low] = [1, -1].map((sign, at) =>
    findLevel(samples, sign as 1 | -1, { peak: peaks[at]!, minSamples }),
  ) as [number, number];
  let clipped = 0;
  for (let i = 0; i < samples.length; i++)
    if (samples[i]! >= high || -samples[i]! >= low) clipped++;
  const isWave = clipped > MAX_SHARE * samples.length;
  return [
    { peak: peaks[0], level: isWave ? Infinity : high },
    { peak: peaks[1], level: isWave ? Infinity : low },
  ];
}

/** Levels of windows; one that only just reaches the level of a neighbor is clipped there, too. */
function fillLevels(windows: readonly WindowLevel[]): readonly number[] {
  return windows.map(({ peak, level }, at) => {
    if (level < Infinity || peak < MIN_LEVEL) return level;
    for (let distance = 1; distance <= NEIGHBORS; distance++)
      for (const other of [windows[at - distance], windows[at + distance]])
        if (other && other.level < Infinity && other.peak >= peak * (1 - EXACT))
          return peak >= other.level ? other.level : Infinity;
    return Infinity;
  });
}

const fixedLevels = (windows: readonly WindowLevel[]): readonly number[] =>
  windows.map(({ level }) => level);

/** Indices of all windows, channels and parts. */
function* partsOf(
  tops: readonly (readonly Uint16Array[])[],
): Generator<readonly [at: number, channel: number, part: number]> {
  for (const [at, channels] of tops.entries())
    for (const channel of channels.keys())
      for (let part = 0; part < PARTS; part++) yield [at, channel, part];
}

/**
 * Finds the levels at which a sound is clipped, and where it is.
 * @param threshold magnitude from which samples are clipped; null if it is to be found
 */
export function createClippingFinder(
  { sampleRate, channels }: Format,
  threshold: number | null,
): Analyzer<Clipping> {
  const window = Math.round(WINDOW * sampleRate);
  const minSamples = MIN_SAMPLES * sampleRate;
  const held = Array.from({ length: channels }, () => new Float32Array(window));
  const found = held.map(() => [[], []] as [WindowLevel[], WindowLevel[]]);
  /** For each window and channel, how many samples of each part are at the peaks of both signs. */
  const tops: (readonly Uint16Array[])[] = [];
  let filled = 0;
  let count = 0;
  let total = 0;
  const endWindow = () => {
    const counts = held.map((samples, channel) => {
      const part = samples.subarray(0, filled);
      const [positive, negative] = levelsOf(part, { minSamples, threshold });
      found[channel]![0].push(positive);
      found[channel]![1].push(negative);
      const [high, low] = [positive, negative].map(({ peak, level }) =>
        Math.max(MIN_LEVEL, Math.min(level, peak * (1 - EXACT))),
      ) as [number, number];
      const counts = new Uint16Array(2 * PARTS);
      for (let i = 0; i < filled; i++) {
        const isLow = part[i]! <= -low;
        if (!isLow && part[i]! < high) continue;
        const index = 2 * Math.floor((i * PARTS) / window) + (isLow ? 1 : 0);
        counts[index] = counts[index]! + 1;
      }
      return counts;
    });
    tops.push(counts);
    count++;
    filled = 0;
  };
  return {
    push(block: Block) {
      const frames = framesOf(block);
      total += frames * channels;
      for (let at = 0; at < frames;) {
        const part = Math.min(window - filled, frames - at);
        for (const [channel, samples] of held.entries())
          samples.set(block[channel]!.subarray(at, at + part), filled);
        filled += part;
        at += part;
        if (filled === window) endWindow();
      }
    },
    finish(): Clipping {
      if (filled > 0) endWindow();
      const levels = found.map(([positive, negative]) => {
        const fill = threshold === null ? fillLevels : fixedLevels;
        const [high, low] = [fill(positive), fill(negative)];
        return Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 ? low : high)[i >> 1]!);
      });
      const ranges: FrameRange[] = [];
      let samples = 0;
      for (const [at, channel, part] of partsOf(tops)) {
        const clipped = [0, 1].reduce(
          (sum, sign) =>
            levels[channel]![2 * at + sign] === Infinity
              ? sum
              : sum + tops[at]![channel]![2 * part + sign]!,
          0,
        );
        if (clipped === 0) continue;
        samples += clipped;
        const [start, end] = [part, part + 1].map((one) =>
          Math.floor(at * window + (one * window) / PARTS),
        ) as [number, number];
        ranges.push({ start, end });
      }
      const merged = mergeRanges(ranges, GAP * sampleRate);
      const seconds = secondsOf(merged, sampleRate);
      return { window, levels, ranges: merged, seconds, share: total > 0 ? samples / total : 0 };
    },
  };
}
