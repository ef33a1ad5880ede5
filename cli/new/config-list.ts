/** Position of a list's element in its source. */
export interface ElementLocation {
  readonly start: number;
  readonly end: number;
}

/**
 * Elements of a list literal in a TypeScript object: `key: [ … ]`.
 * @returns undefined unless the key occurs exactly once
 */
export function listElements(source: string, key: string): ElementLocation[] | undefined {
  const code = maskText(source);
  const open = openingBracket(code, key);
  const close = open === undefined ? -1 : closingBracket(code, open);
  if (open === undefined || close < 0) return undefined;
  const found: ElementLocation[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open + 1; at <= close; at++) {
    if ("[{(".includes(code[at]!)) depth++;
    else if (at < close && "]})".includes(code[at]!)) depth--;
    else if (at === close || (depth === 0 && code[at] === ",")) {
      const text = code.slice(from, at);
      const start = from + text.length - text.trimStart().length;
      if (text.trim() !== "") found.push({ start, end: start + text.trim().length });
      from = at + 1;
    }
  }
  return found;
}

/** Position of the bracket after a key that occurs once. */
function openingBracket(code: string, key: string): number | undefined {
  const found = [...code.matchAll(new RegExp(`(?<![\\w.$])${key}\\s*:\\s*\\[`, "g"))];
  return found.length === 1 ? found[0]!.index + found[0]![0].length - 1 : undefined;
}

/**
 * Appends a line to a list literal in a TypeScript object: `key: [ … ]`.
 * @param line the new element, with a trailing comma
 * @returns undefined unless the key occurs exactly once
 */
export function addToList(source: string, key: string, line: string): string | undefined {
  const code = maskText(source);
  const open = openingBracket(code, key);
  const close = open === undefined ? -1 : closingBracket(code, open);
  if (open === undefined || close < 0) return undefined;
  const start = source.lastIndexOf("\n", open) + 1;
  const indent = /^[ \t]*/.exec(source.slice(start))![0];
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const inner = code.slice(open + 1, close);
  const end = open + 1 + inner.trimEnd().length;
  // A comment after the last element stays in place.
  const last = open + 1 + source.slice(open + 1, close).trimEnd().length;
  const comma = inner.trim() === "" || code[end - 1] === "," ? "" : ",";
  const element = `${newline}${indent}  ${line}${newline}${indent}`;
  const before = inner.includes("\n")
    ? source.slice(open + 1, end) + comma + source.slice(end, last)
    : inner.trim() === ""
      ? ""
      : `${newline}${indent}  ${source.slice(open + 1, last).trim()}${comma}`;
  return source.slice(0, open + 1) + before + element + source.slice(close);
}

/** The source with comments and strings blanked, so that their brackets do not count. */
function maskText(source: string): string {
  return source.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?/g,
    (text) => {
      const comment = text.startsWith("/");
      return text.replace(/[^\n]/g, comment ? " " : "_");
    },
  );
}

function closingBracket(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if ("[{(".includes(code[at]!)) depth++;
    else if ("]})".includes(code[at]!) && --depth === 0) return code[at] === "]" ? at : -1;
  }
  return -1;
}
