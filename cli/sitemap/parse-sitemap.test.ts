import fc from "fast-check";
import { expect, it } from "vitest";
import type { SitemapEntry } from "./entry.ts";
import { createSitemapParser } from "./parse-sitemap.ts";

/** Entries of a text that arrives in chunks of a size, or the error. */
function read(text: string, size: number): SitemapEntry[] | string {
  const entries: SitemapEntry[] = [];
  const parser = createSitemapParser({ entry: (each) => entries.push(each), child: () => {} });
  try {
    for (let at = 0; at < text.length; at += size) parser.write(text.slice(at, at + size));
    parser.end();
    return entries;
  } catch (error) {
    return (error as Error).message;
  }
}

const address = fc
  .tuple(
    fc.constantFrom("https://a.test", "http://b.test", "https://A.test", "ftp://c.test", "nothing"),
    fc.constantFrom("/", "/x", "/x/y.html", "/a/../b", "/./c", "/%41", "/ä", "/q?a=1", "/x#y", ""),
  )
  .map(([origin, path]) => origin + path);
const link = fc
  .tuple(
    fc.constantFrom("en", "pt-BR", "x-default", "en"),
    address,
    fc.constantFrom("/>", " />", "></xhtml:link>"),
  )
  .map(
    ([language, href, end]) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"${end}`,
  );
const entry = fc
  .tuple(
    address,
    fc.constantFrom(
      "",
      "<lastmod>2026-01-01</lastmod>",
      "<lastmod>2026</lastmod>",
      "<lastmod>soon</lastmod>",
    ),
    fc.array(link, { maxLength: 4 }),
    fc.constantFrom("", "\n  "),
  )
  .map(([loc, lastmod, links, space]) => [`<loc>${loc}</loc>`, lastmod, ...links].join(space));

it("CLI-7 an entry that is read at once is the one that is read tag by tag", () => {
  const sitemap = (open: string, entries: readonly string[]): string =>
    `<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.map((each) => `${open}${each}</url>`).join("\n")}</urlset>`;
  let plain = 0;
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 4 }),
      fc.integer({ min: 1, max: 400 }),
      (entries, size) => {
        const whole = read(sitemap("<url>", entries), size);
        // The space within the tag is unusual.
        expect(whole).toEqual(read(sitemap("<url >", entries), size));
        if (typeof whole !== "string") plain += whole.length;
      },
    ),
    { numRuns: 500 },
  );
  expect(plain).toBeGreaterThan(0);
});
