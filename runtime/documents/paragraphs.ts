import type { Chapter } from "./document.ts";

/** Markdown without its marks: links as their words, lists and quotes as sentences. */
const withoutMarkdown = (text: string): string =>
  text
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/gm, "")
    .replace(/^>\s?/gm, "")
    .replace(/^\s*(?:[-*_]\s*){3,}$/gm, "")
    .replace(/(\*\*|__|~~|`)(\S(?:.*?\S)?)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}*_])[*_](\S(?:[^*_\n]*\S)?)[*_](?![\p{L}\p{N}*_])/gu, "$1");

/** Subtitles without numbers and times; a line that goes on in the next one is joined with it. */
const withoutTimes = (text: string): string =>
  text
    .replace(/\r/g, "")
    .replace(/^WEBVTT[^\n]*(?:\n[^\n]+)*\n/, "")
    .split(/\n{2,}/)
    .map((block) =>
      block
        .split("\n")
        .filter((line) => !/-->/.test(line) && !/^\s*\d+\s*$/.test(line))
        .join(" ")
        .replace(/<[^>]+>|\{[^}]*\}/g, "")
        .trim(),
    )
    .filter((line) => line !== "")
    .join(" ");

/** Headings of Markdown begin chapters. */
function byHeadings(text: string): Chapter[] {
  const parts = text.split(/^#{1,2}[ \t]+(.+)$/m);
  const chapters: Chapter[] = [];
  if (parts[0]!.trim() !== "") chapters.push({ title: "", text: parts[0]!.trim() });
  for (let at = 1; at < parts.length; at += 2)
    chapters.push({ title: parts[at]!.trim(), text: parts[at + 1]!.trim() });
  return chapters;
}

/** The chapters of a plain text, by the ending of its file's name. */
export function chaptersOf(text: string, name: string): Chapter[] {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (/\.(?:srt|vtt)$/i.test(name)) return [{ title: "", text: withoutTimes(plain) }];
  if (/\.(?:md|markdown)$/i.test(name)) return byHeadings(withoutMarkdown(plain));
  return [{ title: "", text: plain.trim() }];
}
