import type { Block } from "../effect.ts";

/** Bins of the histogram for a full-scale sample; as many again for what lies above. */
const BINS = 4096;
/** Parts of the peak: samples from the first on are at the top, those from the second on below it. */
const TOP = 0.9985;
const BELOW = 0.95;
/** A sound whose top holds fewer samples has touched it by chance. */
const LEAST = 24;
/**
 * By so much the top is fuller than what lies below it, for its width, where sound is cut off: that of a
 * sine, which stays near its peak longest of all sounds, is seven times as full.
 */
const FULLER = 10;

export interface ClippingMeter {
  push(block: Block): void;
  /** Part of the samples that are cut off, 0 to 1; 0 where nothing is. */
  finish(): number;
}

/**
 * Finds clipping at any level, also where a file was made quieter afterwards: the histogram of
 * magnitudes of a clipped sound has a spike at its end (Aleinik, Matveev 2014), that of any other
 * thins out. A lossy codec rounds the spike off, so that what was clipped before it may be missed.
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
      // Too quiet for bins to be told apart.
      if (top - below < 8) return 0;
      let [atTop, under] = [0, 0];
      for (let bin = top; bin <= peak; bin++) atTop += histogram[bin]!;
      for (let bin = below; bin < top; bin++) under += histogram[bin]!;
      const expected = (under / (top - below)) * (peak - top + 1);
      return atTop >= LEAST && atTop > FULLER * expected ? atTop / total : 0;
    },
  };
}
