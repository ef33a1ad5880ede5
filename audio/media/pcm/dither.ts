import type { Block } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";

/** One LSB of 16 bits. */
const STEP = 1 / 32_768;
/**
 * 32-bit linear congruential generator (Numerical Recipes, 3rd ed., 7.1.4): equal input gives equal
 * bytes.
 */
const MULTIPLIER = 1_664_525;
const INCREMENT = 1_013_904_223;
/** Two steps of the generator as one, so that steps do not wait for each other. */
const MULTIPLIER_OF_TWO = Math.imul(MULTIPLIER, MULTIPLIER);
const INCREMENT_OF_TWO = (Math.imul(INCREMENT, MULTIPLIER) + INCREMENT) | 0;
const SEED = 0x2545_f491;

/**
 * Adds TPDF dither, two LSB wide and independent per channel, before samples are rounded to 16
 * bits, so that the rounding error is noise rather than distortion (Lipshitz, Wannamaker,
 * Vanderkooy, "Quantization and Dither: A Theoretical Survey", J. Audio Eng. Soc. 40(5), 1992).
 * Sound that fits in 16 bits is unchanged up to the first sample that does not fit.
 * @returns a block that is valid until the next call; the input block if nothing is added
 */
export function createDither(channels: number): (block: Block) => Block {
  let scratch = createBlock(channels, 0);
  let begun = false;
  const states = Array.from({ length: channels }, (_, channel) => SEED + 0x9e37_79b9 * channel);
  return (block) => {
    const count = framesOf(block);
    const from = begun ? 0 : firstBetween(block);
    if (from === count) return block;
    begun = true;
    if (framesOf(scratch) < count) scratch = createBlock(channels, count);
    return block.map((plane, channel) => {
      const out = scratch[channel]!.subarray(0, count);
      out.set(plane.subarray(0, from));
      let state = states[channel]! | 0;
      for (let at = from; at < count; at++) {
        const first = (Math.imul(state, MULTIPLIER) + INCREMENT) >>> 16;
        state = (Math.imul(state, MULTIPLIER_OF_TWO) + INCREMENT_OF_TWO) | 0;
        out[at] = plane[at]! + (first - (state >>> 16)) * (STEP / 65_536);
      }
      states[channel] = state;
      return out;
    });
  };
}

/** First frame with a sample between two 16-bit steps; the block's length if there is none. */
function firstBetween(block: Block): number {
  const count = framesOf(block);
  let first = count;
  for (const plane of block)
    for (let at = 0; at < first; at++) {
      const scaled = plane[at]! * 32_768;
      if (scaled !== Math.round(scaled)) first = at;
    }
  return first;
}
