import { describe, expect, it } from "vitest";
import { configSchema, siteOf, type ConfigInput } from "./config.ts";
import { linkTo, pathOf, siteLocale, urlOf } from "./site.ts";

const siteWith = (over: Partial<ConfigInput> = {}, site: Partial<ConfigInput["site"]> = {}) =>
  siteOf(
    configSchema.parse({
      site: { name: "S", origin: "https://s.example", contact: "c", ...site },
      ...over,
    }),
  );
const german = { code: "de", language: "de", name: "German", endonym: "Deutsch" };
const english = { code: "en", language: "en-US", name: "English", endonym: "English" };

describe("addresses", () => {
  it("LOC-1 the default locale has no prefix, another has its code; a home page is the code alone", () => {
    const site = siteWith();
    expect(pathOf(site, "en", "/")).toBe("/");
    expect(pathOf(site, "en", "/pricing")).toBe("/pricing");
    expect(pathOf(site, "pt-br", "/")).toBe("/pt-br");
    expect(pathOf(site, "zh-tw", "/audio-trimmer")).toBe("/zh-tw/audio-trimmer");
    expect(urlOf(site, "de", "/")).toBe("https://s.example/de");
  });

  it("LOC-1 with trailingSlash every address but the root ends with one", () => {
    const site = siteWith({}, { trailingSlash: true });
    expect(pathOf(site, "en", "/")).toBe("/");
    expect(pathOf(site, "en", "/pricing")).toBe("/pricing/");
    expect(pathOf(site, "de", "/")).toBe("/de/");
    expect(pathOf(site, "de", "/pricing")).toBe("/de/pricing/");
  });

  it("LOC-1 with prefixDefaultLocale the default locale has its code in front, too", () => {
    const site = siteWith({ prefixDefaultLocale: true });
    expect(pathOf(site, "en", "/")).toBe("/en");
    expect(pathOf(site, "en", "/pricing")).toBe("/en/pricing");
  });

  it("LOC-3 a locale with a domain is served there without a prefix", () => {
    const site = siteWith({ locales: [english, { ...german, domain: "https://s.de" }] });
    expect(siteLocale(site, "de").prefix).toBe("");
    expect(pathOf(site, "de", "/")).toBe("/");
    expect(urlOf(site, "de", "/pricing")).toBe("https://s.de/pricing");
    expect(urlOf(site, "en", "/pricing")).toBe("https://s.example/pricing");
  });

  it("LOC-3 links are absolute between origins and relative within one", () => {
    const french = { code: "fr", language: "fr", name: "French", endonym: "Français" };
    const site = siteWith({ locales: [english, { ...german, domain: "https://s.de" }, french] });
    expect(linkTo(site, "en", "fr", "/pricing")).toBe("/fr/pricing");
    expect(linkTo(site, "en", "de", "/pricing")).toBe("https://s.de/pricing");
    expect(linkTo(site, "de", "fr", "/pricing")).toBe("https://s.example/fr/pricing");
    expect(linkTo(site, "de", "de", "/pricing")).toBe("/pricing");
  });

  it("LOC-3 a domain wins over prefixDefaultLocale", () => {
    const site = siteWith({
      prefixDefaultLocale: true,
      locales: [{ ...english, domain: "https://s.us" }, german],
    });
    expect(urlOf(site, "en", "/pricing")).toBe("https://s.us/pricing");
    expect(urlOf(site, "de", "/pricing")).toBe("https://s.example/de/pricing");
  });

  it("LOC-1 a locale that the site does not have is an error", () => {
    expect(() => pathOf(siteWith(), "sv", "/")).toThrow(new RangeError('No locale "sv"'));
  });
});
