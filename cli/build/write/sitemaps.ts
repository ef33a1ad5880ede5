import { alternatesOf } from "#core/site/alternates.ts";
import { escapeHtml } from "#core/page/html.ts";
import { type Site, siteLocale, urlOf } from "#core/site/site.ts";
import { type PlannedPage, isIndexable } from "../plan/plan.ts";
import { THRESHOLDS } from "../shared/thresholds.ts";

const MAX_BYTES = 50_000_000;
const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';

export interface SitemapFile {
  readonly path: string;
  readonly data: string;
}

/** Indexable pages of a locale: its sitemap lists them, and is rewritten if they change. */
export const sitemapPages = (pages: readonly PlannedPage[], code: string): PlannedPage[] =>
  pages.filter((page) => page.locale === code && isIndexable(page));

const urlEntry = (site: Site, { locale, route, locales, modified }: PlannedPage): string => {
  let entry = `<url><loc>${escapeHtml(urlOf(site, locale, route))}</loc><lastmod>${modified}</lastmod>`;
  for (const { hreflang, href } of alternatesOf(site, route, locales))
    entry += `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}"/>`;
  return `${entry}</url>\n`;
};

/** URLs of a locale, split into as many files as the protocol's limits require. */
function urlSets(
  site: Site,
  pages: readonly PlannedPage[],
  maxUrls: number,
): { data: string; modified: string }[] {
  const sets: { data: string; modified: string }[] = [];
  let body = "";
  let bytes = 0;
  let count = 0;
  let modified = "";
  const flush = (): void => {
    sets.push({
      data: `${HEADER}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${body}</urlset>\n`,
      modified,
    });
    [body, bytes, count, modified] = ["", 0, 0, ""];
  };
  for (const page of pages) {
    const entry = urlEntry(site, page);
    const size = Buffer.byteLength(entry);
    if (count === maxUrls || bytes + size > MAX_BYTES - 1000) flush();
    body += entry;
    bytes += size;
    count++;
    if (page.modified > modified) modified = page.modified;
  }
  // The protocol requires at least one URL in a file.
  if (count > 0) flush();
  return sets;
}

interface Listed {
  readonly path: string;
  readonly modified: string;
}
const indexFile = (origin: string, files: readonly Listed[]): string =>
  `${HEADER}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${files
    .map(
      ({ path, modified }) =>
        `<sitemap><loc>${escapeHtml(`${origin}/${path}`)}</loc>${modified && `<lastmod>${modified}</lastmod>`}</sitemap>\n`,
    )
    .join("")}</sitemapindex>\n`;

/**
 * Sitemaps of a locale (RTE-3): `/{code}-sitemap.xml` at the root of its origin and, for a locale
 * with a prefix, `/{code}/{code}-sitemap.xml` with the same URLs and an index of them.
 */
export function localeSitemaps(
  site: Site,
  code: string,
  pages: readonly PlannedPage[],
  maxUrls = THRESHOLDS.urlsASitemap,
) {
  const { prefix, domain, origin } = siteLocale(site, code);
  const sets = urlSets(site, sitemapPages(pages, code), maxUrls);
  if (sets.length === 0) return { files: [], listed: [] };
  const name = (index: number): string =>
    `${code}-sitemap${index === 0 ? "" : `-${index + 1}`}.xml`;
  const root = domain === undefined ? "" : `${code}/`;
  const files: SitemapFile[] = sets.map(({ data }, index) => ({ path: root + name(index), data }));
  const listed: Listed[] = sets.map(({ modified }, index) => ({ path: name(index), modified }));
  const index = (folder: string): SitemapFile[] => {
    const data = indexFile(
      origin,
      listed.map((file) => ({ ...file, path: (domain === undefined ? folder : "") + file.path })),
    );
    return ["sitemap.xml", "index-sitemap.xml"].map((file) => ({ path: folder + file, data }));
  };
  if (domain !== undefined) files.push(...index(root));
  else if (prefix !== "") {
    const folder = `${prefix.slice(1)}/`;
    files.push(
      ...sets.map(({ data }, at) => ({ path: folder + name(at), data })),
      ...index(folder),
    );
  }
  return { files, listed: domain === undefined ? listed : [] };
}

/** `/sitemap.xml` and `/index-sitemap.xml`: the index of all locales on the main origin. */
export function rootSitemaps(site: Site, listed: readonly Listed[]): SitemapFile[] {
  const data = indexFile(site.origin, listed);
  return ["sitemap.xml", "index-sitemap.xml"].map((path) => ({ path, data }));
}
