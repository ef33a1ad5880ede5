import type { Block } from "../effect.ts";
import { peakOf } from "./sample-kernel.ts";

/** The samples, with 0 in place of those that are no numbers; the same array where there are none. */
const finiteSamples = (samples: Float32Array): Float32Array =>
  Number.isFinite(peakOf(samples))
    ? samples
    : samples.map((sample) => (Number.isFinite(sample) ? sample : 0));

/** A block without samples that are no numbers: those count as 0. */
export const finiteBlock = (block: Block): Block => block.map(finiteSamples);
