import { Readable } from "node:stream";
import { parseSitemap } from "sitemap";
import { describe, expect, it } from "vitest";
import {
  configWith,
  locales,
  page,
  panels,
  policy,
  tool,
  toolIn,
} from "#tests/fixtures/entries.ts";
import { alternatesOf } from "#core/site/alternates.ts";
import { type ConfigInput, siteOf } from "#core/site/config.ts";
import { type PlannedPage, planSite } from "../plan/plan.ts";
import { localeSitemaps, rootSitemaps } from "./sitemaps.ts";

const planOf = (over: Partial<ConfigInput> = {}) =>
  planSite({
    config: configWith({ locales: locales("en", "de", "fr"), ...over }),
    entries: [
      tool("x"),
      tool("y", { modified: "2026-07-08" }),
      toolIn("de", "x", [], { modified: "2026-09-09" }),
      policy("terms"),
      page("subscription", "/subscription"),
    ],
    panels,
  });
const of = (code: string, over?: Partial<ConfigInput>) => {
  const { site, pages } = planOf(over);
  return localeSitemaps(site, code, pages);
};
const dataOf = (files: readonly { path: string; data: string }[], at: string): string =>
  files.find(({ path }) => path === at)!.data;
const locs = (xml: string): string[] =>
  Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, loc]) => loc!);

describe("a locale's sitemap", () => {
  it("SEO-3 lists its indexable pages with alternates, and the date of the content", async () => {
    const items = await parseSitemap(Readable.from([dataOf(of("de").files, "de-sitemap.xml")]));
    const alternates = alternatesOf(
      siteOf(configWith({ locales: locales("en", "de", "fr") })),
      "/x",
      ["en", "de"],
    );
    expect(items).toMatchObject([
      {
        url: "https://s.example/de/x",
        lastmod: "2026-09-09",
        links: alternates.map(({ hreflang, href }) => ({ lang: hreflang, url: href })),
      },
    ]);
  });

  it("SEO-1 omits pages that are not indexed; a page in one language has no alternates", () => {
    const xml = dataOf(of("en").files, "en-sitemap.xml");
    expect(locs(xml)).toEqual([
      "https://s.example/x",
      "https://s.example/y",
      "https://s.example/terms",
    ]);
    expect(/<url><loc>https:\/\/s\.example\/terms<\/loc>.*/.exec(xml)![0]).not.toContain(
      "xhtml:link",
    );
    // A sitemap must contain a URL, so a language without pages has no sitemap and is not in an
    // index.
    expect(of("fr")).toEqual({ files: [], listed: [] });
  });

  it("RTE-3 is at the root, and again under the locale's prefix with an index of it", () => {
    const { files, listed } = of("de");
    expect(files.map(({ path }) => path)).toEqual([
      "de-sitemap.xml",
      "de/de-sitemap.xml",
      "de/sitemap.xml",
      "de/index-sitemap.xml",
    ]);
    expect(dataOf(files, "de/de-sitemap.xml")).toBe(dataOf(files, "de-sitemap.xml"));
    expect(dataOf(files, "de/sitemap.xml")).toBe(dataOf(files, "de/index-sitemap.xml"));
    expect(locs(dataOf(files, "de/sitemap.xml"))).toEqual(["https://s.example/de/de-sitemap.xml"]);
    expect(listed).toEqual([{ path: "de-sitemap.xml", modified: "2026-09-09" }]);
    expect(of("en").files.map(({ path }) => path)).toEqual(["en-sitemap.xml"]);
  });

  it("LOC-3 of a locale with a domain is in that locale's own root, and in no other index", () => {
    const [en, de] = locales("en", "de");
    const { files, listed } = of("de", { locales: [en!, { ...de!, domain: "https://s.de" }] });
    expect(files.map(({ path }) => path)).toEqual([
      "de/de-sitemap.xml",
      "de/sitemap.xml",
      "de/index-sitemap.xml",
    ]);
    expect(locs(dataOf(files, "de/de-sitemap.xml"))).toEqual(["https://s.de/x"]);
    expect(locs(dataOf(files, "de/sitemap.xml"))).toEqual(["https://s.de/de-sitemap.xml"]);
    expect(listed).toEqual([]);
  });

  it("RTE-3 the index names every locale's file, under two names", () => {
    const { site, pages } = planOf();
    const listed = ["en", "de"].flatMap((code) => localeSitemaps(site, code, pages).listed);
    const [sitemap, index] = rootSitemaps(site, listed);
    expect([sitemap!.path, index!.path]).toEqual(["sitemap.xml", "index-sitemap.xml"]);
    expect(sitemap!.data).toBe(index!.data);
    expect(sitemap!.data).toContain(
      "<sitemap><loc>https://s.example/de-sitemap.xml</loc><lastmod>2026-09-09</lastmod></sitemap>",
    );
  });
});

describe("the protocol's limits", () => {
  const { site, pages } = planOf();
  const one = pages.find(({ out }) => out === "terms/index.html")!;
  const many = (
    count: number,
    route: (at: number) => string,
    over: Partial<PlannedPage> = {},
  ): PlannedPage[] =>
    Array.from({ length: count }, (_, at) => ({ ...one, ...over, route: route(at) }));

  it("SEO-3 50,000 addresses are one file, one more is two", () => {
    expect(
      localeSitemaps(
        site,
        "en",
        many(50_000, (at) => `/p${at}`),
      ).files,
    ).toHaveLength(1);
    const { files, listed } = localeSitemaps(
      site,
      "en",
      many(50_001, (at) => `/p${at}`),
    );
    expect(files.map(({ path }) => path)).toEqual(["en-sitemap.xml", "en-sitemap-2.xml"]);
    expect(listed.map(({ path }) => path)).toEqual(["en-sitemap.xml", "en-sitemap-2.xml"]);
    expect(files.map(({ data }) => locs(data).length)).toEqual([50_000, 1]);
  });

  it("SEO-3 no file has more than 50 MB, and no address is lost between two", () => {
    // Long addresses of two-byte letters with alternates: about 6 kB each.
    const long = "ü".repeat(400);
    const over = { locales: ["en", "de", "fr"] };
    const { files } = localeSitemaps(
      site,
      "en",
      many(13_000, (at) => `/${at}-${long}`, over),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const { data } of files) expect(Buffer.byteLength(data)).toBeLessThanOrEqual(50_000_000);
    const all = files.flatMap(({ data }) => locs(data));
    expect(all).toHaveLength(13_000);
    expect(new Set(all).size).toBe(13_000);
  });

  it("SEO-3 a split sitemap of a prefixed locale has all its parts in both indexes", () => {
    const german = many(50_001, (at) => `/p${at}`, { locale: "de" });
    const { files, listed } = localeSitemaps(site, "de", german);
    expect(locs(dataOf(files, "de/sitemap.xml"))).toEqual([
      "https://s.example/de/de-sitemap.xml",
      "https://s.example/de/de-sitemap-2.xml",
    ]);
    expect(listed.map(({ path }) => path)).toEqual(["de-sitemap.xml", "de-sitemap-2.xml"]);
  });
});
