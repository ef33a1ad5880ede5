/**
 * The zero crossing nearest to the middle of a block, for the sum of all channels: a cut before
 * this frame does not click.
 * @returns frames from the start of the block; null if there is no zero crossing
 */
export function nearestCrossing(block: readonly Float32Array[], middle: number): number | null {
  const frames = block[0]?.length ?? 0;
  const at = (frame: number): number => block.reduce((sum, plane) => sum + plane[frame]!, 0);
  const passes = (frame: number): boolean => {
    if (frame < 1 || frame >= frames) return false;
    const value = at(frame);
    return value === 0 || value > 0 !== at(frame - 1) > 0;
  };
  for (let away = 0; away <= frames; away++) {
    if (passes(middle - away)) return middle - away;
    if (passes(middle + away)) return middle + away;
  }
  return null;
}
