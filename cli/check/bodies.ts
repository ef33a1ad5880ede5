import fs from "node:fs";
import path from "node:path";
import { type Problem, problem } from "#core/errors/errors.ts";
import { type AnyEntry, routeOf } from "../build/load/entry.ts";
import { splitFrontMatter } from "../build/load/front-matter.ts";
import { exists, withIo } from "../files/files.ts";
import { maskCode } from "../text/mask-code.ts";
import type { LoadedSite } from "./load-site.ts";

/** A finding in a page's body, with its location in the file. */
export interface Found {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** Parts of a body that are checked before the site is built. */
export interface BodyFacts {
  /** URLs of images. */
  readonly images: readonly Found[];
  /** First-level headings: the page already has its own. */
  readonly headings: readonly Found[];
  /** Links to pages, without query and fragment; links within the page are omitted. */
  readonly links: readonly Found[];
}

const IMAGE = /!\[[^[\]\n]*\]\(\s*<?([^)\s>]+)/g;
const LINK = /(?<!!)\[[^[\]\n]*\]\(\s*<?(\/[^()\s>#?]*)(?![^)\s>#?])(?![^()\s>]*#)/g;
const HEADING = /^ {0,3}#[ \t]+(\S.*)$|^ {0,3}(\S.*)\n {0,3}=+[ \t]*$/gm;

/** @param text the whole file @param offset where its body starts */
export function bodyFacts(text: string, offset: number): BodyFacts {
  const body = maskCode(text.slice(offset));
  const find = (pattern: RegExp): Found[] => {
    // Findings arrive in text order, so lines are counted once.
    let [line, lineStart, lineEnd] = [1, 0, text.indexOf("\n")];
    const at = (start: number): Omit<Found, "text"> => {
      for (; lineEnd >= 0 && lineEnd < start; line++) {
        lineStart = lineEnd + 1;
        lineEnd = text.indexOf("\n", lineStart);
      }
      return { line, column: start - lineStart + 1 };
    };
    return Array.from(body.matchAll(pattern), (found) => {
      const word = found[1] ?? found[2]!;
      const start = offset + found.index + found[0].indexOf(word);
      return { text: text.slice(start, start + word.length), ...at(start) };
    });
  };
  return {
    images: body.includes("![") ? find(IMAGE) : [],
    headings: /^ {0,3}[#=]/m.test(body) ? find(HEADING) : [],
    links: body.includes("](") ? find(LINK) : [],
  };
}

/**
 * Problems of bodies with their lines: missing images, a second first-level heading, and links of a
 * page to itself.
 */
export function checkBodies({
  root,
  home,
  plan,
  texts,
}: Pick<LoadedSite<AnyEntry>, "root" | "home" | "plan" | "texts">): Problem[] {
  const folders = [root, path.join(root, "runtime"), path.join(home, "runtime")]
    .map((folder) => path.join(folder, "public"))
    .filter(exists);
  const isFile = (href: string): boolean => {
    const file = decodePath(href.replace(/[?#].*$/s, ""));
    return folders.some((folder) => {
      const stat = fs.statSync(path.join(folder, file), { throwIfNoEntry: false });
      return stat?.isFile() === true;
    });
  };
  return texts.flatMap(({ entry }) => {
    const { file, id } = entry;
    const written = withIo(file, () => fs.readFileSync(path.join(root, file), "utf8"));
    // Normalized line endings preserve lines and columns.
    const text = written.replace(/\r\n?/g, "\n");
    const split = splitFrontMatter(text, file);
    const offset = text.length - ("code" in split ? 0 : split.body.length);
    const { images, headings, links } = bodyFacts(text, offset);
    const page = plan.read.entries.get(id);
    const own = page && routeOf(page);
    const locationOf = ({ line, column }: Found) => ({ file, line, column });
    return [
      ...images
        .filter((image) => image.text.startsWith("/") && !isFile(image.text))
        .map((image) => problem("IMAGE_BROKEN", { href: image.text }, locationOf(image))),
      ...headings.map((found) => problem("HEADING_FIRST", { text: found.text }, locationOf(found))),
      ...links
        .filter((link) => link.text === own)
        .map((link) => problem("LINK_SELF", { href: link.text }, locationOf(link), "warning")),
    ];
  });
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
