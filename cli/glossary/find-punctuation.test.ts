import { describe, expect, it } from "vitest";
import { HOME } from "../files/home.ts";
import { findPunctuation } from "./find-punctuation.ts";
import { findTypography } from "./find-typography.ts";
import { loadGlossary } from "./load.ts";
import { MASK } from "./segments.ts";

const { styles } = loadGlossary(HOME).glossary!;

/** Marks that the style of a language of this site finds, each with what is right if that is certain. */
const found = (locale: string, text: string): (string | undefined)[][] =>
  [...findTypography(text, styles[locale]!, false), ...findPunctuation(text, styles[locale]!)].map(
    ({ start, marks, now }) => {
      expect(text.slice(start, start + marks.length)).toBe(marks);
      return [marks, now];
    },
  );

describe("LOC-10 marks of this site's languages", () => {
  it.each([
    ["es: questions are opened", "es", "¿Qué hace? ¡Listo!", "Qué hace? Listo!", [["?"], ["!"]]],
    ["es: each by its own mark", "es", "¡¿Otra vez?! ¿Y esto?", "¡Qué? ¿Y esto?", [["?"]]],
    ["es: one opens one", "es", "¿Una? ¿Dos?", "¿Una? Dos?", [["?"]]],
    ["ar: question mark", "ar", "ما هذا؟", "ما هذا?", [["?", "؟"]]],
    [
      "ar: comma",
      "ar",
      "صوت، صدى؛ همس",
      "صوت, صدى; همس",
      [
        [",", "،"],
        [";", "؛"],
      ],
    ],
    [
      "ar: Latin digits",
      "ar",
      "عند 0.5 ثانية",
      "عند ٠٫٥ ثانية",
      [
        ["٠", "0"],
        ["٥", "5"],
      ],
    ],
    [
      "ja: wide marks",
      "ja",
      "はい。どうぞ、次へ！",
      "はい. どうぞ,次へ!",
      [
        [". ", "。"],
        [",", "、"],
        ["!", "！"],
      ],
    ],
    ["ja: parentheses", "ja", "形式（任意）M4A (AAC)", "形式 (AAC)", [[" (", undefined]]],
    [
      "ja: no space",
      "ja",
      "MP3を12曲",
      "MP3 を 12曲",
      [
        [" ", ""],
        [" ", ""],
      ],
    ],
    [
      "ja: quotes",
      "ja",
      "「保存」",
      "“保存”",
      [
        ["“", undefined],
        ["”", undefined],
      ],
    ],
    [
      "zh: wide marks",
      "zh",
      "可以吗？好：走",
      "可以吗?好: 走",
      [
        ["?", "？"],
        [": ", "："],
      ],
    ],
    ["zh: a space", "zh", "用 MP3 听，卡拉OK", "用MP3 听", [["M", " M"]]],
    ["zh: simplified", "zh", "录音里的声音", "錄音里的声音", [["錄", undefined]]],
    [
      "zh-tw: traditional",
      "zh-tw",
      "錄音裡的聲音",
      "录音裡的声音",
      [
        ["录", undefined],
        ["声", undefined],
      ],
    ],
    [
      "zh-tw: quotes",
      "zh-tw",
      "「儲存」",
      "“儲存”",
      [
        ["“", undefined],
        ["”", undefined],
      ],
    ],
    ["de: quotes", "de", "„Speichern“ und ‚mehr‘", "“Speichern”", [["”", undefined]]],
    [
      "fr: spaces",
      "fr",
      "«\u202fOui\u202f»\u202f?",
      "« Oui » ?",
      [
        [" ?", "\u202f?"],
        ["« ", "«\u202f"],
        [" »", "\u202f»"],
      ],
    ],
    ["fr: apostrophe", "fr", "l’écho", "l'écho", [["'", "’"]]],
    ["ru: dash", "ru", "Звук — это", "Звук – это", [["–", "—"]]],
    ["en: apostrophe", "en", "The tool’s ‘end’", "The tool's end", [["'", "’"]]],
  ])("%s", (_, locale, right, wrong, marks) => {
    expect(found(locale, right)).toEqual([]);
    expect(found(locale, wrong)).toEqual(marks.map(([mark, now]) => [mark, now]));
  });

  it("are not searched in code and markup", () => {
    for (const locale of Object.keys(styles)) expect(found(locale, MASK.repeat(3))).toEqual([]);
    expect(found("zh", `打开${MASK}？`)).toEqual([]);
  });
});
