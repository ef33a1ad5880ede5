import type { Shares } from "./mask-net.ts";
import type { StemName } from "./presets.ts";

/**
 * A lead voice is panned to the center: channel correlations at which a bin begins to count, and
 * counts fully.
 */
const CENTER_SIMILARITY = [0.6, 0.95] as const;

/**
 * Hz below which everything that is neither percussive nor sung counts as bass: the networks assign
 * the lowest part of unfamiliar bass sounds to other instruments.
 */
const BASS_HERTZ = 120;
const STEEPNESS = 6;

/** Fraction of each bin below that limit. @param hertz of a bin */
export const bassParts = (bins: number, hertz: number): Float32Array =>
  Float32Array.from({ length: bins }, (_, k) => 1 / (1 + ((k * hertz) / BASS_HERTZ) ** STEEPNESS));

/** Inputs of the masks, one value per bin. */
export interface MaskSources {
  readonly shares: Shares;
  /** Correlation of both channels. */
  readonly center: Float32Array;
  /** See `bassParts`. */
  readonly low: Float32Array;
}

/** Fills a stem's mask from the source ratios. */
export function fillMask(
  stem: StemName,
  { shares, center, low }: MaskSources,
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
      const [first, second] = CENTER_SIMILARITY;
      for (let k = 0; k < mask.length; k++) {
        const inside = (center[k]! - first) / (second - first);
        mask[k] = shares.vocals[k]! * Math.min(1, Math.max(0, inside));
      }
      return;
    }
    default:
      // The residual has no mask.
      mask.fill(0);
  }
}
