import type { Block } from "../effect.ts";
import { peakOf } from "./sample-kernel.ts";

/**
 * Largest size of a sample: 96 dB above full scale, as far as floats that were written as whole numbers
 * of 16 bits go. Squares of squares of more are no numbers any more, and one would silence a sound.
 */
export const LOUDEST = 65_536;

/** Whether samples with this peak can be worked on. */
export const isFinitePeak = (peak: number): boolean => peak <= LOUDEST;

/** The samples, with 0 in place of those that are no numbers; the same array where there are none. */
const finiteSamples = (samples: Float32Array): Float32Array =>
  isFinitePeak(peakOf(samples))
    ? samples
    : samples.map((sample) => (isFinitePeak(Math.abs(sample)) ? sample : 0));

/** A block without samples that are no numbers, or larger than `LOUDEST`: those count as 0. */
export const finiteBlock = (block: Block): Block => block.map(finiteSamples);
