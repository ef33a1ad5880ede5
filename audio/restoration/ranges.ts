import type { Range } from "../parameters.ts";

/** Frames; the end is not part of it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export const toSeconds = ({ start, end }: Stretch, sampleRate: number) => ({
  start: start / sampleRate,
  end: end / sampleRate,
});

/** Stretches that no range touches. */
export function withoutKept<S extends Stretch>(
  stretches: readonly S[],
  keep: readonly Range[],
  sampleRate: number,
): readonly S[] {
  return stretches.filter(
    ({ start, end }) =>
      !keep.some(([from, to]) => start < to * sampleRate && from * sampleRate < end),
  );
}

/** The stretches, in order and apart. */
export function mergeStretches(stretches: readonly Stretch[], gap = 0): Stretch[] {
  const merged: Stretch[] = [];
  for (const one of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && one.start <= last.end + gap)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, one.end) };
    else merged.push(one);
  }
  return merged;
}
