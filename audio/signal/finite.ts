import type { Block } from "../effect.ts";

/** The samples, with 0 in place of those that are no numbers; the same array where there are none. */
function finiteSamples(samples: Float32Array): Float32Array {
  let zero = 0;
  // 0 for numbers, NaN for all else.
  for (let at = 0; at < samples.length; at++) zero += samples[at]! - samples[at]!;
  if (zero === 0) return samples;
  return samples.map((sample) => (Number.isFinite(sample) ? sample : 0));
}

/** A block without samples that are no numbers: those count as 0. */
export const finiteBlock = (block: Block): Block => block.map(finiteSamples);
