import fs from "node:fs";
import path from "node:path";
import type { Browser } from "playwright";
import { componentOf } from "./component.ts";
import { type ReadPage, readPage } from "./tree.ts";

/** A page that is measured. */
export interface BenchPage {
  /** `tool-ar`: also its address at the other contestants. */
  readonly id: string;
  readonly path: string;
  /** BCP 47, for the browser's language list. */
  readonly language: string;
}

/** Pages to measure: those of English and Arabic, and what exists in English alone. */
export const pagesOf = (tool: string): BenchPage[] => [
  { id: "home-en", path: "/", language: "en-US" },
  { id: "tool-en", path: `/${tool}`, language: "en-US" },
  { id: "policy-en", path: "/terms-policy", language: "en-US" },
  { id: "home-ar", path: "/ar", language: "ar" },
  { id: "tool-ar", path: `/ar/${tool}`, language: "ar" },
];

/** File of a page's HTML below a built site. Throws when it is missing. */
export function fileOf(folder: string, address: string): string {
  const file = path.join(folder, address, "index.html");
  if (!fs.existsSync(file))
    throw new Error(`${address}: there is no ${file}. Build the site first`);
  return file;
}

/** Reads pages of a built site as a browser parses them, without running their scripts. */
export async function readPages(
  browser: Browser,
  files: readonly string[],
): Promise<readonly ReadPage[]> {
  const page = await browser.newPage();
  try {
    const found: ReadPage[] = [];
    for (const file of files)
      found.push(await page.evaluate(readPage, fs.readFileSync(file, "utf8")));
    return found;
  } finally {
    await page.close();
  }
}

/** Writes what every contestant makes its pages of: components, data and head of each, and files. */
export function writeSource(
  target: string,
  dist: string,
  pages: readonly { readonly id: string; readonly read: ReadPage }[],
): void {
  const art: string[] = [];
  for (const { id, read } of pages) {
    const source = componentOf(read.body, art.length);
    art.push(...source.art);
    const { lang, dir, kind, head, styles } = read;
    const folder = path.join(target, "site", id);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "Page.jsx"), source.code);
    fs.writeFileSync(path.join(folder, "data.json"), JSON.stringify(source.data));
    fs.writeFileSync(
      path.join(folder, "head.json"),
      JSON.stringify({ lang, dir, kind, head, styles }),
    );
    for (const { attributes } of head) copyPublic(dist, target, attributes["href"]);
  }
  // A site would compute its large drawings from a few numbers: none of their text is in a script.
  fs.writeFileSync(
    path.join(target, "site/art.js"),
    `const ART = import.meta.env.SSR ? ${JSON.stringify(art)} : [];\n` +
      'export const art = (number) => ART[number] ?? "";\n',
  );
  for (const name of fs.readdirSync(path.join(dist, "assets")))
    if (!name.endsWith(".js")) copyPublic(dist, target, `/assets/${name}`);
}

function copyPublic(dist: string, target: string, href: string | true | undefined): void {
  if (typeof href !== "string" || !/^\/[^/]/.test(href)) return;
  const from = path.join(dist, href);
  if (!fs.statSync(from, { throwIfNoEntry: false })?.isFile()) return;
  const to = path.join(target, "public", href);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, to);
}
