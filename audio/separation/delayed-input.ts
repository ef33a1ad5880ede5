import type { Block } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";

/** The input, delayed until the stems are ready. @param length initial capacity in samples */
export function createDelayedInput(channels: number, length: number) {
  let waiting = createBlock(channels, length);
  let retained = 0;
  return {
    keep(block: Block): void {
      const frames = framesOf(block);
      if (retained + frames > waiting[0]!.length) {
        const larger = createBlock(channels, 2 * (retained + frames));
        for (const [c, samples] of waiting.entries()) larger[c]!.set(samples.subarray(0, retained));
        waiting = larger;
      }
      for (const [c, samples] of waiting.entries()) samples.set(block[c]!, retained);
      retained += frames;
    },
    /** Writes the input minus the stems to `rest` and drops that part of the input. */
    writeResidual(stems: readonly Block[], rest: Block): void {
      const count = framesOf(rest);
      for (const [c, samples] of waiting.entries()) {
        const left = rest[c]!;
        left.set(samples.subarray(0, count));
        for (const stem of stems) {
          const part = stem[c]!;
          for (let i = 0; i < count; i++) left[i] = left[i]! - part[i]!;
        }
        samples.copyWithin(0, count, retained);
      }
      retained -= count;
    },
  };
}
