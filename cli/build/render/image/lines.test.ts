import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { configSchema } from "#core/site/config.ts";
import { CONTENT_TYPES } from "#core/page/content.ts";
import { imageWords } from "#core/page/image.ts";
import { parseEntry } from "../../load/read-entry.ts";
import { createFonts } from "./fonts.ts";
import { evenLines, splitSegments, setTitle } from "./lines.ts";
import { type Writing, shapeLine, undrawable } from "./shape.ts";

const BOX = { width: 1040, height: 250 };

const root = path.join(import.meta.dirname, "../../../..");
const fonts = createFonts(root, []);
const { locales } = configSchema.parse({
  site: { name: "Brand", origin: "https://s.example", contact: "c" },
});
const writingIn = (language: string): Writing => ({
  fonts,
  language,
  direction: language === "ar" ? "rtl" : "ltr",
});

/** What the images of a language say. */
function segmentsOf(code: string): string[] {
  const source = code === "en";
  return CONTENT_TYPES.flatMap((type) => {
    const folder = path.join(root, source ? "content" : `locales/${code}`, type);
    if (!fs.existsSync(folder)) return [];
    return fs.readdirSync(folder).map((name) => {
      const text = fs.readFileSync(path.join(folder, name), "utf8");
      const entry = parseEntry(text, { file: name, type, locale: code, source });
      if (Array.isArray(entry)) throw new Error(`${folder}/${name} has faults`);
      const { name: tool = "", heading = "" } = entry.data;
      return imageWords({ kind: type === "tools" ? "tool" : "page", name: tool, heading });
    });
  });
}

describe("titles of images", () => {
  it.each(locales)("SEO-1 fit on every page in $name, sign by sign", ({ code, language }) => {
    const words = segmentsOf(code);
    expect(words.length).toBeGreaterThan(40);
    for (const title of words) {
      const { lines, isWhole } = setTitle(title, BOX, writingIn(language));
      expect(isWhole, title).toBe(true);
      for (const line of lines) expect(line.width, title).toBeLessThanOrEqual(1040);
      expect(undrawable(title, writingIn(language)), title).toEqual([]);
    }
  });

  it("SEO-1 Vietnamese, Greek and Czech are drawn, too", () => {
    for (const title of [
      "Tách giọng hát khỏi bài hát",
      "Αφαίρεση φωνητικών",
      "Odstraňovač nádechů",
    ])
      expect(undrawable(title, writingIn("vi"))).toEqual([]);
    expect(undrawable("हिन्दी a", writingIn("hi"))).not.toEqual([]);
  });

  it("SEO-1 a word that is wider than an image is set smaller, then cut in lines", () => {
    const long = "Donaudampfschifffahrtsgesellschaftskapitän";
    const smaller = setTitle(long, BOX, writingIn("de"));
    expect(smaller).toMatchObject({ isWhole: true, size: 50 });
    const cut = setTitle(`${long}${long}`, BOX, writingIn("de"));
    expect(cut.isWhole).toBe(true);
    expect(cut.lines).toHaveLength(3);
    expect(setTitle(long.repeat(12), BOX, writingIn("de"))).toMatchObject({ isWhole: false });
  });

  it("SEO-1 lines end between words in Japanese, and never before a mark that closes", () => {
    const segments = splitSegments("「音声」を、すばやく変換（無料）。", "ja");
    expect(segments.join("")).toBe("「音声」を、すばやく変換（無料）。");
    expect(segments.length).toBeGreaterThan(4);
    for (const segment of segments) {
      expect(segment).not.toMatch(/^[」、）。]/);
      expect(segment).not.toMatch(/[「（]$/);
    }
  });

  it("SEO-1 lines do not end at a space that does not break, which is drawn as one where fonts lack it", () => {
    const question = "votre audio\u202f?";
    expect(splitSegments(question, "fr")).toEqual(["votre ", "audio\u202f?"]);
    const { width } = shapeLine(question, 100, writingIn("fr"));
    expect(width).toBeGreaterThan(shapeLine("votre audio?", 100, writingIn("fr")).width);
  });

  it("SEO-1 lines are much of a length", () => {
    const measure = (text: string): number => text.trimEnd().length;
    expect(evenLines(["one ", "two ", "three ", "four"], 16, measure)).toEqual([
      "one two",
      "three four",
    ]);
    expect(evenLines(["one"], 10, measure)).toEqual(["one"]);
  });
});

describe("shaped lines", () => {
  it("SEO-1 Arabic letters join, and Latin ones among them stand in their own order", () => {
    const joined = shapeLine("بب", 100, writingIn("ar"));
    const single = shapeLine("ب", 100, writingIn("ar"));
    // A letter at the beginning and one at the end of a word are narrower than two that stand alone.
    expect(joined.width).toBeLessThan(single.width * 1.9);
    const alone = shapeLine("MP3", 100, writingIn("ar")).glyphs.map(({ glyph }) => glyph);
    const mixed = shapeLine("إلى MP3", 100, writingIn("ar")).glyphs;
    expect(mixed.slice(0, 3).map(({ glyph }) => glyph)).toEqual(alone);
    expect(mixed[3]!.x).toBeGreaterThan(mixed[2]!.x);
  });

  it("SEO-1 the same Chinese character is drawn by the font of its language", () => {
    const fileIn = (language: string) => shapeLine("直", 100, writingIn(language)).glyphs[0]!.file;
    expect(new Set(["ja", "ko", "zh-CN", "zh-TW"].map(fileIn)).size).toBe(4);
    expect(fileIn("zh-HK")).toBe(fileIn("zh-TW"));
  });
});
