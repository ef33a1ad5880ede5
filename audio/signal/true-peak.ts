import { createScratch } from "./blocks.ts";
import { PEAK_CHUNK, peaksOfChunks } from "./sample-kernel.ts";
import { createPeakKernel, MOST_SAMPLES, type PeakKernel } from "./true-peak-kernel.ts";
import { kaiser } from "./windows.ts";

/** Samples to each side that an interpolated value is made from. */
export const PEAK_REACH = 16;
const TAPS = 2 * PEAK_REACH;
/** Samples before the first one that a peak needs. */
export const PEAK_CONTEXT = TAPS - 1;

/** Peaks of one channel between its samples, from block to block. */
export interface PeakScanner {
  /**
   * Of each sample the largest of itself and the values up to the next one, `PEAK_REACH` samples late:
   * the first value of the first block is that of sample −16. Values that surely lie below
   * `threshold` may be too small; null where all do. They are good until the next call.
   */
  scan(samples: Float32Array, threshold: number): Float32Array | null;
  /** The same, without going on: the next call begins where this one did. */
  peek(samples: Float32Array, threshold: number): Float32Array | null;
}

/** Four values a sample below 96 kHz, two below 192 kHz, as ITU-R BS.1770-4 annex 2 wants it. */
export function createPeakScanner(sampleRate: number): PeakScanner {
  const find = createPeakFinder(sampleRate);
  const held = new Float32Array(PEAK_CONTEXT);
  const scratch = createScratch(1);

  const join = (samples: Float32Array): Float32Array => {
    const [input] = scratch(held.length + samples.length) as [Float32Array];
    input.set(held);
    input.set(samples, held.length);
    return input;
  };
  return {
    scan(samples, threshold) {
      const input = join(samples);
      held.set(input.subarray(samples.length));
      return find(input, threshold);
    },
    peek: (samples, threshold) => find(join(samples), threshold),
  };
}

/**
 * The same without memory: its input begins with the `PEAK_CONTEXT` samples that came before, and so
 * many peaks fewer come out.
 */
export function createPeakFinder(sampleRate: number) {
  const scratch = createScratch(1);
  const { bound, kernel } = interpolationOf(sampleRate < 96_000 ? 4 : sampleRate < 192_000 ? 2 : 1);
  /** @param most the largest size in the input, or more */
  return (input: Float32Array, threshold: number, most = Infinity): Float32Array | null => {
    const least = threshold / bound;
    if (most <= least) return null;
    // A chunk of outputs is made from its own samples and from those of the next chunk.
    const sizes = peaksOfChunks(input);
    const isHigh = (chunk: number): boolean =>
      sizes[chunk]! > least || (chunk + 1 < sizes.length && sizes[chunk + 1]! > least);
    const count = input.length - PEAK_CONTEXT;
    let peaks: Float32Array | null = null;
    for (let from = 0; from < count; from += MOST_SAMPLES) {
      const end = Math.min(count, from + MOST_SAMPLES);
      let isTaken = false;
      for (let at = from; at < end;) {
        if (!isHigh(at / PEAK_CHUNK)) {
          at += PEAK_CHUNK;
          continue;
        }
        // All that lie behind each other at once.
        let next = at + PEAK_CHUNK;
        while (next < end && isHigh(next / PEAK_CHUNK)) next += PEAK_CHUNK;
        if (!isTaken) kernel.take(input.subarray(from, end + PEAK_CONTEXT));
        isTaken = true;
        peaks ??= scratch(count)[0]!.fill(0);
        const length = Math.min(next, end) - at;
        peaks.set(kernel.peaks(at - from, next - at).subarray(0, length), at);
        at = next;
      }
    }
    return peaks;
  };
}

interface Interpolation {
  /** By how much a value may pass the largest sample that it is made from. */
  readonly bound: number;
  readonly kernel: PeakKernel;
}

const interpolations = new Map<number, Interpolation>();

/** For so many values a sample; made once. */
function interpolationOf(times: number): Interpolation {
  const known = interpolations.get(times);
  if (known) return known;
  const kernels = Array.from({ length: times - 1 }, (_, i) => interpolator((i + 1) / times));
  // Their factors are rounded, and so are the sums.
  const sums = kernels.map((kernel) => kernel.reduce((a, b) => a + Math.abs(b), 0));
  const made = { bound: 1.0001 * Math.max(1, ...sums), kernel: createPeakKernel(kernels, TAPS) };
  interpolations.set(times, made);
  return made;
}

/** Kaiser-windowed sinc for the value so much of a sample after the 16th of 32. */
function interpolator(share: number): Float64Array {
  const windowAt = kaiser(6);
  const kernel = Float64Array.from({ length: TAPS }, (_, i) => {
    const time = i - PEAK_REACH + 1 - share;
    return (Math.sin(Math.PI * time) / (Math.PI * time)) * windowAt(time / PEAK_REACH);
  });
  const sum = kernel.reduce((a, b) => a + b, 0);
  return kernel.map((tap) => tap / sum);
}
