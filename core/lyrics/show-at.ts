import { type LyricLine, isTimed } from "./lyrics.ts";

/** State of the screen at a moment. */
export interface Shown {
  /** Index of the current line, the first of those that start together; null during a rest. */
  readonly line: number | null;
  /** Index of the next line. */
  readonly next: number | null;
  /** Count-in before the next line, in seconds: 3, 2, 1; 0 without a count-in. */
  readonly count: number;
}

/** Minimum rest in seconds before a count-in. */
const REST = 4;
const COUNTED = 3;

/** Maximum number of lines shown together. */
const TOGETHER = 3;

/**
 * A line and the following lines that start with it: rows of one subtitle, or a line and its
 * translation.
 * @param first index of the line
 */
export function togetherWith(lines: readonly LyricLine[], first: number): readonly LyricLine[] {
  const { from } = lines[first]!;
  const found = lines.slice(first, first + TOGETHER);
  const end = found.findIndex((line) => line.from !== from);
  return end < 0 ? found : found.slice(0, end);
}

/** Number of words of a line that have started. */
export const wordsBegun = ({ words }: LyricLine, time: number): number =>
  words.filter(({ from }) => from <= time).length;

/** @param time seconds of the song */
export function showAt(lines: readonly LyricLine[], time: number): Shown {
  let current: number | null = null;
  let next: number | null = null;
  for (const [at, line] of lines.entries()) {
    if (!isTimed(line)) continue;
    if (line.from <= time) {
      if (lines[at - 1]?.from !== line.from) current = at;
    } else {
      next = at;
      break;
    }
  }
  const coming = next === null ? Infinity : lines[next]!.from!;
  const ends = current === null ? [] : togetherWith(lines, current).map(({ to }) => to);
  const end = Math.max(...ends.map((to) => to ?? coming));
  // A line stays until the next one unless there is a rest in between.
  const isOver = current === null || (time >= end && coming - end > REST);
  const left = coming - time;
  const rested = coming - (current === null ? 0 : end);
  return {
    line: isOver ? null : current,
    next,
    count: rested > REST && left <= COUNTED && left > 0 ? Math.ceil(left) : 0,
  };
}
