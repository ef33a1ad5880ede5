import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { errorsAllowed, errorsBetween } from "./distance.ts";
import { folded } from "#core/search/fold.ts";
import { stemOf } from "#core/search/stems.ts";
import { pairsOf, termsOf } from "#core/search/terms.ts";

const LANGUAGES = DEFAULT_LOCALES.map(({ language }) => language);

describe("letters", () => {
  it("NAV-12 have one form for case, accents, width, vowel signs and other spellings", () => {
    expect(folded("  Réduction du  BRUIT ")).toBe("reduction du bruit");
    expect(folded("Straße, œuvre, Łódź")).toBe("strasse, oeuvre, lodz");
    expect(folded("ＭＰ３")).toBe("mp3");
    expect(folded("Ёлка")).toBe("елка");
    expect(folded("مُوسِيقَى")).toBe(folded("موسيقي"));
    expect(folded("إزالة الصدى")).toBe(folded("ازاله الصدي"));
    expect(folded("صـــوت")).toBe("صوت");
    expect(folded("ﾎﾞｲｽ")).toBe(folded("ぼいす"));
    expect(folded("ガ")).not.toBe(folded("カ"));
    expect(folded("음량")).toBe("음량");
  });

  it("NAV-12 German umlauts may be typed as two letters, and two letters that are none stay", () => {
    expect(folded("Geräusch", "de")).toBe(folded("Geraeusch", "de"));
    expect(folded("lauter", "de")).toBe("lauter");
    expect(folded("neue Quelle", "de")).toBe("neue quelle");
    expect(folded("geraeusch", "fr")).toBe("geraeusch");
  });

  it("NAV-12 a form is its own form, in every language", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom(...LANGUAGES),
        (text, language) => {
          const once = folded(text, language);
          // Replacing a German letter pair may create another pair, as in "aeee".
          if (!language.startsWith("de")) expect(folded(once, language)).toBe(once);
        },
      ),
    );
  });
});

describe("stems", () => {
  it.each([
    ["en", "cut cutting cuts"],
    ["en", "normalize normalizing normalise normalization"],
    ["en", "remover remove removing"],
    ["de", "entfernen entfernt entfernung"],
    ["es", "quitar quitando"],
    ["fr", "enlever enleve enlevez"],
    ["it", "tagliare taglia tagliando"],
    ["pt-BR", "cortar cortando corta"],
    ["nl", "knippen knip"],
    ["ru", "обрезать обрезка"],
    ["ar", "الصوت صوت بالصوت"],
    ["id", "memotong potong"],
    ["id", "hapus menghapus"],
  ])("NAV-12 in %s the forms meet of %s", (language, forms) => {
    const stems = forms.split(" ").map((form) => stemOf(folded(form, language), language));
    expect(new Set(stems).size).toBe(1);
  });

  it("NAV-12 short words and numbers stay as they are", () => {
    expect(stemOf("es", "es")).toBe("es");
    expect(stemOf("mp3s", "en")).toBe("mp3s");
    expect(stemOf("noise", "en")).not.toBe("no");
    expect(stemOf("音量", "ja")).toBe("音量");
  });
});

describe("typing errors", () => {
  it("NAV-12 are counted: a letter too many, too few, another, two in the wrong order", () => {
    expect(errorsBetween("noise", "noise", 2)).toBe(0);
    for (const other of ["noie", "noisse", "noize", "niose"])
      expect(errorsBetween("noise", other, 1)).toBe(1);
    expect(errorsBetween("noise", "niosse", 2)).toBe(2);
    expect(errorsBetween("noise", "niosse", 1)).toBeUndefined();
    expect(errorsBetween("", "ab", 2)).toBe(2);
    expect(errorsBetween("a", "abcd", 2)).toBeUndefined();
  });

  it("NAV-12 are allowed by length: none below four letters, two from eight on", () => {
    expect([3, 4, 7, 8].map(errorsAllowed)).toEqual([0, 1, 1, 2]);
  });

  it("NAV-12 are the same in both directions, and never more than letters", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const errors = errorsBetween(a, b, 10)!;
        expect(errors).toBe(errorsBetween(b, a, 10));
        expect(errors).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(errors === 0).toBe(a === b);
      }),
    );
  });
});

describe("terms", () => {
  it("NAV-12 are words, and runs of scripts without spaces", () => {
    expect(termsOf("Cut d'un MP 3!", "fr")).toEqual({ words: ["cut", "d", "un", "mp3"], runs: [] });
    expect(termsOf("剪切 MP3 音频", "zh")).toEqual({ words: ["mp3"], runs: ["剪切音频"] });
    expect(termsOf("剪切 MP3 音频", "zh", true).runs).toEqual(["剪切", "音频"]);
    expect(termsOf("動画の音楽を消す", "ja", true).runs).toEqual(["動画", "音楽", "消す"]);
    expect(termsOf("노래를 영상으로", "ko", true).runs).toEqual(["노래", "영상"]);
  });

  it("NAV-12 a run has the pairs of its letters", () => {
    expect(pairsOf("降噪器")).toEqual(["降噪", "噪器"]);
    expect(pairsOf("噪")).toEqual(["噪"]);
    expect(pairsOf("")).toEqual([]);
  });
});
