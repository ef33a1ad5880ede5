import type { Axis } from "./axis.ts";

/** Computes image rows from spectra. */
export interface Rows {
  readonly height: number;
  /** Maximum level within each row, 0 at the top; levels as in `SPECTRUM_LEVELS`, 0 to 255. */
  readonly levelAt: (levels: Uint8Array, column: number, row: number) => number;
}

/** @param size FFT size in frames */
export function createRows(axis: Axis, height: number, size: number): Rows {
  const bins = size / 2 + 1;
  const binAt = (share: number): number => (axis.hertzAt(share) / axis.highest) * (bins - 1);
  const edges = Float32Array.from({ length: height + 1 }, (_, row) => binAt(1 - row / height));
  return {
    height,
    levelAt(levels, column, row) {
      const offset = column * bins;
      const [high, low] = [edges[row]!, edges[row + 1]!];
      const last = Math.min(bins - 1, Math.round(high));
      let max = 0;
      for (let bin = Math.round(low); bin <= last; bin++) {
        const level = levels[offset + bin]!;
        const before = bin > 0 ? levels[offset + bin - 1]! : level;
        const after = bin < bins - 1 ? levels[offset + bin + 1]! : level;
        // In dB, the main lobe of a tone is close to a parabola: interpolate its peak from three
        // bins.
        const slope = (after - before) / 2;
        const bend = (before + after) / 2 - level;
        const top = bend < 0 ? -slope / (2 * bend) : 0;
        const peakOffset = Math.min(0.5, high - bin, Math.max(-0.5, low - bin, top));
        max = Math.max(max, level + slope * peakOffset + bend * peakOffset * peakOffset);
      }
      return Math.min(255, max);
    },
  };
}
