/**
 * Coefficients of the prediction error filter 1 + a₁ z⁻¹ + … from an autocorrelation (Levinson and
 * Durbin).
 *
 * @param sums autocorrelation from lag 0 on
 * @param a receives the coefficients; its length determines the order
 * @param before scratch space of the same length
 * @returns power of the prediction error
 */
export function solvePrediction(
  sums: Float32Array | Float64Array,
  a: Float64Array,
  before: Float64Array,
): number {
  a.fill(0);
  a[0] = 1;
  let error = sums[0]!;
  for (let n = 1; n < a.length; n++) {
    let reflection = sums[n]!;
    for (let i = 1; i < n; i++) reflection += a[i]! * sums[n - i]!;
    reflection /= -error;
    before.set(a);
    for (let i = 1; i < n; i++) a[i] = before[i]! + reflection * before[n - i]!;
    a[n] = reflection;
    error *= 1 - reflection * reflection;
  }
  return error;
}
