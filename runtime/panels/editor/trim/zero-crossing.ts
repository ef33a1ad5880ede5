/**
 * The frame nearest to one in the middle at which the sound, all channels together, passes zero or is
 * zero: a cut before it does not click.
 * @returns frames from the beginning of the block; null where it does not pass zero
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
