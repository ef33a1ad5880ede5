import type { Block } from "#audio/effect.ts";
import { createBlock, framesOf } from "#audio/signal/blocks.ts";

/** Buffers to transfer with a block. */
export const buffersOf = (block: Block): ArrayBuffer[] =>
  block.map(({ buffer }) => buffer as ArrayBuffer);

/** Reusable blocks. */
export interface BufferPool {
  /** Returns a block, which may contain old samples. */
  acquire(channels: number, frames: number): Block;
  release(block: Block): void;
}

/**
 * Reuses blocks of several megabytes. Without reuse, garbage would pile up: a worker that receives
 * transferred buffers has little other garbage to trigger a collection, and a browser keeps even
 * buffers that were detached with `transfer(0)` until a collection.
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
