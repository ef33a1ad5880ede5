import type { Shares } from "./mask-net.ts";
import type { StemName } from "./presets.ts";

/** A voice that leads stands in the middle: what is so similar in both channels, or more, is its. */
const MIDDLE = [0.6, 0.95] as const;

/**
 * Hz below which what is neither struck nor sung is the bass: its sound may be one that the nets have never
 * heard, and then they give its lowest part to other instruments.
 */
const LOWEST = 120;
const STEEPNESS = 6;

/** How much of each bin lies so low. @param hertz of a bin */
export const lowParts = (bins: number, hertz: number): Float32Array =>
  Float32Array.from({ length: bins }, (_, k) => 1 / (1 + ((k * hertz) / LOWEST) ** STEEPNESS));

/** What masks go by, a number a bin each. */
export interface MaskSources {
  readonly shares: Shares;
  /** Similarity of both channels. */
  readonly centre: Float32Array;
  /** As `lowParts` has it. */
  readonly low: Float32Array;
}

/** Fills a stem's mask from the shares of the sources. */
export function fillMask(
  stem: StemName,
  { shares, centre, low }: MaskSources,
  mask: Float32Array,
): void {
  switch (stem) {
    case "bass": {
      const { bass, guitar, piano, other } = shares;
      for (let k = 0; k < mask.length; k++)
        mask[k] = bass[k]! + low[k]! * (guitar[k]! + piano[k]! + other[k]!);
      return;
    }
    case "drums":
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
