import { isMap, isScalar, isSeq, parseDocument } from "yaml";
import { type Edit, applyEdits } from "../check/fix.ts";
import { splitFrontMatter } from "../build/load/front-matter.ts";
import { maskCode } from "../text/mask-code.ts";

/** Addresses before and after, without locale: `/old`, `/new`. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Places of links in markdown: `](/old)`, `](</old>`, and `[name]: /old`. */
const LINKS = /(\]\(\s*<?|^ {0,3}\[[^\]\r\n\u2028\u2029]+\]:\s*<?)(\/[^)\s>#?]*)/gm;

/**
 * Leads the links of a markdown file to a page's new address; nothing else of the file is touched.
 * @returns the text, the same one where it has no such link
 */
export function moveLinks(text: string, { from, to }: Move): string {
  if (!text.includes(from)) return text;
  const edits = Array.from(maskCode(text).matchAll(LINKS)).flatMap((found): Edit[] => {
    const [, lead, path] = found as unknown as [string, string, string];
    if (path.replace(/(.)\/$/, "$1") !== from) return [];
    const start = found.index + lead.length;
    return [{ start, end: start + path.length, text: to }];
  });
  return edits.length === 0 ? text : applyEdits(text, edits);
}

/**
 * Puts another word in the place of a word of front matter, in the quotes that it had.
 * @param field a field whose value is the word, or a list that has it
 */
export function moveWord(text: string, field: string, from: string, to: string): string {
  // Front matter is read with plain ends of lines: places are those of the file only with these.
  if (text.includes("\r\n"))
    return moveWord(text.replaceAll("\r\n", "\n"), field, from, to).replaceAll("\n", "\r\n");
  const split = splitFrontMatter(text, "");
  // Offsets are those of the file only where nothing was mended when it was read.
  const front = "code" in split ? -1 : text.indexOf(split.yaml);
  if ("code" in split || front < 0) return text;
  const { contents } = parseDocument(split.yaml, { uniqueKeys: false });
  if (!isMap(contents)) return text;
  const value = contents.get(field, true) as unknown;
  const nodes = isSeq(value) ? value.items : [value];
  const edits = nodes.flatMap((node): Edit[] => {
    if (!isScalar(node) || !node.range || String(node.value) !== from) return [];
    const [start, end] = [node.range[0] + front, node.range[1] + front];
    const [quote = ""] = /^["']/.exec(text.slice(start, end)) ?? [];
    return [{ start, end, text: quote + to + quote }];
  });
  return edits.length === 0 ? text : applyEdits(text, edits);
}
