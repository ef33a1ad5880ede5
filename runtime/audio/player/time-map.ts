/** A range of a sound, in seconds. */
export interface FoundRange {
  readonly start: number;
  readonly end: number;
}

/** Places of a sound and of what was made of it, in seconds. */
export interface TimeMap {
  toResult(time: number): number;
  toInput(time: number): number;
}

/** Seconds by which lengths may differ before ranges count as not belonging to them. */
const SLACK = 0.25;
/** Share of what is left of a range that lies before the cut. */
const BEFORE = 0.6;

/**
 * What is missing of ranges that were shortened to one length, so that together they lost `removed`
 * seconds; null where they cannot have.
 */
export function cutsOf(
  ranges: readonly FoundRange[],
  removed: number,
): readonly FoundRange[] | null {
  if (removed < -SLACK) return null;
  let long = ranges;
  let leave = 0;
  // Those that are shorter than what is left of the others lost nothing.
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
 * Where a place of the input is in a result that lacks some of it. Where nothing explains the
 * difference in length, places are in proportion.
 * @param input length in seconds
 * @param result length in seconds
 * @param ranges those that may have been shortened, in their order, without overlap
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
