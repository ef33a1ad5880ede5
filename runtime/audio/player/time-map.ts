/** A range of a sound, in seconds. */
export interface FoundRange {
  readonly start: number;
  readonly end: number;
}

/** Maps positions between a sound and its result, in seconds. */
export interface TimeMap {
  toResult(time: number): number;
  toInput(time: number): number;
}

/** Tolerance in seconds between the lengths that ranges explain and the measured ones. */
const SLACK = 0.25;
/** Fraction of the rest of a shortened range that lies before the cut. */
const BEFORE = 0.6;

/**
 * The time removed from each range if all were shortened to one length and lost `removed` seconds
 * together; null if that is impossible.
 */
export function cutsOf(
  ranges: readonly FoundRange[],
  removed: number,
): readonly FoundRange[] | null {
  if (removed < -SLACK) return null;
  let long = ranges;
  let leave = 0;
  // Ranges shorter than the common length lost nothing.
  for (;;) {
    const total = long.reduce((sum, { start, end }) => sum + end - start, 0);
    if (long.length === 0 || total < removed - SLACK) return removed < SLACK ? [] : null;
    leave = Math.max(0, (total - removed) / long.length);
    const next = long.filter(({ start, end }) => end - start > leave);
    if (next.length === long.length) break;
    long = next;
  }
  return long.map(({ start, end }) => ({
    start: start + BEFORE * leave,
    end: end - (1 - BEFORE) * leave,
  }));
}

/**
 * Maps a position of the input to a result from which ranges were removed. If the ranges do not
 * explain the difference in length, positions scale proportionally.
 * @param input duration in seconds
 * @param result duration in seconds
 * @param ranges candidates for shortening, in order, without overlap
 */
export function createTimeMap(
  input: number,
  result: number,
  ranges: readonly FoundRange[],
): TimeMap {
  const cuts = cutsOf(ranges, input - result);
  if (!cuts) {
    const scale = input > 0 && result > 0 ? result / input : 1;
    return { toResult: (time) => time * scale, toInput: (time) => time / scale };
  }
  return {
    toResult: (time) =>
      cuts.reduce((at, { start, end }) => at - Math.max(0, Math.min(time, end) - start), time),
    toInput(time) {
      let at = time;
      for (const { start, end } of cuts) {
        if (at < start) break;
        at += end - start;
      }
      return at;
    },
  };
}
