import type { LyricLine, LyricWord } from "../lyrics/lyrics.ts";

/** A word of a transcript: characters (UTF-16) of its line, and when it is said. */
export interface TranscriptWord extends LyricWord {
  /** How sure the engine is of it, 0 to 1; missing where it does not tell. */
  readonly confidence?: number;
  /** Left out of what is saved, and its sound, too. */
  readonly cut?: true;
}

/** What somebody says without stopping for long. */
export interface TranscriptLine extends LyricLine {
  readonly from: number;
  readonly to: number;
  /** In their order; together they are all of the text but what lies between words. */
  readonly words: readonly TranscriptWord[];
  /** Place among the speakers; null: nobody has said who speaks. */
  readonly speaker: number | null;
  /** A chapter begins here, and is called this. */
  readonly chapter?: string;
}

/** A stretch of the recording, in seconds, where nobody speaks. */
export interface PauseCut {
  readonly from: number;
  readonly to: number;
}

/** Which kind of engine has made a transcript. */
export type TranscriptEngine = "align" | "studio" | "browser" | "hosted";

/** What a transcript was made with. */
export interface WrittenWith {
  readonly engine: TranscriptEngine;
  /** What the model is called that has made it; empty where it was none. */
  readonly model: string;
}

/** What is said in a recording. */
export interface Transcript extends WrittenWith {
  /** BCP 47 */
  readonly language: string;
  /** Of the recording. */
  readonly seconds: number;
  /** The text that was given does not seem to be what is said. */
  readonly doubtful?: boolean;
  /** Names. */
  readonly speakers: readonly string[];
  readonly lines: readonly TranscriptLine[];
  /** Pauses that are left out of the sound. */
  readonly pauses: readonly PauseCut[];
}

/** Confidence below which a word is marked as one to look at. */
export const UNSURE = 0.6;

/** A word by its places. */
export interface WordPosition {
  readonly line: number;
  readonly word: number;
}

/** A line without the words that are cut; null where nothing is left. */
export function uncutLine(line: TranscriptLine): TranscriptLine | null {
  if (!line.words.some(({ cut }) => cut)) return line;
  let text = "";
  const words: TranscriptWord[] = [];
  for (const [at, word] of line.words.entries()) {
    if (word.cut) continue;
    // What lies between two words belongs to the one before.
    const from = words.length === 0 && at > 0 ? word.start : (line.words[at - 1]?.end ?? 0);
    const gap = words.length === 0 ? "" : line.text.slice(from, word.start);
    const start = text.length + gap.length;
    text += gap + line.text.slice(word.start, word.end);
    words.push({ ...word, start, end: text.length });
  }
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? { ...line, text, words, from: first.from, to: last.to } : null;
}

/** All lines without what is cut. */
export const uncutLines = ({ lines }: Pick<Transcript, "lines">): TranscriptLine[] =>
  lines.map(uncutLine).filter((line) => line !== null);
