import { createRealFft } from "../../signal/fft/fft.ts";
import { nthLargest } from "./nth-largest.ts";

export interface SparseOptions {
  /** Number of allowed coefficients at first, and by which it grows. */
  readonly step: number;
  /** Relative distance between the samples and their sparse spectrum at which to stop. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/**
 * Creates a function that replaces the clipped samples of a frame so that its spectrum is as sparse
 * as possible: A-SPADE (Kitić, Bertin and Gribonval 2015), with a Fourier transform of twice the
 * length of the frame.
 * @param length of the frame, a power of two
 */
export function createSparseDeclipper(length: number, options: SparseOptions) {
  const fft = createRealFft(2 * length);
  const { bins } = fft;
  const padded = new Float64Array(2 * length);
  const [re, im, dualRe, dualIm, sparseRe, sparseIm, powers, scratch] = Array.from(
    { length: 8 },
    () => new Float64Array(bins),
  ) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  /**
   * @param samples of the frame; clipped ones are replaced
   * @param lowest allowed value of each sample; equal to `highest` where the sample is not clipped
   * @returns the number of iterations
   */
  return (samples: Float64Array, lowest: Float64Array, highest: Float64Array): number => {
    dualRe.fill(0);
    dualIm.fill(0);
    padded.set(samples);
    padded.fill(0, length);
    fft.forward(padded, re, im);
    let energy = 0;
    for (let k = 0; k < bins; k++) energy += re[k]! ** 2 + im[k]! ** 2;
    const limit = options.tolerance ** 2 * energy;
    let allowed = options.step;
    let count = 0;
    while (count < options.maxIterations && allowed < bins) {
      count++;
      for (let k = 0; k < bins; k++) {
        const [x, y] = [re[k]! + dualRe[k]!, im[k]! + dualIm[k]!];
        sparseRe[k] = x;
        sparseIm[k] = y;
        powers[k] = x * x + y * y;
      }
      const threshold = nthLargest(powers, allowed, scratch);
      for (let k = 0; k < bins; k++) {
        const isLarge = powers[k]! >= threshold;
        if (!isLarge) {
          sparseRe[k] = 0;
          sparseIm[k] = 0;
        }
        re[k] = sparseRe[k]! - dualRe[k]!;
        im[k] = sparseIm[k]! - dualIm[k]!;
      }
      fft.inverse(re, im, padded);
      for (let i = 0; i < length; i++)
        padded[i] = Math.min(highest[i]!, Math.max(lowest[i]!, padded[i]!));
      padded.fill(0, length);
      fft.forward(padded, re, im);
      let distance = 0;
      for (let k = 0; k < bins; k++) {
        const [x, y] = [re[k]! - sparseRe[k]!, im[k]! - sparseIm[k]!];
        dualRe[k] = dualRe[k]! + x;
        dualIm[k] = dualIm[k]! + y;
        distance += x * x + y * y;
      }
      if (distance <= limit) break;
      allowed += options.step;
    }
    samples.set(padded.subarray(0, length));
    return count;
  };
}
