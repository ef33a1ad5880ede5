/** Characters of a text that nobody sees, in words. */
export interface HiddenCharacters {
  readonly path: readonly PropertyKey[];
  readonly characters: string;
  /** Control characters break files and protocols; the others only mislead. */
  readonly severity: "error" | "warning";
}

/** Texts in which there is nothing to look for, which are nearly all. */
const SUSPICIOUS =
  /[^\t\n\r\x20-\x7e\xa0-\u200a\u200c-\u2027\u202f-\u205f\u2061-\ufefe\uff00-\uffff]/;
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
/** Embeddings and overrides turn the text after them around; isolates, which end by themselves, do not. */
const OVERRIDE = /[\u202a-\u202e]/u;
/** Spaces without a width divide words in the middle of a text, and do nothing at its ends. */
const AT_ENDS = /^[\u200b\u2060]|[\u200b\u2060]$|\ufeff/u;

/** What of a text nobody sees and should not be there. */
export function hiddenIn(text: string): Omit<HiddenCharacters, "path">[] {
  if (!SUSPICIOUS.test(text)) return [];
  const name = (character: string): string =>
    `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  const found: Omit<HiddenCharacters, "path">[] = [];
  const add = (kind: string, expression: RegExp, severity: "error" | "warning"): void => {
    const [character] = expression.exec(text.trim()) ?? [];
    if (character) found.push({ characters: `${kind} (${name(character)})`, severity });
  };
  add("a control character", CONTROL, "error");
  add("a character that turns the direction of text", OVERRIDE, "warning");
  add("a space without width", AT_ENDS, "warning");
  return found;
}

/** The same of all texts within a value. */
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
