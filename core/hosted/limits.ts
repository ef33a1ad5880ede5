/**
 * Characters of a text that count as a second of hosted work: three times as many as are spoken in one, as
 * lines are translated, fitted to their time and spoken again.
 */
export const CHARACTERS_A_SECOND = 42;

/** Seconds of hosted work that a request counts as at least: without it, a credit would buy thousands of them. */
export const SECONDS_A_REQUEST = 0.5;

/** Seconds of hosted work that a request with a text counts as. */
export const hostedSeconds = (characters: number): number =>
  Math.max(SECONDS_A_REQUEST, characters / CHARACTERS_A_SECOND);

/** Part by which a text may become longer before it is spoken, as abbreviations are written out. */
const WRITTEN_OUT = 1.25;

/** Where a text may be divided before it is spoken: each sentence, and what a tag applies to, is a request. */
const DIVIDED = /(?<=[\p{Sentence_Terminal}…\n\r\u0085\u2028\u2029>])|(?=<)/u;

/** Seconds of hosted work that speaking texts takes at most. */
export const spokenSeconds = (texts: readonly { readonly text: string }[]): number =>
  texts
    .flatMap(({ text }) => text.split(DIVIDED))
    .filter((part) => part.trim() !== "")
    .reduce((sum, part) => sum + hostedSeconds(WRITTEN_OUT * part.length), 0);

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
