import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestLocale, DEFAULT_LOCALES } from "./locales.ts";

const best = (...languages: string[]) => bestLocale(languages, DEFAULT_LOCALES);
const codes = DEFAULT_LOCALES.map(({ code }) => code);

describe("the default locales", () => {
  it("LOC-1 are fourteen, in this order", () => {
    expect(codes.join(" ")).toBe("en ar de es fr id it ja ko nl pt-br ru zh zh-tw");
  });

  it("LOC-2 have a BCP 47 language, an English name and an endonym", () => {
    expect(DEFAULT_LOCALES.map(({ language }) => language).join(" ")).toBe(
      "en-US ar de es fr id it ja ko nl pt-BR ru zh-CN zh-TW",
    );
    expect(DEFAULT_LOCALES.map(({ name }) => name)).toEqual([
      "English",
      "Arabic",
      "German",
      "Spanish",
      "French",
      "Indonesian",
      "Italian",
      "Japanese",
      "Korean",
      "Nederlands",
      "Portuguese (Brazil)",
      "Russian",
      "Chinese",
      "Chinese (Taiwan)",
    ]);
    for (const { language, endonym, files } of DEFAULT_LOCALES) {
      expect(Intl.getCanonicalLocales(language)).toEqual([language]);
      expect(endonym.length).toBeGreaterThan(1);
      expect(files.length).toBeGreaterThan(0);
    }
  });

  it("LOC-6 only Arabic is read from right to left", () => {
    expect(DEFAULT_LOCALES.filter(({ dir }) => dir === "rtl").map(({ code }) => code)).toEqual([
      "ar",
    ]);
  });
});

describe("bestLocale", () => {
  it.each([
    [["de"], "de"],
    [["de-AT"], "de"],
    [["de-CH", "fr"], "de"],
    [["en-GB"], "en"],
    [["en-US"], "en"],
    [["pt"], "pt-br"],
    [["pt-PT"], "pt-br"],
    [["pt-BR"], "pt-br"],
    [["PT-br"], "pt-br"],
    [["zh-TW"], "zh-tw"],
    [["zh-CN"], "zh"],
    [["zh"], "zh"],
    [["sv", "da", "nl"], "nl"],
    [["xx", "ja-JP", "ja"], "ja"],
  ])("LOC-4 %j leads to %s", (languages, code) => {
    expect(best(...languages)).toBe(code);
  });

  it("LOC-4 an exact tag beats the primary part at the same place only", () => {
    // 0.999 − 0/2 for German beats 1 − 1/2 for French.
    expect(best("de-AT", "fr")).toBe("de");
    // 1 − 0/1 beats 0.999 − 0/1.
    expect(bestLocale(["zh-tw"], DEFAULT_LOCALES)).toBe("zh-tw");
  });

  it("LOC-4 a tie goes to the longer code", () => {
    // Neither zh-CN nor zh-TW is exact: both score 0.999.
    expect(best("zh-HK")).toBe("zh-tw");
    const twins = [
      { code: "aa", language: "aa" },
      { code: "aa-long", language: "aa-XY" },
    ];
    expect(bestLocale(["aa-ZZ"], twins)).toBe("aa-long");
    expect(bestLocale(["aa-ZZ"], twins.toReversed())).toBe("aa-long");
  });

  it("LOC-4 nothing in common gives nothing, and so does an empty list", () => {
    expect(best("sv", "fi")).toBeUndefined();
    expect(best()).toBeUndefined();
    expect(best("")).toBeUndefined();
  });

  it("LOC-4 the score is the one of the specification, whatever the list", () => {
    const tag = fc.constantFrom(
      "en",
      "en-GB",
      "de",
      "de-AT",
      "fr-CA",
      "zh",
      "zh-HK",
      "zh-TW",
      "pt",
      "sv",
      "ar-EG",
      "ja",
    );
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 6 }), (languages) => {
        const n = languages.length;
        const scored = DEFAULT_LOCALES.map(({ code, language }) => {
          const scores = languages.flatMap((requested, i) => [
            ...([code, language].some((own) => own.toLowerCase() === requested.toLowerCase())
              ? [1 - i / n]
              : []),
            ...(requested.split("-")[0] === language.split("-")[0] ? [0.999 - i / n] : []),
          ]);
          return { code, score: Math.max(-1, ...scores) };
        }).filter(({ score }) => score >= 0);
        scored.sort((a, b) => b.score - a.score || b.code.length - a.code.length);
        expect(bestLocale(languages, DEFAULT_LOCALES)).toBe(scored[0]?.code);
      }),
    );
  });
});
