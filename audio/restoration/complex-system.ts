/**
 * Solves A x = b, A Hermitian and positive definite, with Cholesky. All are rows of complex numbers in
 * two arrays; of A the lower triangle is read.
 * @param load part of the mean of the diagonal that is added to it
 */
export function solveHermitian(
  a: { readonly re: Float64Array; readonly im: Float64Array },
  b: { readonly re: Float64Array; readonly im: Float64Array },
  load: number,
): { readonly re: Float64Array; readonly im: Float64Array } {
  const n = b.re.length;
  const lowerRe = new Float64Array(n * n);
  const lowerIm = new Float64Array(n * n);
  const re = b.re.slice();
  const im = b.im.slice();
  let trace = 0;
  for (let i = 0; i < n; i++) trace += a.re[i * n + i]!;
  const more = (load * trace) / n + 1e-20;
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let x = a.re[i * n + j]! + (i === j ? more : 0);
      let y = a.im[i * n + j]!;
      for (let k = 0; k < j; k++) {
        const [p, q] = [lowerRe[i * n + k]!, lowerIm[i * n + k]!];
        const [r, s] = [lowerRe[j * n + k]!, lowerIm[j * n + k]!];
        x -= p * r + q * s;
        y -= q * r - p * s;
      }
      if (i === j) lowerRe[i * n + i] = Math.sqrt(Math.max(x, 1e-30));
      else {
        lowerRe[i * n + j] = x / lowerRe[j * n + j]!;
        lowerIm[i * n + j] = y / lowerRe[j * n + j]!;
      }
    }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      const [p, q] = [lowerRe[i * n + k]!, lowerIm[i * n + k]!];
      re[i] = re[i]! - (p * re[k]! - q * im[k]!);
      im[i] = im[i]! - (p * im[k]! + q * re[k]!);
    }
    re[i] = re[i]! / lowerRe[i * n + i]!;
    im[i] = im[i]! / lowerRe[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) {
      const [p, q] = [lowerRe[k * n + i]!, -lowerIm[k * n + i]!];
      re[i] = re[i]! - (p * re[k]! - q * im[k]!);
      im[i] = im[i]! - (p * im[k]! + q * re[k]!);
    }
    re[i] = re[i]! / lowerRe[i * n + i]!;
    im[i] = im[i]! / lowerRe[i * n + i]!;
  }
  return { re, im };
}
