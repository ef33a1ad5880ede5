/**
 * Sequences of ECMA-48: strings with an end (titles, links), control sequences, escapes. None reaches
 * over the start of another one, so that reading takes as long as the text is: Node's own
 * `stripVTControlCharacters` takes minutes for a long row of starts.
 */
export const SEQUENCES = new RegExp(
  [
    String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)`,
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]`,
    String.raw`\u001b[ -/]*[0-~]`,
  ].join("|"),
  "g",
);
/** Line ends, tabs and separators: what stands on two sides of them stays apart. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;
/**
 * Control characters of both sets, overrides and isolates of direction, and what has no width in some
 * terminals only. Marks that join or shape letters and emoji stay.
 */
export const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- that is what it is for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/** Characters of a text that are read: no name or message is longer. */
const LONGEST = 10_000;

/**
 * Converts foreign text to one line without control sequences, which could move the cursor, change
 * colors or rename the window.
 */
export const cleanText = (text: string): string =>
  text
    .slice(0, LONGEST)
    .replace(SEQUENCES, "")
    .replace(BREAKS, " ")
    .replace(CONTROLS, "")
    .toWellFormed();

/** Parsed JSON with all of its texts cleaned. */
export function cleanData(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanData);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [cleanText(key), cleanData(each)]),
  );
}
