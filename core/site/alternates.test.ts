import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alternatesOf } from "./alternates.ts";
import { configSchema, siteOf } from "./config.ts";
import { DEFAULT_LOCALES } from "./locales.ts";
import { urlOf } from "./site.ts";

const site = siteOf(
  configSchema.parse({ site: { name: "S", origin: "https://s.example", contact: "c" } }),
);
const codes = DEFAULT_LOCALES.map(({ code }) => code);
const of = (...locales: string[]) =>
  Object.fromEntries(
    alternatesOf(site, "/x", locales).map(({ hreflang, href }) => [hreflang, href]),
  );

describe("alternatesOf", () => {
  it("SEO-1 a page in all locales has 14 alternates and x-default, nothing else", () => {
    expect(alternatesOf(site, "/x", codes).map(({ hreflang }) => hreflang)).toEqual([
      ...DEFAULT_LOCALES.map(({ language }) => language),
      "x-default",
    ]);
  });

  it("SEO-1 wider tags are there only where the configuration asks for them", () => {
    const rows = alternatesOf({ ...site, widerAlternates: true }, "/x", codes);
    expect(rows.slice(14)).toEqual([
      { hreflang: "en", href: "https://s.example/x" },
      { hreflang: "pt", href: "https://s.example/pt-br/x" },
      { hreflang: "zh-Hans", href: "https://s.example/zh/x" },
      { hreflang: "zh", href: "https://s.example/zh/x" },
      { hreflang: "zh-Hant", href: "https://s.example/zh-tw/x" },
      { hreflang: "x-default", href: "https://s.example/x" },
    ]);
  });

  it("SEO-1 a page in one language has none", () => {
    expect(alternatesOf(site, "/x", ["en"])).toEqual([]);
    expect(alternatesOf(site, "/x", [])).toEqual([]);
  });

  it("SEO-1 x-default is the default locale where the page exists in it, else the first", () => {
    expect(of("de", "en")["x-default"]).toBe("https://s.example/x");
    expect(of("ja", "de")["x-default"]).toBe("https://s.example/de/x");
  });

  it("SEO-1 the set is reciprocal, self-referencing and free of doubles, for any subset of locales", () => {
    fc.assert(
      fc.property(
        fc.subarray(codes, { minLength: 2 }),
        fc.constantFrom("/", "/x", "/ai-voice-generator/y"),
        (locales, route) => {
          const rows = alternatesOf(site, route, locales);
          const hrefs = new Set(rows.map(({ href }) => href));
          const tags = rows.map(({ hreflang }) => hreflang);
          expect(new Set(tags).size).toBe(tags.length);
          // Reciprocity: each page of the set has the same table and is part of it under its own
          // language.
          for (const code of locales) {
            const { language } = site.locales.find((locale) => locale.code === code)!;
            expect(rows).toContainEqual({ hreflang: language, href: urlOf(site, code, route) });
          }
          expect([...hrefs].sort()).toEqual(locales.map((code) => urlOf(site, code, route)).sort());
          expect(tags.filter((tag) => tag === "x-default")).toHaveLength(1);
        },
      ),
    );
  });

  it("SEO-1 the order in which locales are named does not matter", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(codes, { minLength: 2 }), (locales) => {
        expect(alternatesOf(site, "/x", locales)).toEqual(
          alternatesOf(
            site,
            "/x",
            codes.filter((code) => locales.includes(code)),
          ),
        );
      }),
    );
  });

  it("LOC-3 a locale with a domain is listed with its own origin", () => {
    const own = siteOf(
      configSchema.parse({
        site: { name: "S", origin: "https://s.example", contact: "c" },
        locales: DEFAULT_LOCALES.map((locale) =>
          locale.code === "de" ? { ...locale, domain: "https://s.de" } : locale,
        ),
      }),
    );
    expect(alternatesOf(own, "/x", ["en", "de"])).toContainEqual({
      hreflang: "de",
      href: "https://s.de/x",
    });
  });
});
