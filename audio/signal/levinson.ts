/**
 * The prediction error's filter 1 + a₁ z⁻¹ + … of what has these autocorrelations (Levinson and Durbin).
 *
 * @param sums products of samples with those `lag` samples later, from lag 0 on
 * @param a where the filter goes; its length says its order
 * @param before as long, to work in
 * @returns the power that the prediction misses
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
