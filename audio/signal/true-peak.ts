import { createScratch } from "./blocks.ts";
import { PEAK_CHUNK, peaksOfChunks } from "./sample-kernel.ts";
import { createPeakKernel, MAX_SAMPLES, type PeakKernel } from "./true-peak-kernel.ts";
import { kaiser } from "./windows.ts";

/** Samples on each side of an interpolated value. */
export const PEAK_REACH = 16;
const TAPS = 2 * PEAK_REACH;
/** Samples before the first one that a peak needs. */
export const PEAK_CONTEXT = TAPS - 1;

/** True peaks of one channel; state carries over from block to block. */
export interface PeakScanner {
  /**
   * For each sample, the maximum of its magnitude and of the values up to the next sample,
   * `PEAK_REACH` samples late: the first value of the first block belongs to sample −16. Values
   * below `threshold` may be too small; null if all are below it. Valid until the next call.
   */
  scan(samples: Float32Array, threshold: number): Float32Array | null;
  /** Like `scan`, but without advancing: the next call begins at the same sample. */
  peek(samples: Float32Array, threshold: number): Float32Array | null;
}

/** 4× oversampling below 96 kHz, 2× below 192 kHz, as in annex 2 of ITU-R BS.1770-4. */
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
 * Stateless variant: its input begins with the `PEAK_CONTEXT` preceding samples, so the output is
 * that much shorter.
 */
export function createPeakFinder(sampleRate: number) {
  const scratch = createScratch(1);
  const { bound, kernel } = interpolationOf(sampleRate < 96_000 ? 4 : sampleRate < 192_000 ? 2 : 1);
  /** @param maximum largest magnitude in the input, or an upper bound of it */
  return (input: Float32Array, threshold: number, maximum = Infinity): Float32Array | null => {
    const minimum = threshold / bound;
    if (maximum <= minimum) return null;
    // A chunk of outputs depends on its own samples and on those of the next chunk.
    const sizes = peaksOfChunks(input);
    const isHigh = (chunk: number): boolean =>
      sizes[chunk]! > minimum || (chunk + 1 < sizes.length && sizes[chunk + 1]! > minimum);
    const count = input.length - PEAK_CONTEXT;
    let peaks: Float32Array | null = null;
    for (let from = 0; from < count; from += MAX_SAMPLES) {
      const end = Math.min(count, from + MAX_SAMPLES);
      let isTaken = false;
      for (let at = from; at < end;) {
        if (!isHigh(at / PEAK_CHUNK)) {
          at += PEAK_CHUNK;
          continue;
        }
        // Processes consecutive chunks at once.
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
  /** Factor by which an interpolated value may exceed the largest sample that it depends on. */
  readonly bound: number;
  readonly kernel: PeakKernel;
}

const interpolations = new Map<number, Interpolation>();

/** Kernels for an oversampling factor; cached. */
function interpolationOf(times: number): Interpolation {
  const known = interpolations.get(times);
  if (known) return known;
  const kernels = Array.from({ length: times - 1 }, (_, i) => interpolator((i + 1) / times));
  // Allows for rounding of the coefficients and of the sums.
  const sums = kernels.map((kernel) => kernel.reduce((a, b) => a + Math.abs(b), 0));
  const made = { bound: 1.0001 * Math.max(1, ...sums), kernel: createPeakKernel(kernels, TAPS) };
  interpolations.set(times, made);
  return made;
}

/** Kaiser-windowed sinc at a fractional position after the 16th of 32 samples. */
function interpolator(share: number): Float64Array {
  const windowAt = kaiser(6);
  const kernel = Float64Array.from({ length: TAPS }, (_, i) => {
    const time = i - PEAK_REACH + 1 - share;
    return (Math.sin(Math.PI * time) / (Math.PI * time)) * windowAt(time / PEAK_REACH);
  });
  const sum = kernel.reduce((a, b) => a + b, 0);
  return kernel.map((tap) => tap / sum);
}
