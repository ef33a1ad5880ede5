import { kaiserAt } from "./windows.ts";

/** Samples to each side that an interpolated value is made from. */
export const PEAK_REACH = 16;
const TAPS = 2 * PEAK_REACH;
/** Outputs that are looked at together when it is asked whether the work is worth while. */
const CHUNK = 32;

/** Peaks of one channel between its samples, from block to block. */
export interface PeakScanner {
  /**
   * Of each sample the largest of itself and the values up to the next one, `PEAK_REACH` samples late:
   * the first value of the first block is that of sample −16. Values that surely lie below
   * `threshold` may be too small; null where all do.
   */
  scan(samples: Float32Array, threshold: number): Float32Array | null;
  /** The same, without going on: the next call begins where this one did. */
  peek(samples: Float32Array, threshold: number): Float32Array | null;
}

/** Four values a sample below 96 kHz, two below 192 kHz, as ITU-R BS.1770-4 annex 2 wants it. */
export function createPeakScanner(sampleRate: number): PeakScanner {
  const times = sampleRate < 96_000 ? 4 : sampleRate < 192_000 ? 2 : 1;
  const kernels = Array.from({ length: times - 1 }, (_, i) => interpolator((i + 1) / times));
  const bound = Math.max(
    1,
    ...kernels.map((kernel) => kernel.reduce((a, b) => a + Math.abs(b), 0)),
  );
  let held = new Float32Array(TAPS - 1);

  const join = (samples: Float32Array): Float32Array<ArrayBuffer> => {
    const input = new Float32Array(held.length + samples.length);
    input.set(held);
    input.set(samples, held.length);
    return input;
  };
  const peaksOf = (input: Float32Array, threshold: number): Float32Array | null => {
    const count = input.length - TAPS + 1;
    const least = threshold / bound;
    let peaks: Float32Array | null = null;
    // Of the samples that a chunk is made from, those of the chunks before it are known.
    let before = largest(input, 0, CHUNK - 1);
    for (let start = 0; start < count; start += CHUNK) {
      const end = Math.min(start + CHUNK, count);
      const after = largest(input, start + CHUNK - 1, end + TAPS - 1);
      const isBelow = Math.max(before, after) <= least;
      before = after;
      if (isBelow) continue;
      peaks ??= new Float32Array(count);
      for (let i = start; i < end; i++) {
        let peak = Math.abs(input[i + PEAK_REACH - 1]!);
        for (const kernel of kernels) {
          let sum = 0;
          for (let tap = 0; tap < TAPS; tap++) sum += input[i + tap]! * kernel[tap]!;
          peak = Math.max(peak, Math.abs(sum));
        }
        peaks[i] = peak;
      }
    }
    return peaks;
  };
  return {
    scan(samples, threshold) {
      const input = join(samples);
      held = input.slice(samples.length);
      return peaksOf(input, threshold);
    },
    peek: (samples, threshold) => peaksOf(join(samples), threshold),
  };
}

function largest(samples: Float32Array, start: number, end: number): number {
  let most = 0;
  for (let i = start; i < end; i++) {
    const size = Math.abs(samples[i]!);
    if (size > most) most = size;
  }
  return most;
}

/** Kaiser-windowed sinc for the value so much of a sample after the 16th of 32. */
function interpolator(share: number): Float64Array {
  const kernel = Float64Array.from({ length: TAPS }, (_, i) => {
    const time = i - PEAK_REACH + 1 - share;
    return (Math.sin(Math.PI * time) / (Math.PI * time)) * kaiserAt(time / PEAK_REACH, 6);
  });
  const sum = kernel.reduce((a, b) => a + b, 0);
  return kernel.map((tap) => tap / sum);
}
