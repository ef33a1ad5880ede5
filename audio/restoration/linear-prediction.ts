import type { Numbers } from "../signal/fft/fft.ts";
import { solvePrediction } from "../signal/levinson.ts";

/** White noise at −60 dB keeps the model of pure tones stable. */
const WHITE = 1 + 1e-6;

/** Autocorrelation for lags 0 to `order`. */
export function autocorrelate(samples: Numbers, order: number): Float64Array {
  const sums = new Float64Array(order + 1);
  for (let lag = 0; lag <= order; lag++) {
    let sum = 0;
    for (let i = lag; i < samples.length; i++) sum += samples[i]! * samples[i - lag]!;
    sums[lag] = sum;
  }
  return sums;
}

/**
 * Coefficients of the prediction error filter 1 + a₁ z⁻¹ + … (Levinson and Durbin) of windowed
 * samples.
 */
export function predict(samples: Numbers, order: number): Float64Array {
  const sums = autocorrelate(samples, order);
  const [a, before] = [new Float64Array(order + 1), new Float64Array(order + 1)];
  sums[0] = sums[0]! * WHITE + 1e-12;
  solvePrediction(sums, a, before);
  return a;
}

/**
 * Replaces the samples in [`start`, `end`) so that the prediction error around them is minimal
 * (Janssen, Veldhuis and Vries 1986). Requires `order` samples before and after.
 */
export function interpolate(samples: Numbers, start: number, end: number, a: Float64Array): void {
  const order = a.length - 1;
  const length = end - start;
  const products = new Float64Array(order + 1);
  for (let lag = 0; lag <= order; lag++)
    for (let i = 0; i + lag <= order; i++) products[lag] = products[lag]! + a[i]! * a[i + lag]!;
  const right = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (let lag = -order; lag <= order; lag++) {
      const at = start + i + lag;
      if (at < start || at >= end) sum -= products[Math.abs(lag)]! * samples[at]!;
    }
    right[i] = sum;
  }
  solveBanded(products, right);
  for (let i = 0; i < length; i++) samples[start + i] = right[i]!;
}

/** Solves a symmetric banded Toeplitz system in place (Cholesky). */
function solveBanded(diagonals: Float64Array, right: Float64Array): void {
  const size = right.length;
  const band = Math.min(diagonals.length - 1, size - 1);
  const width = band + 1;
  const lower = new Float64Array(size * width);
  for (let row = 0; row < size; row++)
    for (let column = Math.max(0, row - band); column <= row; column++) {
      let sum = diagonals[row - column]! * (row === column ? 1 + 1e-9 : 1);
      for (let k = Math.max(0, row - band); k < column; k++)
        sum -= lower[row * width + row - k]! * lower[column * width + column - k]!;
      lower[row * width + row - column] =
        row === column ? Math.sqrt(Math.max(sum, 1e-30)) : sum / lower[column * width]!;
    }
  for (let row = 0; row < size; row++) {
    let sum = right[row]!;
    for (let k = Math.max(0, row - band); k < row; k++)
      sum -= lower[row * width + row - k]! * right[k]!;
    right[row] = sum / lower[row * width]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = right[row]!;
    for (let k = row + 1; k <= Math.min(size - 1, row + band); k++)
      sum -= lower[k * width + k - row]! * right[k]!;
    right[row] = sum / lower[row * width]!;
  }
}
