import type { Block } from "#audio/effect.ts";
import { createBlock, framesOf } from "#audio/signal/blocks.ts";

/** What is moved with a block. */
export const buffersOf = (block: Block): ArrayBuffer[] =>
  block.map(({ buffer }) => buffer as ArrayBuffer);

/** Blocks that nobody looks at any more. */
export interface BufferPool {
  /** A block, which may hold what was in it before. */
  acquire(channels: number, frames: number): Block;
  release(block: Block): void;
}

/**
 * Blocks of megabytes are used again. Left to be collected, they would pile up: a worker into which they
 * were moved has little else to collect, and a browser keeps even those that were given up with
 * `transfer(0)` until it does.
 */
export function createBufferPool(): BufferPool {
  const blocks: Block[] = [];
  return {
    acquire(channels, frames) {
      const at = blocks.findIndex((one) => one.length === channels && framesOf(one) === frames);
      return at < 0 ? createBlock(channels, frames) : blocks.splice(at, 1)[0]!;
    },
    release: (block) => void blocks.push(block),
  };
}
