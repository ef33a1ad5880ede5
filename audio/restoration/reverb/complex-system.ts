/** An array of complex values. */
export interface Complex {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/**
 * Creates a solver of A x = b of size `n`, with A Hermitian and positive definite, by Cholesky
 * decomposition. Only the lower triangle of A is read; x replaces b.
 * @param load diagonal loading, relative to the mean of the diagonal
 * @param ridge minimum diagonal loading
 */
export function createHermitianSolver(n: number, load: number, ridge: number) {
  const lower = { re: new Float64Array(n * n), im: new Float64Array(n * n) };
  return (a: Complex, b: Complex): void => {
    decompose(a, n, { load, ridge }, lower);
    substitute(lower, n, b);
  };
}

/** A = L Lᴴ; the diagonal of L is stored as 1 / L. */
function decompose(
  a: Complex,
  n: number,
  { load, ridge }: { readonly load: number; readonly ridge: number },
  { re, im }: Complex,
): void {
  let trace = 0;
  for (let i = 0; i < n; i++) trace += a.re[i * n + i]!;
  const more = (load * trace) / n + ridge;
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      const row = i * n;
      const other = j * n;
      let x = a.re[row + j]! + (i === j ? more : 0);
      let y = a.im[row + j]!;
      for (let k = 0; k < j; k++) {
        const p = re[row + k]!;
        const q = im[row + k]!;
        const r = re[other + k]!;
        const s = im[other + k]!;
        x -= p * r + q * s;
        y -= q * r - p * s;
      }
      if (i === j) re[row + i] = 1 / Math.sqrt(Math.max(x, 1e-30));
      else {
        re[row + j] = x * re[other + j]!;
        im[row + j] = y * re[other + j]!;
      }
    }
}

/** Solves L y = b, then Lᴴ x = y, in place of b. */
function substitute(lower: Complex, n: number, { re, im }: Complex): void {
  for (let i = 0; i < n; i++) {
    let x = re[i]!;
    let y = im[i]!;
    for (let k = 0; k < i; k++) {
      const p = lower.re[i * n + k]!;
      const q = lower.im[i * n + k]!;
      x -= p * re[k]! - q * im[k]!;
      y -= p * im[k]! + q * re[k]!;
    }
    re[i] = x * lower.re[i * n + i]!;
    im[i] = y * lower.re[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    let x = re[i]!;
    let y = im[i]!;
    for (let k = i + 1; k < n; k++) {
      const p = lower.re[k * n + i]!;
      const q = -lower.im[k * n + i]!;
      x -= p * re[k]! - q * im[k]!;
      y -= p * im[k]! + q * re[k]!;
    }
    re[i] = x * lower.re[i * n + i]!;
    im[i] = y * lower.re[i * n + i]!;
  }
}
