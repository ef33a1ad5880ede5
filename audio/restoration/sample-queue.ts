import type { Block } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";

/** FIFO queue of planar samples. */
export interface SampleQueue {
  readonly frames: number;
  push(block: Block): void;
  /** Removes and returns the first frames; valid until the next `push`. */
  take(frames: number): Float32Array[];
}

export function createSampleQueue(channels: number): SampleQueue {
  let held = createBlock(channels, 4096);
  let start = 0;
  let end = 0;
  const makeRoom = (frames: number) => {
    const remaining = end - start;
    if (end + frames <= held[0]!.length) return;
    if (remaining + frames > held[0]!.length) {
      const larger = createBlock(channels, 2 * (remaining + frames));
      for (let c = 0; c < channels; c++) larger[c]!.set(held[c]!.subarray(start, end));
      held = larger;
    } else for (const samples of held) samples.copyWithin(0, start, end);
    start = 0;
    end = remaining;
  };
  return {
    get frames() {
      return end - start;
    },
    push(block) {
      const frames = framesOf(block);
      makeRoom(frames);
      for (let c = 0; c < channels; c++) held[c]!.set(block[c]!, end);
      end += frames;
    },
    take(frames) {
      const taken = held.map((samples) => samples.subarray(start, start + frames));
      start += frames;
      return taken;
    },
  };
}
