import type { Block } from "../../effect.ts";
import { copyFrames, framesOf, joinBlocks } from "../../signal/blocks.ts";

type Blocks = AsyncGenerator<Block, void, undefined>;

/** Skips the first frames. */
export async function* skipFrames(blocks: AsyncIterable<Block>, count: number): Blocks {
  let left = count;
  for await (const block of blocks) {
    const skipped = Math.min(left, framesOf(block));
    left -= skipped;
    if (skipped < framesOf(block))
      yield skipped === 0 ? block : block.map((plane) => plane.subarray(skipped));
  }
}

/** Takes the first frames; nothing after them is read. */
export async function* takeFrames(blocks: AsyncIterable<Block>, count: number): Blocks {
  let left = count;
  if (left <= 0) return;
  for await (const block of blocks) {
    const frames = framesOf(block);
    yield frames <= left ? block : block.map((plane) => plane.subarray(0, left));
    left -= frames;
    if (left <= 0) return;
  }
}

/** Drops the last frames. */
export async function* dropFrames(blocks: AsyncIterable<Block>, count: number): Blocks {
  if (count === 0) return yield* blocks;
  let held: Block | null = null;
  for await (const block of blocks) {
    const whole = joinBlocks([held, block], block.length);
    const ready = Math.max(0, framesOf(whole) - count);
    held = copyFrames(whole, ready);
    if (ready > 0) yield whole.map((plane) => plane.subarray(0, ready));
  }
}
