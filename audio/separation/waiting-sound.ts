import type { Block } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";

/** The sound itself, from the first sample on that has not been given. @param length samples it has room for at first */
export function createWaitingSound(channels: number, length: number) {
  let waiting = createBlock(channels, length);
  let kept = 0;
  return {
    keep(block: Block): void {
      const frames = framesOf(block);
      if (kept + frames > waiting[0]!.length) {
        const larger = createBlock(channels, 2 * (kept + frames));
        for (const [c, samples] of waiting.entries()) larger[c]!.set(samples.subarray(0, kept));
        waiting = larger;
      }
      for (const [c, samples] of waiting.entries()) samples.set(block[c]!, kept);
      kept += frames;
    },
    /** Fills `rest` with its first samples less those of the stems, and lets them go. */
    leave(stems: readonly Block[], rest: Block): void {
      const count = framesOf(rest);
      for (const [c, samples] of waiting.entries()) {
        const left = rest[c]!;
        left.set(samples.subarray(0, count));
        for (const stem of stems) {
          const part = stem[c]!;
          for (let i = 0; i < count; i++) left[i] = left[i]! - part[i]!;
        }
        samples.copyWithin(0, count, kept);
      }
      kept -= count;
    },
  };
}
