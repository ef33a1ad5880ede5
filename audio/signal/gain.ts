import type { Processor } from "../effect.ts";
import { createScratch, framesOf } from "./blocks.ts";
import { scaleInto } from "./sample-kernel.ts";

/** Multiplies all samples by a factor. */
export function createGain(factor: number, channels: number): Processor {
  const scratch = createScratch(channels);
  return {
    process(block) {
      const scaled = scratch(framesOf(block));
      for (const [channel, samples] of block.entries())
        scaleInto(scaled[channel]!, samples, factor);
      return scaled;
    },
    finish: () => null,
  };
}
