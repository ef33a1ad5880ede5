import type { Block } from "../effect.ts";

/** Histogram bins up to full scale; as many again above it. */
const BINS = 4096;
/**
 * Bounds relative to the peak: samples above the first are at the top, those above the second are
 * below it.
 */
const TOP = 0.9985;
const BELOW = 0.95;
/** Minimum number of samples at the top; fewer are coincidence. */
const MIN_SAMPLES = 24;
/**
 * Minimum density ratio of the top to the range below it. A sine, which stays near its peak longer
 * than any other sound, has a ratio of seven.
 */
const MIN_RATIO = 10;

export interface ClippingMeter {
  push(block: Block): void;
  /** Fraction of clipped samples, 0 to 1. */
  finish(): number;
}

/**
 * Detects clipping at any level, even if the gain was reduced afterwards: the magnitude histogram
 * of a clipped sound has a spike at its end (Aleinik, Matveev 2014), whereas it thins out
 * otherwise. A lossy codec smooths the spike, so clipping before it may be missed.
 */
export function createClippingMeter(): ClippingMeter {
  const histogram = new Float64Array(2 * BINS + 1);
  let total = 0;
  return {
    push(block) {
      for (const plane of block) {
        for (let i = 0; i < plane.length; i++) {
          const bin = Math.min(2 * BINS, Math.round(Math.abs(plane[i]!) * BINS));
          histogram[bin] = histogram[bin]! + 1;
        }
        total += plane.length;
      }
    },
    finish() {
      let peak = 2 * BINS;
      while (peak > 0 && histogram[peak] === 0) peak--;
      const top = Math.min(peak, Math.floor(TOP * peak));
      const below = Math.floor(BELOW * peak);
      // Too quiet to distinguish bins.
      if (top - below < 8) return 0;
      let [atTop, under] = [0, 0];
      for (let bin = top; bin <= peak; bin++) atTop += histogram[bin]!;
      for (let bin = below; bin < top; bin++) under += histogram[bin]!;
      const expected = (under / (top - below)) * (peak - top + 1);
      return atTop >= MIN_SAMPLES && atTop > MIN_RATIO * expected ? atTop / total : 0;
    },
  };
}
