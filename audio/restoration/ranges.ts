import type { TimeRange } from "../parameters.ts";

/** Frames; the end is exclusive. */
export interface FrameRange {
  readonly start: number;
  readonly end: number;
}

export const toSeconds = ({ start, end }: FrameRange, sampleRate: number) => ({
  start: start / sampleRate,
  end: end / sampleRate,
});

/** Total length of ranges in seconds. */
export const secondsOf = (ranges: readonly FrameRange[], sampleRate: number): number =>
  ranges.reduce((sum, { start, end }) => sum + end - start, 0) / sampleRate;

/** Ranges that overlap no other range. */
export function withoutRanges<S extends FrameRange>(
  ranges: readonly S[],
  keep: readonly TimeRange[],
  sampleRate: number,
): readonly S[] {
  return ranges.filter(
    ({ start, end }) =>
      !keep.some(([from, to]) => start < to * sampleRate && from * sampleRate < end),
  );
}

/** Sorts ranges and merges those that are at most `gap` frames apart. */
export function mergeRanges(ranges: readonly FrameRange[], gap = 0): FrameRange[] {
  const merged: FrameRange[] = [];
  for (const one of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && one.start <= last.end + gap)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, one.end) };
    else merged.push(one);
  }
  return merged;
}
