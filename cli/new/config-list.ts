/**
 * Adds a line to a list that stands in a TypeScript object: `key: [ … ]`.
 * @param line the new element, with a comma after it
 * @returns undefined when the list does not stand there, or twice
 */
export function addToList(source: string, key: string, line: string): string | undefined {
  const code = maskText(source);
  const found = [...code.matchAll(new RegExp(`(?<![\\w.$])${key}\\s*:\\s*\\[`, "g"))];
  if (found.length !== 1) return undefined;
  const open = found[0]!.index + found[0]![0].length - 1;
  const close = closingBracket(code, open);
  if (close < 0) return undefined;
  const start = source.lastIndexOf("\n", found[0]!.index) + 1;
  const indent = /^[ \t]*/.exec(source.slice(start))![0];
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const inner = code.slice(open + 1, close);
  const end = open + 1 + inner.trimEnd().length;
  // A comment after the last element stays where it is.
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

/** The source with its comments and strings blanked, so that their brackets do not count. */
function maskText(source: string): string {
  return source.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g,
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
