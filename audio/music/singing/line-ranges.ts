import { linesOfVoice } from "#core/lyrics/duet.ts";
import { isTimed, type LyricLine } from "#core/lyrics/lyrics.ts";

/** A timed line, and the range in which it is sung. */
export interface SungLine {
  readonly line: LyricLine;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** Length in seconds of a last line whose end is unknown. */
const LAST_LINE = 10;

/**
 * Lines that have times, in order; a line without an end lasts until the next one. Of lines that start
 * together, as a translation does, the first is the one that is sung.
 * @param voice of a duet: its own lines and those of both. A line without an end lasts until the
 *   next one of either voice, and one with an end may overlap with the other voice's lines.
 */
export function lineRanges(lines: readonly LyricLine[], voice?: string): SungLine[] {
  const timed = lines.filter(isTimed).toSorted((a, b) => a.from - b.from);
  const starts = [...new Set(timed.map(({ from }) => from))];
  const nextStarts = new Map(starts.map((from, at) => [from, starts[at + 1] ?? Infinity]));
  const own = (voice === undefined ? timed : linesOfVoice(timed, voice)).filter(
    ({ from }, at, sorted) => from !== sorted[at - 1]?.from,
  );
  return own.map((line, at) => {
    const next = own[at + 1]?.from ?? Infinity;
    const end = line.to ?? Math.min(nextStarts.get(line.from)!, line.from + LAST_LINE);
    return { line, from: line.from, to: Math.max(line.from, Math.min(end, next)) };
  });
}

/**
 * Tells of ascending times whether they are within one of some ranges.
 * @param ranges in order, without overlaps
 */
export function createRangeTest(
  ranges: readonly { readonly from: number; readonly to: number }[],
): (seconds: number) => boolean {
  let at = 0;
  return (seconds) => {
    while (at < ranges.length && ranges[at]!.to <= seconds) at += 1;
    return at < ranges.length && seconds >= ranges[at]!.from;
  };
}
