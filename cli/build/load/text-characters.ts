/** A description of the invisible characters in a text. */
export interface HiddenCharacters {
  readonly path: readonly PropertyKey[];
  readonly characters: string;
  /** Control characters break files and protocols; the others are only misleading. */
  readonly severity: "error" | "warning";
}

/** Quick test for unusual characters: nearly all texts have none and need no detailed search. */
const SUSPICIOUS =
  /[^\t\n\r\x20-\x7e\xa0-\u200a\u200c-\u2027\u202f-\u205f\u2061-\ufefe\uff00-\uffff]/;
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
/** UTF-8 cannot represent it. */
const LONE_SURROGATE = /\p{Cs}/u;
/**
 * Bidi embeddings and overrides affect the text after them; isolates end by themselves and do not.
 */
const OVERRIDE = /[\u202a-\u202e]/u;
/** Zero-width spaces allow line breaks within a text and have no effect at its ends. */
const AT_ENDS = /^[\u200b\u2060]|[\u200b\u2060]$|\ufeff/u;

/** Unwanted invisible characters of a text. */
export function hiddenIn(text: string): Omit<HiddenCharacters, "path">[] {
  if (!SUSPICIOUS.test(text) && text.isWellFormed()) return [];
  const name = (character: string): string =>
    `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  const found: Omit<HiddenCharacters, "path">[] = [];
  const add = (kind: string, expression: RegExp, severity: "error" | "warning"): void => {
    const [character] = expression.exec(text.trim()) ?? [];
    if (character) found.push({ characters: `${kind} (${name(character)})`, severity });
  };
  add("a control character", CONTROL, "error");
  add("half of a character", LONE_SURROGATE, "error");
  add("a character that turns the direction of text", OVERRIDE, "warning");
  add("a space without width", AT_ENDS, "warning");
  return found;
}

/** `hiddenIn` for all texts within a value. */
export function hiddenWithin(
  value: unknown,
  path: readonly PropertyKey[] = [],
): HiddenCharacters[] {
  if (typeof value === "string") return hiddenIn(value).map((found) => ({ ...found, path }));
  if (typeof value !== "object" || value === null) return [];
  const keyed: [PropertyKey, unknown][] = Array.isArray(value)
    ? value.map((each, at) => [at, each])
    : Object.entries(value);
  return keyed.flatMap(([key, each]) => hiddenWithin(each, [...path, key]));
}
