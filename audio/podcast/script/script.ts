export const TONES = ["plain", "chatty"] as const;
export type Tone = (typeof TONES)[number];

/** One of two hosts: the first leads, the second asks. */
export type Host = 0 | 1;

/** A turn of a host. */
export interface ScriptLine {
  /** Unique within the script. */
  readonly id: string;
  readonly host: Host;
  readonly text: string;
  /** Index of the quoted source sentence; null if it quotes none. */
  readonly source: number | null;
  /** Title of the chapter that starts with it; null if none does. */
  readonly chapter: string | null;
}

export interface Script {
  readonly title: string;
  /** Locale code of the spoken language. */
  readonly language: string;
  readonly lines: readonly ScriptLine[];
}

/** Approximate characters per second by language. */
const PACE: Readonly<Record<string, number>> = {
  ja: 7,
  ko: 6.5,
  zh: 4.6,
  "zh-tw": 4.6,
  ar: 12,
};
const DEFAULT_PACE = 14.5;
/** Approximate seconds between lines. */
const PAUSE = 0.4;

/** Estimated duration of a spoken text in seconds. */
export const estimateSeconds = (text: string, language: string): number =>
  text.length / (PACE[language] ?? DEFAULT_PACE);

/** Estimated duration of a script in seconds. */
export const scriptSeconds = ({ lines, language }: Script): number =>
  lines.reduce((sum, { text }) => sum + estimateSeconds(text, language) + PAUSE, 0);
