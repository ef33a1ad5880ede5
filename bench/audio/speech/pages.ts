import { readFileSync } from "node:fs";
import path from "node:path";

/** Characters of a page of prose; of Chinese, Japanese and Korean a third says as much. */
const PAGE = { usual: 1800, dense: 700 } as const;
const DENSE = /\p{Script=Han}|\p{Script=Hangul}/u;

/** A page of prose in a language: what the site says of text to speech, without its Markdown. */
export function pageOf(root: string, language: string): string {
  const folder = language === "en" ? "content/tools" : `locales/${language}/tools`;
  const written = readFileSync(path.join(root, folder, "ai-text-to-speech.md"), "utf8");
  const text = written
    .replace(/^---\n[^]*?\n---\n/, "")
    .replaceAll(/^#+ .*$/gm, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`|]/g, "")
    .replaceAll(/\n{2,}/g, "\n\n")
    .trim();
  const maxCharacters = DENSE.test(text) ? PAGE.dense : PAGE.usual;
  return text.length > maxCharacters
    ? text.slice(0, text.lastIndexOf("\n", maxCharacters)) || text.slice(0, maxCharacters)
    : text;
}
