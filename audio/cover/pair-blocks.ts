import type { Block } from "../effect.ts";
import { createSampleQueue } from "../restoration/sample-queue.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";

/**
 * Two sounds of one number of channels side by side, in blocks of one length, each good until the next. It is as
 * long as the first; where the second ends before, there is silence.
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
