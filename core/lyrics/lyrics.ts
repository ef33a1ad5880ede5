/** Characters (UTF-16) of a line, and when they are sung. */
export interface LyricWord {
  readonly start: number;
  readonly end: number;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** A line of a song; without a time where nobody knows it. */
export interface LyricLine {
  readonly text: string;
  /** Seconds; null: not timed. */
  readonly from: number | null;
  readonly to: number | null;
  /** Empty where only the line has a time. */
  readonly words: readonly LyricWord[];
  /** Name of who says it, where WebVTT has a voice span. */
  readonly voice?: string;
}

/** What was wrong with a file of lyrics. */
export type LyricsProblem =
  /** Times that say nothing, such as 00:75, or that end before they begin. */
  | { readonly kind: "brokenTimes"; readonly count: number }
  /** Lines whose times were not in order; they are now. */
  | { readonly kind: "order"; readonly count: number }
  /** Rows of text before the first subtitle, which belong to none and are left out. */
  | { readonly kind: "outside"; readonly count: number };

export const isTimed = (line: LyricLine): line is LyricLine & { readonly from: number } =>
  line.from !== null;

/** Plain text as lines without times; empty ones are left out. */
export const linesOf = (text: string): LyricLine[] =>
  text
    .split(/\r\n?|\n|\u2028/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => ({ text: line, from: null, to: null, words: [] }));

/** A line elsewhere in time, with its words. */
export const movedLine = (line: LyricLine, from: number): LyricLine => {
  if (line.from === null) return { ...line, from };
  const by = from - line.from;
  return {
    ...line,
    from,
    to: line.to === null ? null : line.to + by,
    words: line.words.map((word) => ({ ...word, from: word.from + by, to: word.to + by })),
  };
};

/** All times divided by a tempo: lines of a song that is played faster or slower. */
export const atTempo = (lines: readonly LyricLine[], tempo: number): LyricLine[] =>
  lines.map((line) => ({
    ...line,
    from: line.from === null ? null : line.from / tempo,
    to: line.to === null ? null : line.to / tempo,
    words: line.words.map((word) => ({ ...word, from: word.from / tempo, to: word.to / tempo })),
  }));
