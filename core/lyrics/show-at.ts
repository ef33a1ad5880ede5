import type { LyricLine } from "./lyrics.ts";
import { isTimed } from "./lyrics.ts";

/** What a screen shows at a moment. */
export interface Shown {
  /** Place of the line that is sung; null in a rest. */
  readonly line: number | null;
  /** Place of the line that comes after it, or after the rest. */
  readonly next: number | null;
  /** Words of the line that have begun. */
  readonly words: number;
  /** Seconds that are counted before the next line: 3, 2, 1; 0 where nothing is counted. */
  readonly count: number;
}

/** Seconds of a rest from which the next line is counted in. */
const REST = 4;
const COUNTED = 3;

/** @param time seconds of the song */
export function showAt(lines: readonly LyricLine[], time: number): Shown {
  let current: number | null = null;
  let next: number | null = null;
  for (const [at, line] of lines.entries()) {
    if (!isTimed(line)) continue;
    if (line.from <= time) current = at;
    else {
      next = at;
      break;
    }
  }
  const coming = next === null ? Infinity : lines[next]!.from!;
  const own = current === null ? null : lines[current]!;
  const end = own?.to ?? coming;
  // A line stays until the next one unless there is a rest between them.
  const isOver = own === null || (time >= end && coming - end > REST);
  const left = coming - time;
  const rested = coming - (own === null ? 0 : end);
  return {
    line: isOver ? null : current,
    next,
    words: own && !isOver ? own.words.filter(({ from }) => from <= time).length : 0,
    count: rested > REST && left <= COUNTED && left > 0 ? Math.ceil(left) : 0,
  };
}
