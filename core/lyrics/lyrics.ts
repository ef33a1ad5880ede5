/** A range of characters (UTF-16) of a line, and when it is sung. */
export interface LyricWord {
  readonly start: number;
  readonly end: number;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** A line of a song; untimed when its time is unknown. */
export interface LyricLine {
  readonly text: string;
  /** Seconds; null when untimed. */
  readonly from: number | null;
  readonly to: number | null;
  /** Empty when only the line is timed. */
  readonly words: readonly LyricWord[];
  /** Speaker, from a WebVTT voice span. */
  readonly voice?: string;
}

/** A problem of a lyrics file. */
export type LyricsProblem =
  /** Invalid times, such as 00:75, or ends before their start. */
  | { readonly kind: "brokenTimes"; readonly count: number }
  /** Lines that were out of order and have been sorted. */
  | { readonly kind: "order"; readonly count: number }
  /** Rows before the first subtitle, which are left out. */
  | { readonly kind: "outside"; readonly count: number };

export const isTimed = (line: LyricLine): line is LyricLine & { readonly from: number } =>
  line.from !== null;

/** Plain text as untimed lines, without empty ones. */
export const linesOf = (text: string): LyricLine[] =>
  text
    .split(/\r\n?|\n|\u2028/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => ({ text: line, from: null, to: null, words: [] }));

/** A line moved in time, with its words. */
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

/** Divides all times by a tempo factor, for faster or slower playback. */
export const atTempo = (lines: readonly LyricLine[], tempo: number): LyricLine[] =>
  lines.map((line) => ({
    ...line,
    from: line.from === null ? null : line.from / tempo,
    to: line.to === null ? null : line.to / tempo,
    words: line.words.map((word) => ({ ...word, from: word.from / tempo, to: word.to / tempo })),
  }));
