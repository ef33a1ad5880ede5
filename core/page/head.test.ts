import { describe, expect, it } from "vitest";
import {
  accountPage,
  errorPage,
  homePage,
  site,
  siteWith,
  toolPage,
  voicePage,
} from "#tests/fixtures/pages.ts";
import { alternatesOf } from "../site/alternates.ts";
import { headOf, renderAssets, renderHead } from "./head.ts";
import type { Page } from "./page.ts";

const head = (page: Page, of = site) => headOf(of, page, "Home");
const metas = (page: Page, of = site): Record<string, string> =>
  Object.fromEntries(
    head(page, of)
      .filter(({ tag }) => tag === "meta")
      .map(({ attributes }) => [
        attributes["name"] ?? attributes["property"],
        attributes["content"]!,
      ]),
  );
const links = (page: Page, rel: string) =>
  head(page)
    .filter(({ attributes }) => attributes["rel"] === rel)
    .map(({ attributes }) => attributes);

describe("headOf", () => {
  it("SEO-1 has title, description, canonical, Open Graph and Twitter card", () => {
    const page = toolPage({ locale: "pt-br" });
    expect(head(page)[0]).toEqual({ tag: "title", attributes: {}, text: "Title | Brand" });
    expect(links(page, "canonical")).toEqual([
      { rel: "canonical", href: "https://s.example/pt-br/x" },
    ]);
    expect(metas(page)).toEqual({
      description: "Description",
      "og:title": "Title",
      "og:description": "Description",
      "og:type": "website",
      "og:url": "https://s.example/pt-br/x",
      "og:site_name": "Brand",
      "og:locale": "pt_BR",
      "og:locale:alternate": "de",
      "og:image": "https://s.example/pt-br/x/_image.png",
      "og:image:type": "image/png",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "Name",
      "twitter:card": "summary_large_image",
      "twitter:title": "Title",
      "twitter:description": "Description",
      "twitter:image": "https://s.example/pt-br/x/_image.png",
      "twitter:image:alt": "Name",
    });
  });

  it("SEO-1 a home page's title has no suffix; its image shows its heading", () => {
    expect(head(homePage())[0]!.text).toBe("Title");
    expect(metas(homePage())).toMatchObject({
      "og:image": "https://s.example/_image.png",
      "og:image:alt": "Heading",
    });
  });

  it("SEO-1 where a site has no images, pages have the small card", () => {
    const found = metas(toolPage(), siteWith({ seo: { images: false } }));
    expect(found["twitter:card"]).toBe("summary");
    expect(Object.keys(found).filter((name) => name.includes("image"))).toEqual([]);
  });

  it("SEO-1 alternates are those of the one table; the canonical is a member, og:url the same", () => {
    const page = toolPage({ locale: "de" });
    const listed = links(page, "alternate").map(({ hreflang, href }) => ({ hreflang, href }));
    expect(listed).toEqual(alternatesOf(site, "/x", page.locales));
    const canonical = links(page, "canonical")[0]!["href"]!;
    expect(listed.map(({ href }) => href)).toContain(canonical);
    expect(metas(page)["og:url"]).toBe(canonical);
    expect(canonical).not.toMatch(/[?#]/);
  });

  it("SEO-1 a page that is not indexed says so, and has no alternates", () => {
    const page = toolPage({ locale: "fr", indexable: false, locales: ["en", "de"] });
    expect(metas(page)["robots"]).toBe("noindex");
    expect(links(page, "alternate")).toEqual([]);
    for (const kind of ["subscription", "history", "settings", "podcast"] as const)
      expect(metas(accountPage(kind))["robots"]).toBe("noindex");
    expect(metas(toolPage())).not.toHaveProperty("robots");
  });

  it("SEO-1 a page in one language has no alternates", () => {
    expect(links(voicePage(), "alternate")).toEqual([]);
    expect(metas(voicePage())).not.toHaveProperty("og:locale:alternate");
  });

  it("RTE-4 an error page has no address of its own", () => {
    expect(links(errorPage, "canonical")).toEqual([]);
    expect(metas(errorPage)).toEqual({ description: "Description", robots: "noindex" });
  });

  it("LOC-3 canonical and og:url are at the locale's domain", () => {
    const own = siteWith({
      locales: [
        { code: "en", language: "en", name: "English", endonym: "English" },
        { code: "de", language: "de", name: "German", endonym: "Deutsch", domain: "https://s.de" },
      ],
    });
    const found = renderHead(head(toolPage({ locale: "de", locales: ["en", "de"] }), own));
    expect(found).toContain('<link rel="canonical" href="https://s.de/x">');
    expect(found).toContain('<meta property="og:url" content="https://s.de/x">');
    expect(found).toContain('content="https://s.de/x/_image.png"');
  });
});

describe("renderHead", () => {
  it("SEO-1 texts cannot leave their tag or attribute", () => {
    const evil = `</title></script><script>alert(1)</script>"'<!--`;
    const html = renderHead(
      head(toolPage({ title: evil, description: evil, heading: evil, name: evil })),
    );
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(html).not.toContain("<!--");
    expect(html.match(/<title>/g)).toHaveLength(1);
  });

  it("SEO-2 structured data is one graph that can be read back", () => {
    const html = renderHead(head(toolPage({ available: true })));
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!;
    const data = JSON.parse(json!) as { "@context": string; "@graph": unknown[] };
    expect(data["@context"]).toBe("https://schema.org");
    expect(data["@graph"]).toHaveLength(3);
  });
});

it.each([
  ["de", ["/a-latin-400-x.woff2"]],
  ["ru", ["/a-latin-400-x.woff2", "/a-cyrillic-400-x.woff2"]],
  ["sr-Latn", ["/a-latin-400-x.woff2"]],
  ["ar", []],
  ["ja", []],
  ["zh-TW", []],
])("LOC-9 pages in %s preload the fonts of their script", (language, expected) => {
  const fonts = ["latin", "latin-ext", "cyrillic"].map((name) => `/a-${name}-400-x.woff2`);
  const html = renderAssets({ styles: [], preloads: [], scripts: [], fonts }, language);
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(expected);
  expect(html.match(/as="font" type="font\/woff2"[^>]* crossorigin>/g) ?? []).toHaveLength(
    expected.length,
  );
});

it("RTE-6 styles, preloads and scripts are loaded in this order", () => {
  const files = { styles: ["/a.css"], preloads: ["/b.js"], scripts: ["/c.js"], fonts: [] };
  expect(renderAssets(files, "en")).toBe(
    '<link rel="stylesheet" href="/a.css"><link rel="modulepreload" href="/b.js"><script type="module" src="/c.js"></script>',
  );
});
