import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { resolveReferences } from "#core/xml/character-references.ts";
import type { Chapter } from "./document.ts";
import { readPage } from "./read-page.ts";

/** Target of a link or an image; the URL may contain one pair of parentheses. */
const TARGET = /\((?:[^()]|\([^()]*\))*\)/.source;
const IMAGE = new RegExp(`!\\[[^[\\]]*\\]${TARGET}`, "g");
const LINK = new RegExp(`\\[([^[\\]]*)\\]${TARGET}`, "g");

const FRONT_MATTER = [
  { start: "---\n", end: /^(?:---|\.\.\.)[ \t]*$/m },
  { start: "+++\n", end: /^\+\+\+[ \t]*$/m },
];

function withoutFrontMatter(text: string): string {
  const form = FRONT_MATTER.find(({ start }) => text.startsWith(start));
  const body = form && text.slice(form.start.length);
  const end = form?.end.exec(body!);
  return end ? body!.slice(end.index + end[0].length) : text;
}

/** A fence of code: three or more of a mark, and behind the first one the language. */
const FENCE = /^[ \t]{0,3}(`{3,}|~{3,})/;

/** The lines of Markdown without front matter and fenced code. An unclosed fence is text. */
function proseLines(text: string): string[] {
  const prose: string[] = [];
  let fence = "";
  let start = 0;
  for (const line of withoutFrontMatter(text).split("\n")) {
    const [opening = "", mark = ""] = FENCE.exec(line) ?? [];
    const info = line.slice(opening.length);
    if (fence === "" && mark !== "" && !(mark.startsWith("`") && info.includes("`"))) {
      fence = mark;
      start = prose.length;
    } else if (fence !== "" && mark.startsWith(fence) && info.trim() === "") {
      fence = "";
      prose.length = start;
      continue;
    }
    prose.push(line);
  }
  return prose;
}

/** A line without pairs of an emphasis mark that are adjacent to the text between them. */
function withoutPairs(line: string, mark: string): string {
  const [first, ...parts] = line.split(mark);
  let text = first!;
  let before = text;
  let open: number | null = null;
  for (const part of parts) {
    if (open !== null && before.trimEnd() === before && before !== "") open = null;
    else if (open === null && part.trimStart() === part && part !== "") open = text.length;
    else text += mark;
    text += part;
    before = part;
  }
  return open === null ? text : text.slice(0, open) + mark + text.slice(open);
}

const withoutMarks = (line: string): string =>
  ["**", "__", "~~", "`"]
    .reduce(withoutPairs, line)
    .replace(/(?<![\p{L}\p{N}*_])[*_]([^\s*_](?:[^*_]*[^\s*_])?)[*_](?![\p{L}\p{N}*_])/gu, "$1");

/** Text without HTML comments. An unclosed comment is text. */
function withoutComments(text: string): string {
  let plain = "";
  let at = 0;
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", start + 4);
    if (end < 0) break;
    plain += text.slice(at, start);
    at = end + 3;
  }
  return plain + text.slice(at);
}

/**
 * A list marker. CommonMark allows longer numbers, but removing those would drop years from the
 * text.
 */
const ITEM = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+/;
/** A number that cannot start a list inside a paragraph. */
const NUMBERED = /^[ \t]*(?!1[.)])\d/;

/** Removes the list marker of a line, if there is one. */
function withoutItem(line: string, before: string): string {
  const isWithin = NUMBERED.test(line) && before.trim() !== "" && !ITEM.test(before);
  return isWithin ? line : line.replace(ITEM, "");
}

