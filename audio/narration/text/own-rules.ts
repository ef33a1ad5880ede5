import type { ReadingRule } from "./number-rules.ts";
import { englishYear } from "./number-rules.ts";

const MONTHS_EN =
  "January|February|March|April|May|June|July|August|September|October|November|December";
const FRACTIONS: Readonly<Record<string, string>> = {
  "1/2": "one half",
  "½": "one half",
  "1/3": "one third",
  "2/3": "two thirds",
  "1/4": "one quarter",
  "¼": "one quarter",
  "3/4": "three quarters",
  "¾": "three quarters",
};

const ENGLISH: readonly ReadingRule[] = [
  {
    pattern: new RegExp(
      String.raw`(?<=\b(?:in|since|until|from|by|of|year|between|after|before|${MONTHS_EN}|(?:${MONTHS_EN}) \d{1,2},) )(?:1[1-9]|20)\d\d(?![\d,.]\d|\d|%)`,
      "g",
    ),
    read: ([year]) => englishYear(Number(year)),
  },
  {
    pattern: /(?<![\d/])(?:[1-3]\/[234]|[½¼¾])(?![\d/])/g,
    read: ([fraction]) => FRACTIONS[fraction] ?? null,
  },
];

const FIRST = "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte";
const TEENS = "dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(" ");
const ONES = [
  "",
  ..."einund zweiund dreiund vierund fünfund sechsund siebenund achtund neunund".split(" "),
];
const germanDay = (day: number): string => {
  if (day <= 12) return FIRST.split(" ")[day - 1]!;
  if (day < 20) return `${TEENS[day - 13]!}te`;
  return `${ONES[day % 10]!}${day < 30 ? "zwanzig" : "dreißig"}ste`;
};
const MONTHS_DE =
  "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember";
const GERMAN: readonly ReadingRule[] = [
  {
    pattern: new RegExp(
      String.raw`(?<!\d)(\b(?:am|vom|zum|den|dem|ab|bis|seit)\s)?([1-9]|[12]\d|3[01])\.\s(?=${MONTHS_DE})`,
      "g",
    ),
    read: ([, before = "", day]) => `${before}${germanDay(Number(day))}${before ? "n" : "r"} `,
  },
];

const DAYS_RU =
  "первого второго третьего четвёртого пятого шестого седьмого восьмого девятого десятого одиннадцатого двенадцатого тринадцатого четырнадцатого пятнадцатого шестнадцатого семнадцатого восемнадцатого девятнадцатого двадцатого".split(
    " ",
  );
const russianDay = (day: number): string => {
  if (day <= 20) return DAYS_RU[day - 1]!;
  if (day === 30) return "тридцатого";
  return `${day < 30 ? "двадцать" : "тридцать"} ${DAYS_RU[(day % 10) - 1]!}`;
};
const RUSSIAN: readonly ReadingRule[] = [
  {
    pattern:
      /(?<!\d)([1-9]|[12]\d|3[01])(?=\s(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря))/g,
    read: ([, day]) => russianDay(Number(day)),
  },
  { pattern: /(?<=\d{4}\s)г\.?(?![\p{L}])/gu, read: () => "года" },
];

const FRENCH: readonly ReadingRule[] = [
  {
    pattern:
      /(?<!\d)1(?=\s(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre))/g,
    read: () => "premier",
  },
];

const DAYS_JA = "ついたち ふつか みっか よっか いつか むいか なのか ようか ここのか とおか".split(
  " ",
);
const japaneseDay = (day: number): string => {
  if (day <= 10) return DAYS_JA[day - 1]!;
  if (day === 14) return "じゅうよっか";
  if (day === 20) return "はつか";
  if (day === 24) return "にじゅうよっか";
  const ones = ["", "いち", "に", "さん", "よん", "ご", "ろく", "しち", "はち", "く"][day % 10]!;
  return `${day >= 30 ? "さん" : day >= 20 ? "に" : ""}じゅう${ones}にち`;
};
const MONTHS_JA = "いち に さん し ご ろく しち はち く じゅう じゅういち じゅうに".split(" ");
const HOURS_JA: Readonly<Record<string, string>> = { 4: "よじ", 7: "しちじ", 9: "くじ" };
const JAPANESE: readonly ReadingRule[] = [
  {
    pattern: /(?<!\d)(1[0-2]|[1-9])月(?!間|額|給|曜)/g,
    read: ([, month]) => `${MONTHS_JA[Number(month) - 1]!}がつ`,
  },
  {
    pattern: /(?<!\d)([1-9]|[12]\d|3[01])日(?!間|本|曜)/g,
    read: ([, day]) => japaneseDay(Number(day)),
  },
  { pattern: /(?<!\d)([479])時(?!間)/g, read: ([, hour]) => HOURS_JA[hour!]! },
  { pattern: /(?<!\d)1人/g, read: () => "ひとり" },
  { pattern: /(?<!\d)2人/g, read: () => "ふたり" },
];

const HOURS_KO = "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두".split(" ");
const KOREAN: readonly ReadingRule[] = [
  {
    pattern: /(?<!\d)(1[0-2]|[1-9])시(?=[\s.,]|$|\d|\p{L})/gu,
    read: ([, hour]) => `${HOURS_KO[Number(hour) - 1]!} 시`,
  },
  { pattern: /(?<!\d)6월/g, read: () => "유월" },
  { pattern: /(?<!\d)10월/g, read: () => "시월" },
  {
    pattern: /(?<!\d)(1[0-2]|[1-9])(?=\s?(?:명|개|살|마리))/g,
    read: ([, count]) => `${HOURS_KO[Number(count) - 1]!} `,
  },
];

const DIGITS_ZH = "零一二三四五六七八九";
const CHINESE: readonly ReadingRule[] = [
  {
    // Years are read digit by digit.
    pattern: /(?<!\d)\d{4}(?=\s?年)/g,
    read: ([year]) => Array.from(year, (digit) => DIGITS_ZH[Number(digit)]!).join(""),
  },
  { pattern: /(?<!\d)2(?=(?:个|個|位|只|隻|本|张|張|天|次|点|點))/g, read: () => "两" },
];

const OWN: Readonly<Record<string, readonly ReadingRule[]>> = {
  en: ENGLISH,
  de: GERMAN,
  ru: RUSSIAN,
  fr: FRENCH,
  ja: JAPANESE,
  ko: KOREAN,
  zh: CHINESE,
  "zh-tw": CHINESE,
};

/** What is particular to a language: days, years, counters. */
export const ownRules = (language: string): readonly ReadingRule[] => OWN[language] ?? [];
