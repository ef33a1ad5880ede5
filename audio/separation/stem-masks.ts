import type { Shares } from "./mask-net.ts";
import type { StemName } from "./presets.ts";

/** A voice that leads stands in the middle: what is so similar in both channels, or more, is its. */
const MIDDLE = [0.6, 0.95] as const;

/** Fills a stem's mask from the shares of the sources. @param centre similarity of both channels, a number a bin */
export function fillMask(
  stem: StemName,
  shares: Shares,
  centre: Float32Array,
  mask: Float32Array,
): void {
  switch (stem) {
    case "drums":
    case "bass":
    case "guitar":
    case "piano":
    case "vocals":
      mask.set(shares[stem]);
      return;
    case "speech":
      mask.set(shares.vocals);
      return;
    case "lead": {
      const [first, second] = MIDDLE;
      for (let k = 0; k < mask.length; k++) {
        const inside = (centre[k]! - first) / (second - first);
        mask[k] = shares.vocals[k]! * Math.min(1, Math.max(0, inside));
      }
      return;
    }
    default:
      // What is left of the mix has no mask.
      mask.fill(0);
  }
}
