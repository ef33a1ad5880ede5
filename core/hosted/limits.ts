/**
 * Characters that count as one second of hosted work: three times the number spoken per second,
 * because lines are translated, fitted to their time and spoken again.
 */
export const CHARACTERS_A_SECOND = 42;

/**
 * Minimum seconds of hosted work per request; without it, one credit would buy thousands of
 * requests.
 */
export const SECONDS_A_REQUEST = 0.5;

/** Seconds of hosted work of a request with a text. */
export const hostedSeconds = (characters: number): number =>
  Math.max(SECONDS_A_REQUEST, characters / CHARACTERS_A_SECOND);

/** Factor by which a text may grow when abbreviations are written out before synthesis. */
const WRITTEN_OUT = 1.25;

/**
 * Boundaries at which a text may be divided before synthesis: each sentence and each tagged part is
 * a request.
 */
const DIVIDED = /(?<=[\p{Sentence_Terminal}…\n\r\u0085\u2028\u2029>])|(?=<)/u;

/** Maximum seconds of hosted work of spoken texts. */
export const spokenSeconds = (texts: readonly { readonly text: string }[]): number =>
  texts
    .flatMap(({ text }) => text.split(DIVIDED))
    .filter((part) => part.trim() !== "")
    .reduce((sum, part) => sum + hostedSeconds(WRITTEN_OUT * part.length), 0);

/** Maximum size of one request. */
export const HOSTED_LIMITS = {
  /** Number of translated texts, and their total characters. */
  texts: 40,
  characters: 8000,
  /** Characters of one text, translated or spoken. */
  text: 3000,
  /** Sentences of a script's source, and their characters. */
  sentences: 4000,
  source: 150_000,
  /** Lines of a script, and characters of one line. */
  lines: 600,
  line: 1200,
  title: 120,
} as const;

/** English name of a language for prompts. @param code of a locale */
export const languageName = (code: string): string =>
  code === "zh-tw"
    ? "Traditional Chinese as written in Taiwan"
    : code === "zh"
      ? "Simplified Chinese"
      : (new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code);
