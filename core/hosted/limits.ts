/** Characters of a text that count as a second of a job's length: as many as are spoken in one. */
const CHARACTERS = 14;

/** Seconds of a job's length that a text takes of it. */
export const hostedSeconds = (characters: number): number => characters / CHARACTERS;

/** What is sent at once at most. */
export const HOSTED_LIMITS = {
  /** Texts that are translated, and characters of all of them. */
  texts: 40,
  characters: 8000,
  /** Characters of one text, and of what is spoken. */
  text: 3000,
  /** Sentences that a script is made of, and their characters. */
  sentences: 4000,
  source: 150_000,
  /** Lines of a script, and characters of one. */
  lines: 600,
  line: 1200,
  title: 120,
} as const;

/** English name of a language, as models are told it. @param code of a locale */
export const languageName = (code: string): string =>
  code === "zh-tw"
    ? "Traditional Chinese as written in Taiwan"
    : code === "zh"
      ? "Simplified Chinese"
      : (new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code);
