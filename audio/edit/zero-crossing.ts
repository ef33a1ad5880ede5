import type { Block } from "../effect.ts";
import { framesOf } from "../signal/blocks.ts";

/**
 * The frame nearest to `at` where the sum of the channels changes its sign or is 0, so that a cut
 * does not click; `at` itself if there is none within `reach` frames.
 * @param block sound around the position @param at frame of the block
 */
export function snapToZero(block: Block, at: number, reach: number): number {
  const valueAt = (frame: number): number =>
    block.reduce((sum, samples) => sum + (samples[frame] ?? 0), 0);
  const isCrossing = (frame: number): boolean => {
    if (frame < 0 || frame >= framesOf(block)) return false;
    const here = valueAt(frame);
    return here === 0 || (frame > 0 && valueAt(frame - 1) * here < 0);
  };
  for (let distance = 0; distance <= reach; distance++) {
    if (isCrossing(at - distance)) return at - distance;
    if (isCrossing(at + distance)) return at + distance;
  }
  return at;
}
