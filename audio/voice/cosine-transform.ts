import { createRealFft } from "../signal/fft/fft.ts";

/** Takes `size + 1` values and gives as many; input and output may be the same. */
export type CosineTransform = (values: Float64Array, out: Float64Array) => void;

/**
 * Fourier transform of `2 * size` real values that are their own mirror image, from the first half and
 * the middle: what a transform of half that size gives with some turning (Press et al., "Numerical
 * Recipes", 12.3.2). Applied twice it multiplies by `2 * size`.
 * @param size a power of two, 4 or more
 */
export function createCosineTransform(size: number): CosineTransform {
  const fft = createRealFft(size);
  const half = size / 2;
  const folded = new Float64Array(size);
  const re = new Float64Array(half + 1);
  const im = new Float64Array(half + 1);
  const angles = Array.from({ length: half }, (_, i) => (Math.PI * i) / size);
  const sines = Float64Array.from(angles, Math.sin);
  const cosines = Float64Array.from(angles, Math.cos);
  return (values, out) => {
    let odd = (values[0]! - values[size]!) / 2;
    folded[0] = (values[0]! + values[size]!) / 2;
    for (let i = 1; i < half; i++) {
      const mean = (values[i]! + values[size - i]!) / 2;
      const difference = values[i]! - values[size - i]!;
      const turned = sines[i]! * difference;
      folded[i] = mean - turned;
      folded[size - i] = mean + turned;
      odd += cosines[i]! * difference;
    }
    folded[half] = values[half]!;
    fft.forward(folded, re, im);
    for (let k = 0; k < half; k++) {
      out[2 * k] = 2 * re[k]!;
      if (k > 0) odd -= im[k]!;
      out[2 * k + 1] = 2 * odd;
    }
    out[size] = 2 * re[half]!;
  };
}
