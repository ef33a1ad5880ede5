import type { Block } from "../effect.ts";
import { peakOf } from "./sample-kernel.ts";

/**
 * Largest valid sample magnitude: 96 dB above full scale, the largest value of floats that were
 * written as 16-bit integers without scaling. Fourth powers of larger samples overflow, and one of
 * them would silence a sound.
 */
export const MAX_SAMPLE = 65_536;

/** Whether samples with this peak can be processed. */
export const isFinitePeak = (peak: number): boolean => peak <= MAX_SAMPLE;

/**
 * Samples with 0 in place of NaN, infinite and too large values; the same array if there are none.
 */
const finiteSamples = (samples: Float32Array): Float32Array =>
  isFinitePeak(peakOf(samples))
    ? samples
    : samples.map((sample) => (isFinitePeak(Math.abs(sample)) ? sample : 0));

/** A block with 0 in place of samples that are not finite or exceed `MAX_SAMPLE`. */
export const finiteBlock = (block: Block): Block => block.map(finiteSamples);
