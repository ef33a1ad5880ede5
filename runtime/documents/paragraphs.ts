import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { resolveReferences } from "#core/xml/character-references.ts";
import type { Chapter } from "./document.ts";

/** Target of a link or an image; the URL may contain one pair of parentheses. */
const TARGET = /\((?:[^()]|\([^()]*\))*\)/.source;
const IMAGE = new RegExp(`!\\[[^[\\]]*\\]${TARGET}`, "g");
const LINK = new RegExp(`\\[([^[\\]]*)\\]${TARGET}`, "g");

/** The lines of Markdown without front matter and fenced code. An unclosed fence is text. */
function proseLines(text: string): string[] {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 3) : -1;
  const lines = (end < 0 ? text : text.slice(end + 5)).split("\n");
  const prose: string[] = [];
  let fence = "";
  let start = 0;
  for (const line of lines) {
    const mark = /^(?:```|~~~)/.exec(line)?.[0] ?? "";
    if (fence === "" && mark !== "") {
      fence = mark;
      start = prose.length;
    } else if (fence !== "" && mark === fence) {
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

/** Markdown without markup: links become their text, lists and quotes become sentences. */
const withoutMarkdown = (text: string): string =>
  withoutComments(proseLines(text).join("\n"))
    .replace(IMAGE, "")
    .replace(LINK, "$1")
    .split("\n")
    .map((line, at, all) =>
      /^(?:[ \t]*[-*_]){3,}[ \t]*$/.test(line)
        ? ""
        : resolveReferences(
            withoutMarks(withoutItem(line, all[at - 1] ?? "").replace(/^>[ \t]?/, "")),
          ),
    )
    .join("\n");

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
  if (/\.(?:srt|vtt)$/i.test(name)) return [{ title: "", text: spokenText(plain) }];
  if (/\.(?:md|markdown)$/i.test(name)) return byHeadings(withoutMarkdown(plain));
  return [{ title: "", text: plain.trim() }];
}