/** Lines that are not text: rules, the row below the heads of a table, and targets of links. */
const RULE = /^(?:[ \t]*[-*_]){3,}[ \t]*$/;
const TARGET_LINE = /^[ \t]{0,3}\[(?!\^)[^[\]]+\]:[ \t]+\S/;
const UNDERLINE = /^[ \t]{0,3}(=+|-+)[ \t]*$/;
/** A heading, with the marks that may close it. */
const HEADING = /^[ \t]{0,3}(#{1,6})[ \t]+(\S.*)$/;
const ELEMENT = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/gi;
const AUTOLINK = /<([a-z][a-z\d+.-]+:[^<>\s]+|[^<>\s@]+@[^<>\s@]+)>/gi;
const REFERENCE_LINK = /\[(?!\^)([^[\]]+)\]\[[^[\]]*\]/g;
const FOOTNOTE = /\[\^[^[\]\s]+\](:[ \t]*)?/g;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;
/** Private-use characters for escaped marks while the others are removed. */
const ESCAPED = 0xe000;

const isTableRule = (line: string): boolean =>
  /^[\s|:-]+$/.test(line) && line.includes("|") && line.includes("-");

/** A heading without the marks that close it. */
function withoutHeadingMarks(heading: string): string {
  const text = heading.trimEnd();
  let end = text.length;
  while (text[end - 1] === "#") end--;
  return /[ \t]/.test(text[end - 1] ?? "") ? text.slice(0, end).trimEnd() : text;
}

/** Headings below lines become those that begin with marks, which `byHeadings` splits at. */
function headingLine(line: string, next: string): string {
  const [, marks] = UNDERLINE.exec(next) ?? [];
  const isText =
    line.trim() !== "" && !HEADING.test(line) && !/^[ \t]*(?:[>|*+-]|\d+[.)])/.test(line);
  return marks !== undefined && isText
    ? `${marks.startsWith("=") ? "#" : "##"} ${line.trim()}`
    : line;
}

/** A line of Markdown as it is read. */
function plainLine(line: string, before: string): string {
  if (RULE.test(line) || isTableRule(line) || TARGET_LINE.test(line)) return "";
  const quoted = line.replace(/^[ \t]{0,3}>[ \t]?(?:[ \t]{0,3}>[ \t]?)*/, "");
  const [, marks, heading] = HEADING.exec(quoted) ?? [];
  if (heading !== undefined) {
    const text = withoutMarks(withoutHeadingMarks(heading));
    return marks!.length > 2 ? text : `${marks} ${text}`;
  }
  const item = withoutItem(quoted, before).replace(/^\[[ xX]\][ \t]+/, "");
  return withoutMarks(/^[ \t]*\|.*\|[ \t]*$/.test(item) ? cellsOf(item) : item);
}

/** The cells of a table's row, as the parts of a sentence. */
const cellsOf = (row: string): string =>
  row
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(", ");

/** Markdown without markup: links become their text, lists and quotes become sentences. */
function withoutMarkdown(text: string): string {
  const escaped = withoutComments(proseLines(text).join("\n")).replace(ESCAPE, (_, mark: string) =>
    String.fromCharCode(ESCAPED + mark.charCodeAt(0)),
  );
  const lines = escaped
    .replace(IMAGE, "")
    .replace(LINK, "$1")
    .replace(REFERENCE_LINK, "$1")
    .replace(AUTOLINK, "$1")
    .replace(ELEMENT, "")
    .replace(FOOTNOTE, "")
    .split("\n");
  return lines
    .map((line, at) =>
      UNDERLINE.test(line) && headingLine(lines[at - 1] ?? "", line) !== (lines[at - 1] ?? "")
        ? ""
        : plainLine(headingLine(line, lines[at + 1] ?? ""), lines[at - 1] ?? ""),
    )
    .map(resolveReferences)
    .join("\n")
    .replace(/[\uE000-\uE07F]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - ESCAPED));
}

/** The speech in subtitles, as one text. */
const spokenText = (subtitles: string): string =>
  readLyrics(subtitles)
    .lines.map(({ text }) => text)
    .join(" ");

/** Splits Markdown into chapters at its headings. */
function byHeadings(text: string): Chapter[] {
  const parts = text.split(/^#{1,2}[ \t]+(.+)$/m);
  const chapters: Chapter[] = [];
  if (parts[0]!.trim() !== "") chapters.push({ title: "", text: parts[0]!.trim() });
  for (let at = 1; at < parts.length; at += 2)
    chapters.push({ title: parts[at]!.trim(), text: parts[at + 1]!.trim() });
  return chapters;
}

/** The chapters of a plain text; the format follows the file name's extension. */
export function chaptersOf(text: string, name: string): Chapter[] {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (/\.(?:srt|vtt|lrc|ass|ssa|ttml|sbv)$/i.test(name))
    return [{ title: "", text: spokenText(plain) }];
  if (/\.x?html?$/i.test(name)) return [readPage(plain)];
  if (/\.(?:md|markdown)$/i.test(name)) return byHeadings(withoutMarkdown(plain));
  return [{ title: "", text: plain.trim() }];
}
