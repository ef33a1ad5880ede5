import type { Fault } from "./faults.ts";
import { decodeEntities, scanTags } from "./html.ts";
import type { BuiltPage } from "./page.ts";
import { positionOf } from "../locate-findings.ts";
import type { SiteTree } from "./site-tree.ts";

/** Limits of the protocol. */
const MAX_URLS = 50_000;
const MAX_BYTES = 50_000_000;

export interface SitemapInput {
  readonly pages: ReadonlyMap<string, BuiltPage>;
  readonly tree: SiteTree;
  readonly read: (file: string) => string;
  readonly add: (fault: Fault) => void;
}

const isSitemap = (file: string): boolean =>
  file.endsWith(".xml") && file.includes("sitemap", file.lastIndexOf("/") + 1);
const LOC = /<loc>([^<]*)<\/loc>/;

/** Sitemaps must list exactly the indexable pages, with the alternates of the pages (SEO-3). */
export function checkSitemaps({ pages, tree, read, add }: SitemapInput): void {
  const listed = new Set<string>();
  const files = [...tree.files].filter(isSitemap);
  for (const file of files) {
    const xml = read(file);
    const report = (detail: string, at: number): void =>
      add({ file, detail, locate: () => positionOf(xml, at) });
    if (!/^<\?xml[^>]*\?>\s*<(urlset|sitemapindex)\b/.test(xml)) {
      report("A sitemap that is neither a list of addresses nor an index", 0);
      continue;
    }
    if (xml.length > MAX_BYTES / 4 && Buffer.byteLength(xml) > MAX_BYTES)
      report("A sitemap of more than 50 MB", 0);
    if (xml.includes("<sitemapindex")) checkIndex(xml, file, tree, report);
    else checkUrls(xml, file, { pages, tree, listed, report });
  }
  if (files.length === 0) return;
  for (const page of pages.values())
    if (page.indexable && !listed.has(page.file))
      add({ file: page.file, detail: "The page may be indexed and is in no sitemap" });
}

type Report = (detail: string, at: number) => void;

function checkIndex(xml: string, file: string, tree: SiteTree, report: Report): void {
  const base = tree.urlOf(file);
  for (const { 1: loc, index } of xml.matchAll(/<loc>([^<]*)<\/loc>/g)) {
    const url = decodeEntities(loc!);
    const target = tree.resolve(url, base);
    if (target.kind !== "file" || !target.file.endsWith(".xml"))
      report(`The index names the sitemap ${url}, which does not exist`, index);
  }
}

function checkUrls(
  xml: string,
  file: string,
  input: Pick<SitemapInput, "pages" | "tree"> & { listed: Set<string>; report: Report },
): void {
  const { pages, tree, listed, report } = input;
  const base = tree.urlOf(file);
  const seen = new Set<string>();
  for (let at = xml.indexOf("<url>"); at >= 0; at = xml.indexOf("<url>", at + 1)) {
    const end = xml.indexOf("</url>", at);
    const entry = xml.slice(at, end < 0 ? undefined : end);
    const url = decodeEntities(LOC.exec(entry)?.[1] ?? "");
    if (seen.has(url)) report(`${url} is listed twice`, at);
    seen.add(url);
    const lastmod = /<lastmod>([^<]*)<\/lastmod>/.exec(entry)?.[1];
    if (lastmod !== undefined && Number.isNaN(Date.parse(lastmod)))
      report(`lastmod of ${url} is not a date: ${lastmod}`, at);
    const target = tree.resolve(url, base);
    const page = target.kind === "page" ? pages.get(target.file) : undefined;
    if (!page) {
      report(`${url} is listed and is not a page of the site`, at);
      continue;
    }
    listed.add(page.file);
    if (!page.indexable) report(`${url} is listed and is noindex`, at);
    else if (page.canonical !== url)
      report(`${url} is listed and its canonical address is ${page.canonical ?? "missing"}`, at);
    else if (alternatesOf(entry) !== page.alternates)
      report(`${url} is listed with other alternates than the page has`, at);
  }
  if (seen.size > MAX_URLS) report("A sitemap with more than 50,000 addresses", 0);
}

/** Alternates of an entry, in the same form as those of pages. */
function alternatesOf(entry: string): string {
  const rows: string[] = [];
  scanTags(entry, ({ name, attributes }) => {
    if (name === "xhtml:link" && attributes["rel"] === "alternate")
      rows.push(`${attributes["hreflang"]} ${attributes["href"]}`);
  });
  return rows.sort().join("\n");
}
