import type { Block } from "../../../audio/effect.ts";

/** What is moved with a block. */
export const buffersOf = (block: Block): ArrayBuffer[] =>
  block.map(({ buffer }) => buffer as ArrayBuffer);

/**
 * Gives the memory of a block back that nobody looks at any more, where the browser can. Several of
 * these megabytes would else wait in each worker until there is enough to collect.
 */
export function release(block: Block): void {
  for (const buffer of buffersOf(block)) buffer.transfer?.(0);
}
