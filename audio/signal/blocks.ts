import type { Block } from "../effect.ts";

/** Number of frames in a block. */
export const framesOf = (block: Block): number => block[0]?.length ?? 0;

export const createBlock = (channels: number, frames: number): Float32Array[] =>
  Array.from({ length: channels }, () => new Float32Array(frames));

/**
 * A scratch buffer for one block at a time. It may contain old samples and is valid until the next
 * call.
 */
export function createScratch(channels: number): (frames: number) => Float32Array[] {
  let planes = createBlock(channels, 0);
  return (frames) => {
    if (framesOf(planes) < frames) planes = createBlock(channels, frames);
    return planes.map((plane) => plane.subarray(0, frames));
  };
}

/** Copies the frames from `start` (inclusive) to `end` (exclusive). */
export const copyFrames = (block: Block, start: number, end?: number): Float32Array[] =>
  block.map((samples) => samples.slice(start, end));

/** Concatenates blocks; null stands for an empty one. */
export function joinBlocks(blocks: readonly (Block | null)[], channels: number): Float32Array[] {
  const parts = blocks.filter((block) => block !== null);
  const joined = createBlock(
    channels,
    parts.reduce((frames, block) => frames + framesOf(block), 0),
  );
  let at = 0;
  for (const block of parts) {
    for (const [channel, samples] of block.entries()) joined[channel]!.set(samples, at);
    at += framesOf(block);
  }
  return joined;
}

/** Sums blocks of equal shape; a single block is returned as it is. @param blocks one or more */
export function sumBlocks(blocks: readonly Block[]): Block {
  const [first, ...others] = blocks;
  if (!first) throw new TypeError("There is nothing to add up");
  if (others.length === 0) return first;
  const sum = createBlock(first.length, framesOf(first));
  for (const block of blocks)
    for (const [channel, samples] of block.entries()) {
      const plane = sum[channel]!;
      for (let i = 0; i < samples.length; i++) plane[i] = plane[i]! + samples[i]!;
    }
  return sum;
}
