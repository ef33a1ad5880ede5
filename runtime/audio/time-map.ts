/** A stretch of the input that is not in the result. Seconds. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/** Places of a sound and of what was made of it, in seconds. */
export interface TimeMap {
  toResult(time: number): number;
  toInput(time: number): number;
}

/** Seconds by which cuts and lengths may differ before they count as not belonging together. */
const SLACK = 0.25;

/**
 * Where a place of the input is in a result that is shorter by cuts. Where the cuts do not explain the
 * length, places are in proportion.
 * @param cuts in their order, without overlap
 */
export function createTimeMap(input: number, result: number, cuts: readonly Cut[]): TimeMap {
  const removed = cuts.reduce((sum, { start, end }) => sum + end - start, 0);
  const scale = input > 0 ? result / input : 1;
  if (Math.abs(input - removed - result) > SLACK)
    return {
      toResult: (time) => time * scale,
      toInput: (time) => (scale > 0 ? time / scale : 0),
    };
  return {
    toResult(time) {
      let before = 0;
      for (const { start, end } of cuts) {
        if (time <= start) break;
        before += Math.min(time, end) - start;
      }
      return time - before;
    },
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
