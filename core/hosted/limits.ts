/**
 * Characters of a text that count as a second of hosted work: three times as many as are spoken in one, as
 * lines are translated, fitted to their time and spoken again.
 */
export const CHARACTERS_A_SECOND = 42;

/** Seconds of hosted work that a text counts as. */
export const hostedSeconds = (characters: number): number => characters / CHARACTERS_A_SECOND;

/** Part by which a text may become longer before it is spoken, as abbreviations are written out. */
const WRITTEN_OUT = 1.25;

/** Seconds of hosted work that speaking texts takes at most. */
export const spokenSeconds = (texts: readonly { readonly text: string }[]): number =>
  WRITTEN_OUT * hostedSeconds(texts.reduce((sum, { text }) => sum + text.length, 0));

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
