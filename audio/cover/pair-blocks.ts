import type { Block } from "../effect.ts";
import { createSampleQueue } from "../restoration/sample-queue.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";

/**
 * Two sounds with the same number of channels, in blocks of equal length, each valid until the
 * next. Length of the first sound; the second one is padded with silence.
 */
export async function* pairBlocks(
  first: AsyncIterable<Block>,
  second: AsyncGenerator<Block, void, undefined>,
  channels: number,
): AsyncGenerator<readonly [Block, Block], void, undefined> {
  const queue = createSampleQueue(channels);
  try {
    for await (const block of first) {
      const frames = framesOf(block);
      while (queue.frames < frames) {
        const { value, done } = await second.next();
        queue.push(done ? createBlock(channels, frames - queue.frames) : value);
      }
      yield [block, queue.take(frames)];
    }
  } finally {
    await second.return();
  }
}
