import { type LyricLine, type LyricsProblem, isTimed } from "./lyrics.ts";

/** Lyrics, and problems of their file. */
export interface ReadLyrics {
  readonly lines: readonly LyricLine[];
  readonly problems: readonly LyricsProblem[];
}

/** Lines in file order. An empty one ends the line before it. */
export interface FoundLines {
  readonly lines: readonly LyricLine[];
  /** Number of invalid times. */
  readonly broken: number;
  /** Number of rows that belong to no subtitle. */
  readonly outside?: number;
  /** Whether the format allows lines in any order. */
  readonly isUnordered?: boolean;
}

/** Sorts lines by time; untimed lines stay after the line they followed. */
export function orderLines({ lines, broken, outside = 0, isUnordered }: FoundLines): ReadLyrics {
  let last = 0;
  let moved = 0;
  const placed = lines.map((line, index) => {
    if (isTimed(line)) {
      if (line.from < last) moved++;
      last = line.from;
    }
    return { line, index, time: last };
  });
  placed.sort((a, b) => a.time - b.time || a.index - b.index);
  const problems: LyricsProblem[] = [];
  if (broken > 0) problems.push({ kind: "brokenTimes", count: broken });
  if (moved > 0 && !isUnordered) problems.push({ kind: "order", count: moved });
  if (outside > 0) problems.push({ kind: "outside", count: outside });
  return { lines: withEnds(placed.map(({ line }) => line)), problems };
}

/** For each timed line, the start of the next one that starts later. */
function laterTimes(lines: readonly LyricLine[]): (number | null)[] {
  let own: number | null = null;
  let later: number | null = null;
  return lines
    .toReversed()
    .map(({ from }) => {
      if (from !== null && from !== own) [own, later] = [from, own];
      return later;
    })
    .toReversed();
}

/** Lines without an end last until the next line. */
function withEnds(lines: readonly LyricLine[]): LyricLine[] {
  const nexts = laterTimes(lines);
  return lines.flatMap((line, at): LyricLine[] => {
    if (line.text === "") return [];
    if (line.from === null) return [{ ...line, words: [] }];
    const next = nexts[at]!;
    const words = line.words.map((word, index) =>
      index === line.words.length - 1 && word.to <= word.from
        ? { ...word, to: Math.max(word.from, Math.min(next ?? Infinity, word.from + 1)) }
        : word,
    );
    return [{ ...line, to: line.to ?? words.at(-1)?.to ?? next, words }];
  });
}
