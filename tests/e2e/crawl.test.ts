import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { parseSitemap, parseSitemapIndex } from "sitemap";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { AppData } from "#core/page/app-data.ts";
import { type PathFilter, mayContain } from "#core/page/path-filter.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { type Crawl, type Document, type Resource, crawl, fetchPath, ORIGIN } from "./crawler.ts";
import { CODES, NOT_INDEXED, pathIn, ROUTES } from "./pages.ts";

const url = inject("url");
const dist = inject("dist");
const get = (at: string): Promise<Resource> => fetchPath(url, at);
const voices = (): string[] =>
  fs
    .readdirSync(path.join(dist, "ai-voice-generator"))
    .map((name) => `/ai-voice-generator/${name}`);

let found: Crawl;
let pages: Map<string, Document>;
beforeAll(async () => {
  const roots = ["/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/llms.txt"];
  found = await crawl(url, ["/", ...roots]);
  pages = new Map(
    [...found.resources.values()].flatMap(({ path: at, document }) =>
      // With a query it is the same page, which opens its panel in another way.
      document && !at.includes("?") ? [[at, document] as const] : [],
    ),
  );
});

describe("every address that the site names", () => {
  it("SEO-4 answers 200 itself, without a redirect", () => {
    const wrong = [...found.resources.values()].filter(({ status }) => status !== 200);
    expect(
      wrong.map(({ path: at, status }) => `${at} ${status}, named by ${found.from.get(at)}`),
    ).toEqual([]);
    expect(found.resources.size).toBeGreaterThan(700);
  });

  it("CLI-3 has the type that its name says", () => {
    const types: [RegExp, RegExp][] = [
      [/\.css$/, /^text\/css/],
      [/\.js$/, /^text\/javascript/],
      [/\.svg$/, /^image\/svg\+xml/],
      [/\.png$/, /^image\/png$/],
      [/\.woff2$/, /^font\/woff2$/],
      [/\.jpg$/, /^image\/jpeg$/],
      [/\.mp3$/, /^audio\/mpeg$/],
      [/\.wav$/, /^audio\/wav$/],
      [/\.ogg$/, /^audio\/ogg$/],
      [/\.m4a$/, /^audio\/mp4$/],
      [/\.mp4$/, /^video\/mp4$/],
      [/\.xml$/, /^(application|text)\/xml/],
      [/\.txt$/, /^text\/plain; charset=utf-8/],
      [/\.webmanifest$/, /^application\/manifest\+json/],
      [/^[^.]*$/, /^text\/html; charset=utf-8/i],
    ];
    const wrong = [...found.resources.values()].filter(
      ({ path: at, type }) =>
        !types.some(([name, expected]) => name.test(at) && expected.test(type)),
    );
    expect(wrong.map(({ path: at, type }) => `${at} ${type}`)).toEqual([]);
  });

  it("SEO-4 with a hash leads to an element that exists", () => {
    const isThere = (at: string, hash: string): boolean =>
      at.endsWith(".svg")
        ? found.resources.get(at)?.body.includes(`id="${hash}"`) === true
        : pages.get(at.replace(/\?.*/s, ""))?.ids.includes(hash) === true;
    const wrong = found.hashes.filter(([at, hash]) => !isThere(at, hash));
    expect(wrong.map(([at, hash, from]) => `${at}#${hash} named by ${from}`)).toEqual([]);
  });

  it("CLI-1 no page has an id twice", () => {
    const wrong = [...pages].flatMap(([at, { ids }]) =>
      ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${at} #${id}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the pages", () => {
  it("RTE-1 are 50 in each of 14 locales", async () => {
    expect(ROUTES).toHaveLength(50);
    const missing: string[] = [];
    for (const { code, language, dir } of DEFAULT_LOCALES)
      for (const route of ROUTES) {
        const at = pathIn(code, route);
        const document = pages.get(at) ?? (await get(at)).document;
        if (document?.lang !== language || document.dir !== dir) missing.push(at);
      }
    expect(missing).toEqual([]);
  });

  it("RTE-2 are six voices in English alone", async () => {
    const single = voices();
    expect(single).toHaveLength(6);
    for (const at of single) {
      expect(pages.get(at)?.lang).toBe("en-US");
      expect((await get(pathIn("de", at))).status).toBe(404);
    }
  });

  it("SEO-1 have a title and a description that no other page of their locale has", () => {
    for (const key of ["title", "description"] as const) {
      const seen = new Map<string, string>();
      for (const [at, document] of pages) {
        expect(document[key].length, at).toBeGreaterThan(10);
        if (!document.indexable) continue;
        const name = `${document.lang} ${document[key]}`;
        expect(seen.get(name), `${at}: ${document[key]}`).toBeUndefined();
        seen.set(name, at);
      }
    }
  });

  it("SEO-1 name themselves as canonical, in og:url too, without a query", () => {
    for (const [at, { canonical, meta }] of pages) {
      expect(canonical).toBe(ORIGIN + at);
      expect(meta["og:url"]).toBe(canonical);
      expect(meta["og:locale"]).not.toContain("-");
    }
  });

  it("SEO-1 have an image for sharing each, with their own words in their own language", () => {
    const shown = new Map<string, string>();
    for (const [at, { meta, lang }] of pages) {
      expect(meta["og:image"], at).toBe(`${ORIGIN}${at === "/" ? "" : at}/_image.png`);
      expect(meta["twitter:image"], at).toBe(meta["og:image"]);
      expect(meta["og:image:alt"], at).not.toBe("");
      const image = fs.readFileSync(path.join(dist, at, "_image.png"));
      expect([image.readUInt32BE(16), image.readUInt32BE(20)], at).toEqual([1200, 630]);
      const name = `${lang} ${createHash("sha256").update(image).digest("hex")}`;
      expect(shown.get(name), at).toBeUndefined();
      shown.set(name, at);
    }
  });

  it("SEO-1 have alternates that are reciprocal, self-referencing and complete", () => {
    const wrong: string[] = [];
    for (const [at, { indexable, alternates, canonical, lang }] of pages) {
      if (!indexable) {
        expect(alternates, at).toEqual([]);
        continue;
      }
      // A page in one language: English only, or not translated anywhere yet.
      if (alternates.length === 0) {
        expect(
          CODES.filter((code) => code !== "en" && pages.get(pathIn(code, at))?.indexable),
          at,
        ).toEqual([]);
        continue;
      }
      expect(alternates, at).toContainEqual({ hreflang: lang, href: canonical });
      expect(
        alternates.filter(({ hreflang }) => hreflang === "x-default"),
        at,
      ).toHaveLength(1);
      expect(new Set(alternates.map(({ hreflang }) => hreflang)).size, at).toBe(alternates.length);
      for (const { hreflang, href } of alternates) {
        const other = pages.get(new URL(href).pathname);
        // There are ten thousand: a single matcher checks them all.
        if (!other?.indexable) wrong.push(`${at} → ${href} is not indexed`);
        else if (JSON.stringify(other.alternates) !== JSON.stringify(alternates))
          wrong.push(`${at} → ${href} has others`);
        else if (hreflang !== "x-default" && !other.lang.startsWith(hreflang.split("-")[0]!))
          wrong.push(`${at} → ${href} is not ${hreflang}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("SEO-1 in the alternates are the locales in which the page is indexed, all of them", () => {
    for (const route of ROUTES) {
      const own = CODES.filter((code) => pages.get(pathIn(code, route))?.indexable);
      const hrefs = pages.get(route)?.alternates.map(({ href }) => href) ?? [];
      const expected = own.length < 2 ? [] : own.map((code) => ORIGIN + pathIn(code, route));
      expect([...new Set(hrefs)].sort(), route).toEqual(expected.sort());
    }
  });

  it("SEO-1 that belong to an account are not indexed, English pages are", async () => {
    for (const code of CODES)
      for (const route of NOT_INDEXED)
        expect((await get(pathIn(code, route))).document?.indexable, pathIn(code, route)).toBe(
          false,
        );
    for (const route of ROUTES.filter((other) => !NOT_INDEXED.includes(other)))
      expect(pages.get(route)?.indexable, route).toBe(true);
  });

  it("SEO-2 have structured data where they are indexed, and are an application where it works", async () => {
    const { tools } = JSON.parse((await get("/app/en.json")).body) as AppData;
    const built = new Set(tools.flatMap(({ slug, available }) => (available ? [slug] : [])));
    expect(built.size).toBeGreaterThan(5);
    for (const [at, { jsonLd, indexable }] of pages) {
      const types = jsonLd.map((node) => node["@type"]);
      if (!indexable) expect(types, at).toEqual([]);
      else if (tools.some(({ slug }) => at.split("/").at(-1) === slug))
        expect(types, at).toEqual([
          ...(built.has(at.split("/").at(-1)!) ? ["WebApplication"] : []),
          "FAQPage",
          "BreadcrumbList",
        ]);
      else expect(types.length, at).toBeGreaterThan(0);
    }
  });
});

it("SEO-2 a rating is shown where visitors of a tool that works gave one, and nowhere else", async () => {
  const { tools } = JSON.parse((await get("/app/en.json")).body) as AppData;
  const shown = await Promise.all(
    tools.map(async ({ path: at, slug, available }) => {
      const { body } = await get(at);
      const page = fs.readFileSync(
        path.join(import.meta.dirname, `../../content/tools/${slug}.md`),
        "utf8",
      );
      const isRated = available && /^rating:/m.test(page);
      const claims = [body.includes("<dt>Rating</dt>"), body.includes("AggregateRating")];
      return { at, isTrue: claims.every((claim) => claim === isRated) };
    }),
  );
  expect(shown.filter(({ isTrue }) => !isTrue)).toEqual([]);
});

describe("the sitemaps", () => {
  const xml = async (at: string): Promise<Readable> => Readable.from([(await get(at)).body]);

  it("RTE-3 are an index under two names, one file a locale, and the same under each prefix", async () => {
    const files = [
      "/sitemap.xml",
      "/index-sitemap.xml",
      ...CODES.map((code) => `/${code}-sitemap.xml`),
      ...CODES.filter((code) => code !== "en").flatMap((code) =>
        ["sitemap.xml", "index-sitemap.xml", `${code}-sitemap.xml`].map(
          (file) => `/${code}/${file}`,
        ),
      ),
    ];
    expect(files).toHaveLength(2 + 14 + 39);
    for (const file of files) {
      const { status, type, body } = await get(file);
      expect([file, status]).toEqual([file, 200]);
      expect(type).toMatch(/xml/);
      expect(body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<(urlset|sitemapindex) /);
    }
    expect((await get("/sitemap.xml")).body).toBe((await get("/index-sitemap.xml")).body);
    const index = await parseSitemapIndex(await xml("/sitemap.xml"));
    expect(index.map((item) => item.url)).toEqual(
      CODES.map((code) => `${ORIGIN}/${code}-sitemap.xml`),
    );
    for (const code of CODES.filter((other) => other !== "en")) {
      const own = await parseSitemapIndex(await xml(`/${code}/sitemap.xml`));
      expect(own.map((item) => item.url)).toEqual([`${ORIGIN}/${code}/${code}-sitemap.xml`]);
      expect((await get(`/${code}/${code}-sitemap.xml`)).body).toBe(
        (await get(`/${code}-sitemap.xml`)).body,
      );
    }
  });

  it("SEO-3 list exactly the indexable pages, with their alternates and the date of their content", async () => {
    const listed = new Map<
      string,
      { lastmod?: string | undefined; links: { lang: string; url: string }[] }
    >();
    for (const code of CODES)
      for (const { url: loc, lastmod, links } of await parseSitemap(
        await xml(`/${code}-sitemap.xml`),
      )) {
        expect(listed.has(loc), loc).toBe(false);
        listed.set(loc, { lastmod, links: links as { lang: string; url: string }[] });
      }
    const indexable = [...pages].filter(([, { indexable: yes }]) => yes);
    expect([...listed.keys()].sort()).toEqual(indexable.map(([at]) => ORIGIN + at).sort());
    for (const [at, { alternates }] of indexable) {
      const { lastmod, links } = listed.get(ORIGIN + at)!;
      expect(
        links.map(({ lang, url: href }) => ({ hreflang: lang, href })),
        at,
      ).toEqual(alternates);
      // That it is served is seen below.
      const payload = JSON.parse(fs.readFileSync(path.join(dist, at, "_payload.json"), "utf8")) as {
        modified: string;
      };
      expect(lastmod, at).toBe(payload.modified);
    }
  });
});

describe("the other files", () => {
  it("RTE-4 are all there", async () => {
    const expected: [string, RegExp][] = [
      ["/robots.txt", /Sitemap: https:\/\/fermata\.example\/sitemap\.xml/],
      ["/manifest.webmanifest", /"start_url":"\/"/],
      ["/llms.txt", /^# Fermata\n/],
      ["/404.html", /data-error-page="404"/],
      ["/500.html", /data-error-page="500"/],
      ["/favicon.svg", /<svg/],
    ];
    for (const [file, content] of expected) {
      const { status, body } = await get(file);
      expect([file, status]).toEqual([file, 200]);
      expect(body).toMatch(content);
    }
    for (const file of ["_headers", "_redirects"]) {
      expect(fs.statSync(path.join(dist, file)).size).toBeGreaterThan(0);
      expect((await get(`/${file}`)).status).toBe(404);
    }
  });

  it("RTE-4 redirects lead to pages", async () => {
    const rules = fs.readFileSync(path.join(dist, "_redirects"), "utf8").trim().split("\n");
    for (const rule of rules) {
      const [from, , status] = rule.split(" ") as [string, string, string];
      const { status: answered, location } = await get(from.replace("*", "audio-trimmer"));
      expect([rule, answered]).toEqual([rule, Number(status)]);
      expect((await get(new URL(location!, ORIGIN).pathname)).status).toBe(200);
    }
  });

  it("RTE-6 every page has its payload, which says what the page says", async () => {
    for (const [at, { lang, title }] of [...pages].filter((_, index) => index % 7 === 0)) {
      const { status, type, body } = await get(`${at === "/" ? "" : at}/_payload.json`);
      expect([at, status]).toEqual([at, 200]);
      expect(type).toMatch(/^application\/json/);
      const payload = JSON.parse(body) as { locale: string; path: string; title: string };
      expect(payload.path).toBe(at);
      expect(DEFAULT_LOCALES.find(({ code }) => code === payload.locale)?.language).toBe(lang);
      expect(title.replaceAll("&#39;", "'").replaceAll("&amp;", "&")).toContain(payload.title);
    }
  });

  it("NAV-10 latest.json names a build that is recorded", async () => {
    const { id, timestamp } = JSON.parse((await get("/builds/latest.json")).body) as Record<
      string,
      unknown
    >;
    const meta = JSON.parse((await get(`/builds/meta/${id as string}.json`)).body) as Record<
      string,
      unknown
    >;
    expect(meta).toMatchObject({ id, timestamp });
    const routes = meta["prerendered"] as PathFilter;
    expect(ROUTES.filter((route) => !mayContain(routes, route))).toEqual([]);
    // What they hold is read where they are used.
    const answers = await Promise.all(
      (meta["assets"] as string[]).map(async (asset) => {
        const { status } = await fetch(`${url}/${asset}`, { method: "HEAD" });
        return `${asset} ${status}`;
      }),
    );
    expect(answers.filter((answer) => !answer.endsWith(" 200"))).toEqual([]);
  });

  it.each([
    "/no-such-page",
    "/de/no-such-page",
    "/audio-trimmer/x",
    "/ai-voice-generator",
    "/xx",
    "/AUDIO-TRIMMER",
    "/ar/ar",
    "/.toolkit/x",
    "/%00",
  ])("NAV-2 %s is not found", async (at) => {
    const { status, body } = await get(at);
    expect([400, 404]).toContain(status);
    if (status === 404) expect(body).toContain('data-error-page="404"');
  });
});
