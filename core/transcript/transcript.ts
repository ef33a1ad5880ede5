import type { LyricLine, LyricWord } from "../lyrics/lyrics.ts";

/** A word of a transcript: UTF-16 offsets in its line, and its time range. */
export interface TranscriptWord extends LyricWord {
  /** Confidence of the engine, 0 to 1; undefined if it reports none. */
  readonly confidence?: number;
  /** The word and its audio are excluded from saved files. */
  readonly cut?: true;
}

/** Speech without a long pause. */
export interface TranscriptLine extends LyricLine {
  readonly from: number;
  readonly to: number;
  /** Words in order; together they cover the text except the characters between words. */
  readonly words: readonly TranscriptWord[];
  /** Index of the speaker; null: unknown. */
  readonly speaker: number | null;
  readonly chapter?: string;
}

/** A range of the recording without speech, in seconds. */
export interface PauseCut {
  readonly from: number;
  readonly to: number;
}

export type TranscriptEngine = "align" | "studio" | "browser" | "hosted";

/** The engine and model that created a transcript. */
export interface WrittenWith {
  readonly engine: TranscriptEngine;
  /** Empty if no model was used. */
  readonly model: string;
}

export interface Transcript extends WrittenWith {
  /** BCP 47. */
  readonly language: string;
  readonly seconds: number;
  /** The provided text does not seem to match the speech. */
  readonly doubtful?: boolean;
  readonly speakers: readonly string[];
  readonly lines: readonly TranscriptLine[];
  /** Pauses that are cut. */
  readonly pauses: readonly PauseCut[];
}

/** Confidence below which a word is highlighted for review. */
export const UNSURE = 0.6;

export interface WordPosition {
  readonly line: number;
  readonly word: number;
}

/** A line without its cut words; null if none is left. */
export function uncutLine(line: TranscriptLine): TranscriptLine | null {
  if (!line.words.some(({ cut }) => cut)) return line;
  let text = "";
  const words: TranscriptWord[] = [];
  for (const [at, word] of line.words.entries()) {
    if (word.cut) continue;
    // Characters between two words belong to the first one.
    const from = words.length === 0 && at > 0 ? word.start : (line.words[at - 1]?.end ?? 0);
    const gap = words.length === 0 ? "" : line.text.slice(from, word.start);
    const start = text.length + gap.length;
    text += gap + line.text.slice(word.start, word.end);
    words.push({ ...word, start, end: text.length });
  }
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? { ...line, text, words, from: first.from, to: last.to } : null;
}

export const uncutLines = ({ lines }: Pick<Transcript, "lines">): TranscriptLine[] =>
  lines.map(uncutLine).filter((line) => line !== null);
