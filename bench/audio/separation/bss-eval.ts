import type { Stereo } from "./multitracks.ts";

/** dB, of an estimate against the stem that it is of. */
export interface SeparationScore {
  /** Stem against all else, whatever the level (Le Roux 2019). */
  readonly siSdr: number;
  /** Stem against what came in of the other stems. */
  readonly sir: number;
  /** All that is of the stems against what is of none. */
  readonly sar: number;
}

const dot = (a: Stereo, b: Stereo): number => {
  let sum = 0;
  for (const side of [0, 1] as const)
    for (let i = 0; i < a[side].length; i++) sum += a[side][i]! * b[side][i]!;
  return sum;
};

/** Solves a small symmetric system (Gauss, with pivots). */
function solve(matrix: number[][], values: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, values[i]!]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    const best = rows
      .slice(k)
      .reduce((at, row, i) => (Math.abs(row[k]!) > Math.abs(rows[at]![k]!) ? i + k : at), k);
    [rows[k], rows[best]] = [rows[best]!, rows[k]!];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = rows[i]![k]! / rows[k]![k]!;
      rows[i] = rows[i]!.map((x, j) => x - factor * rows[k]![j]!);
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}

const decibels = (signal: number, other: number) =>
  10 * Math.log10(signal / Math.max(other, 1e-12));

/**
 * BSS Eval's decomposition (Vincent, Gribonval and Févotte 2006) where a gain, and no filter, is allowed
 * (their case of time-invariant gains), both channels as one: the estimate's part of the stem, of all
 * stems, and what is left.
 * @param stems those of the mix, which are not silent
 */
export function createScorer(
  stems: readonly Stereo[],
): (estimate: Stereo, stem: Stereo) => SeparationScore {
  const gram = stems.map((a) => stems.map((b) => dot(a, b)));
  return (estimate, stem) => {
    const energy = dot(estimate, estimate);
    const target = dot(estimate, stem) ** 2 / dot(stem, stem);
    const products = stems.map((one) => dot(estimate, one));
    const gains = solve(gram, products);
    const known = gains.reduce((sum, gain, i) => sum + gain * products[i]!, 0);
    return {
      siSdr: decibels(target, energy - target),
      sir: decibels(target, known - target),
      sar: decibels(known, energy - known),
    };
  };
}
