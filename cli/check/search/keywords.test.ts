import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { HOME } from "../../files/home.ts";
import { checkKeywords } from "./keywords.ts";
import { loadSite } from "../load-site.ts";
import {
  edit,
  type Files,
  linesOf,
  makeSite,
  removeSites,
  siteFiles,
} from "#tests/fixtures/checked-site.ts";

afterAll(removeSites);

const ALPHA = "content/tools/alpha.md";
const GERMAN = "locales/de/tools/alpha.md";
const KEYWORDS = /^keywords: .*\n/m;
const listed = (count: number, word = "word"): string =>
  `keywords: [${Array.from({ length: count }, (_, at) => `${word} ${at}`).join(", ")}]\n`;

const reported = (change: (files: Files) => void): Promise<string[]> =>
  linesOf("KEYWORDS_FEW", change);

describe("words for the search", () => {
  it("NAV-12 fewer than 12 are reported with their location, in English and in a translation", async () => {
    expect(await reported((files) => edit(files, ALPHA, KEYWORDS, listed(12)))).toEqual([]);
    const few = await reported((files) => {
      edit(files, ALPHA, KEYWORDS, listed(11));
      edit(files, GERMAN, KEYWORDS, listed(1, "Wort"));
    });
    expect(few.map((line) => line.replace(/ Visitors .*/, ""))).toEqual([
      `${ALPHA}:42:11 warning: "keywords" has 11 different words; 12 at least.`,
      `${GERMAN}:34:11 warning: "keywords" has 1 different word; 12 at least.`,
    ]);
  });

  it("NAV-12 a word in another case or width is no other word", async () => {
    const twice = listed(11).replace("]", ", WORD 3]");
    expect(await reported((files) => edit(files, ALPHA, KEYWORDS, twice))).toHaveLength(1);
  });

  it("NAV-12 missing ones are reported once: translations of a page without any are not checked", async () => {
    expect(await reported((files) => edit(files, GERMAN, KEYWORDS, ""))).toHaveLength(1);
    const none = await reported((files) => {
      edit(files, ALPHA, KEYWORDS, "");
      edit(files, GERMAN, KEYWORDS, "");
    });
    expect(none).toHaveLength(1);
    expect(none[0]).toMatch(/^content\/tools\/alpha\.md:1:1 warning: "keywords" has 0/);
  });

  it("NAV-12 a page whose translation has none is translated all the same", async () => {
    const files = siteFiles();
    edit(files, GERMAN, KEYWORDS, "");
    const { plan } = await loadSite({ root: makeSite(files), home: HOME });
    const page = plan.pages.find(({ id, locale }) => id === "tools/alpha" && locale === "de")!;
    expect([page.untranslated, page.locales]).toEqual([[], ["en", "de"]]);
  });

  it("NAV-12 every tool of this site has 12 or more in every language", async () => {
    const site = await loadSite({ root: HOME, home: HOME });
    expect(checkKeywords(site)).toEqual([]);
    // A page without a translation has no texts in that language.
    const tools = site.texts.filter(
      ({ entry }) => entry.type === "tools" && entry.present.length > 0,
    );
    const files = fs.readdirSync(path.join(HOME, "content/tools"));
    for (const file of files)
      expect(tools.filter(({ entry }) => path.basename(entry.file) === file)).not.toEqual([]);
    expect(tools.length).toBeGreaterThan(41 * 14 - 1);
    expect(tools.filter(({ keywords }) => keywords === 0)).toEqual([]);
  });
});
