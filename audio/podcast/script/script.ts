export const TONES = ["plain", "chatty"] as const;
export type Tone = (typeof TONES)[number];

/** One of two hosts: the first leads, the second asks. */
export type Host = 0 | 1;

/** What one host says in one go. */
export interface ScriptLine {
  /** Within its script. */
  readonly id: string;
  readonly host: Host;
  readonly text: string;
  /** Index of the sentence of the source that it quotes; null where it quotes none. */
  readonly source: number | null;
  /** Title of the chapter that begins with it; null where none does. */
  readonly chapter: string | null;
}

export interface Script {
  readonly title: string;
  /** Code of a locale, in which it is spoken. */
  readonly language: string;
  readonly lines: readonly ScriptLine[];
}

/** Characters that are spoken in a second, about. */
const PACE: Readonly<Record<string, number>> = {
  ja: 7,
  ko: 6.5,
  zh: 4.6,
  "zh-tw": 4.6,
  ar: 12,
};
const USUAL_PACE = 14.5;
/** Seconds between two lines, about. */
const PAUSE = 0.4;

/** Seconds that a text takes to be said, about. */
export const secondsOf = (text: string, language: string): number =>
  text.length / (PACE[language] ?? USUAL_PACE);

/** The same for a whole script. */
export const scriptSeconds = ({ lines, language }: Script): number =>
  lines.reduce((sum, { text }) => sum + secondsOf(text, language) + PAUSE, 0);
