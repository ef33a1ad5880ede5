import { type Section, SECTIONS } from "#core/page/content.ts";

/** A text of a file that is read by people. */
export interface Segment {
  /** `queue.clear`, `faq.3.answer`, `body.2`: what it shares with its translations. */
  readonly key: string;
  /** Offset in the file. */
  readonly start: number;
  /** As it stands in the file, with `MASK` for what is no words. */
  readonly text: string;
}

/** Stands for a character of code: placeholders, addresses, tags. */
export const MASK = "\ufffc";

const CODE =
  /\{\{[^{}]*\}\}|\$t\([^()]*\)|<\/?[a-z\d][^<>]*>|`[^`\n]*`|\]\([^()\s]*(?:\s"[^"]*")?\)|https?:\/\/[^\s)"]+|\\[nrt]|\\(?=["\\])/gi;
const STRING = /"((?:[^"\\]|\\.)*)"?/g;

const masked = (text: string): string =>
  text.replace(CODE, (code) => (/^\\[nrt]$/.test(code) ? "  " : MASK.repeat(code.length)));

/**
 * The texts of a file of messages, in order.
 * @param text valid JSON: texts nested in objects
 */
export function messageSegments(text: string): Segment[] {
  const segments: Segment[] = [];
  /** Keys of the objects around, joined, with a dot behind. */
  const parents: string[] = [];
  const parentPath = (): string => parents.at(-1) ?? "";
  let key: string | undefined;
  let from = 0;
  for (const { 0: string, 1: raw = "", index } of text.matchAll(STRING)) {
    for (const char of text.slice(from, index)) {
      if (char === "{" && key !== undefined) {
        parents.push(`${parentPath()}${key}.`);
        key = undefined;
      } else if (char === "}") parents.pop();
    }
    from = index + string.length;
    if (key === undefined) key = JSON.parse(string) as string;
    else {
      segments.push({ key: parentPath() + key, start: index + 1, text: masked(raw) });
      key = undefined;
    }
  }
  return segments;
}

/** Words for the search are those that people type, right or wrong. */
const isSection = (key: string): boolean => SECTIONS.includes(key as Section) && key !== "keywords";

/** The texts of a content file: values of its sections, blocks of its body. */
export function pageSegments(text: string): Segment[] {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 3) : -1;
  if (end < 0) return [];
  return [...frontSegments(text.slice(0, end + 1)), ...bodySegments(text, end + 5)];
}

/** The texts of a document without front matter: blocks between empty lines. */
export const documentSegments = (text: string): Segment[] => bodySegments(text, 0);

/** Whether an offset in a text of a page is in its title, a heading or a question. */
export function isInHeading({ key, text }: Segment, offset: number): boolean {
  if (/^(?:title|heading)(?:WithoutEngine)?$|^faq\.\d+\.question$/.test(key)) return true;
  const lineStart = text.slice(0, offset).lastIndexOf("\n") + 1;
  return key.startsWith("body.") && /^#{1,6} /.test(text.slice(lineStart));
}

function frontSegments(front: string): Segment[] {
  const segments: Segment[] = [];
  let section = "";
  let item = 0;
  let field = "";
  let start = 0;
  for (const line of front.split("\n")) {
    const [lead = "", indent, dash, name] = /^(\s*)(- )?(?:([\w-]+):(?=\s|$)[ \t]*)?/.exec(line)!;
    if (indent === "" && dash === undefined && name !== undefined) {
      [section, item, field] = [name, 0, ""];
    } else {
      if (dash !== undefined) item++;
      if (name !== undefined) field = name;
    }
    const value = line.slice(lead.length);
    if (isSection(section) && value.trim() !== "") {
      const key = [section, ...(item > 0 ? [item] : []), ...(field ? [field] : [])].join(".");
      const [open = ""] = /^["']/.exec(value) ?? [];
      const close = open !== "" && value.endsWith(open) && value.length > 1 ? 1 : 0;
      const inner = value.slice(open.length, value.length - close);
      const words = open === "'" ? inner.replaceAll("''", `${MASK}'`) : inner;
      segments.push({ key, start: start + lead.length + open.length, text: masked(words) });
    }
    start += line.length + 1;
  }
  return segments;
}

function bodySegments(text: string, from: number): Segment[] {
  const body = text
    .slice(from)
    .replace(/^(```|~~~)[^]*?^\1/gm, (code) => code.replace(/[^\n]/g, MASK));
  let block = 0;
  return Array.from(body.matchAll(/(?:[^\n]+\n?)+/g), ({ 0: words, index }) => ({
    key: `body.${++block}`,
    start: from + index,
    text: masked(words),
  }));
}
