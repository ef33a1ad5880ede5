import type { ReadingRule } from "./reading-rule.ts";
import { englishOrdinal, englishYear } from "./number-rules.ts";
import { dutchOrdinal, germanOrdinal, russianOrdinal } from "./ordinals.ts";
import { monthRules } from "./short-months.ts";
import { romanRules, romanValue } from "./roman.ts";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const MONTHS_EN =
  "January|February|March|April|May|June|July|August|September|October|November|December";
const ENGLISH: readonly ReadingRule[] = [
  {
    pattern: new RegExp(
      String.raw`(?<=\b(?:in|since|until|from|by|of|year|between|after|before|${MONTHS_EN}|(?:${MONTHS_EN}) \d{1,2},) )(?:1[1-9]|20)\d\d(?![\d,.]\d|\d|%)`,
      "g",
    ),
    read: ([year]) => englishYear(Number(year)),
  },
  // A decade: the voice reads years correctly, but hundreds as a number.
  {
    pattern: /(?<!\d)(1[1-9]|20)(\d0)s(?![\p{L}\p{N}])/gu,
    read: ([, first, tens]) =>
      tens !== "00" ? `${first} ${tens}s` : first === "20" ? null : `${first} hundreds`,
  },
  { pattern: /(?<=\p{Lu}\p{Ll}+(?:['’]s)?\s)St\.(?!\s\p{Lu})/gu, read: () => "Street" },
  { pattern: /#(?=\d)/g, read: () => "number " },
  ...romanRules("en", (value) => `the ${englishOrdinal(value)}`),
];

const MONTHS_DE =
  "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember";
const DAYS_DE: Readonly<Record<string, string>> = {
  Mo: "Montag",
  Di: "Dienstag",
  Mi: "Mittwoch",
  Do: "Donnerstag",
  Fr: "Freitag",
  Sa: "Samstag",
  So: "Sonntag",
};
const GERMAN: readonly ReadingRule[] = [
  {
    pattern:
      /(?<!\p{L})(Mo|Di|Mi|Do|Fr|Sa|So)\.?(\s?[–-]\s?|\sbis\s|\sund\s)(Mo|Di|Mi|Do|Fr|Sa|So)(?!\p{L})\.?/gu,
    read: ([, from, joint, to]) =>
      `${DAYS_DE[from!]!} ${joint!.trim() === "und" ? "und" : "bis"} ${DAYS_DE[to!]!}`,
  },
  {
    pattern:
      /(?<=(?<!\p{L})(der|die|das|dem|den|des|im|am|zum|zur|vom|beim|ins)\s)(\d{1,2})\.(?=\s\p{Lu})/giu,
    read: ([, article, value]) =>
      germanOrdinal(Number(value)) + (/^(?:der|die|das|ins)$/i.test(article!) ? "" : "n"),
  },
  ...romanRules("de", (value, hers) => `${hers ? "die" : "der"} ${capital(germanOrdinal(value))}`),
  {
    pattern: new RegExp(
      String.raw`(?<!\d)(\b(?:am|vom|zum|den|dem|ab|bis|seit)\s)?([1-9]|[12]\d|3[01])\.\s(?=${MONTHS_DE})`,
      "g",
    ),
    read: ([, before = "", day]) => `${before}${germanOrdinal(Number(day))}${before ? "n" : "r"} `,
  },
];

const SCALES_RU: Readonly<Record<string, readonly [string, string, string]>> = {
  тыс: ["тысяча", "тысячи", "тысяч"],
  млн: ["миллион", "миллиона", "миллионов"],
  млрд: ["миллиард", "миллиарда", "миллиардов"],
};
const pluralRu = new Intl.PluralRules("ru");
function scaleRu(number: string, word: string): string {
  const [one, few, many] = SCALES_RU[word]!;
  const form = pluralRu.select(Number(number.replace(",", ".")));
  return form === "one" ? one : form === "many" ? many : few;
}
/** Cases of the word for century, and the endings of its ordinal. */
const CENTURIES_RU: Readonly<Record<string, string>> = {
  век: "й",
  века: "го",
  веку: "му",
  веком: "м",
  веке: "м",
};

const RUSSIAN: readonly ReadingRule[] = [
  {
    pattern:
      /(?<!\d)([1-9]|[12]\d|3[01])(?=\s(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря))/g,
    read: ([, day]) => russianOrdinal(Number(day), "го"),
  },
  { pattern: /(?<=(?<!\p{L})[Вв]\s\d{4}\s)г\.?(?![\p{L}])/gu, read: () => "году" },
  { pattern: /(?<=\d{4}\s)г\.?(?![\p{L}])/gu, read: () => "года" },
  { pattern: /(?<!\p{L})г\.(?=\s\p{Lu})/gu, read: () => "город" },
  {
    pattern: /(?<![\d,.])(\d+(?:,\d+)?)\s(тыс|млн|млрд)\.?(?!\p{L})/gu,
    read: ([, number, word]) => `${number} ${scaleRu(number!, word!)}`,
  },
  {
    pattern: /(?<!\d)(\d{1,2})-(й|я|е|го|му|м|ю|х)(?!\p{L})/gu,
    read: ([, value, letters]) => russianOrdinal(Number(value), letters!),
  },
  {
    pattern: /(?<!\p{L})([IVXL]{1,6}|\d{1,2})(?=\s(век|века|веку|веком|веке)(?!\p{L}))/gu,
    read: ([, written, word]) => {
      const value = /\d/.test(written!) ? Number(written) : romanValue(written!);
      return value === null ? null : russianOrdinal(value, CENTURIES_RU[word!]!);
    },
  },
  // “имени” (named after): “им” is also a word.
  {
    pattern:
      /(?<=(?:театр|университет|институт|школ|лице|гимнази|библиотек|завод|фабрик|музе|академи|консерватори|филармони|больниц|клиник|стадион|дворц|дворец|парк|площад|улиц|проспект|центр|колледж|училищ|фонд|преми|конкурс|аэропорт|НИИ|МГУ|СПбГУ|ансамбл|хор|оркестр|клуб|колхоз|совхоз)\p{Ll}*\s)им\.(?=\s?\p{Lu})/gu,
    read: () => "имени",
  },
  // Small ranges are read as “three, four”.
  { pattern: /(?<=(?<!\d)[1-9])[–—-](?=[1-9]0?\s\p{L})/gu, read: () => ", " },
  ...romanRules("ru", (value) => russianOrdinal(value, "й") ?? String(value)),
];

const FRENCH: readonly ReadingRule[] = [
  {
    pattern:
      /(?<!\d)1(?=\s(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre))/g,
    read: () => "premier",
  },
  {
    pattern: /(?<!\d)(\d{1,2})\s?h(?![\p{L}\d]|\s?\d)/gu,
    read: ([, hours]) => `${hours} heure${Number(hours) < 2 ? "" : "s"}`,
  },
  // The voice knows only full ordinal endings. A single letter is an ordinal if a counted noun
  // follows: “Le” is not one.
  {
    pattern:
      /(?<![\p{L}\d])(\d{1,3}|[IVXL]{2,6}|[VX](?=e\s(?:siècles?|arrondissement|République|dynastie|millénaire|congrès|édition|régiment|armée|corps|jour|année|symphonie|chapitre|Plan)(?!\p{L})))e(?![\p{L}\p{N}])/gu,
    read: ([, written]) => {
      const value = /\d/.test(written!) ? Number(written) : romanValue(written!);
      return value === null ? null : `${value}ème`;
    },
  },
  // The voice reads these letters at the beginning of a capitalized word as “ça”.
  { pattern: /(?<!\p{L})(?:Cas|CAS)(?!\p{L})/gu, read: () => "cas" },
  ...romanRules("fr", (value) => (value === 1 ? "premier" : String(value))),
];

const SPANISH: readonly ReadingRule[] = [
  { pattern: /(?<=\d:\d\d)\s?h(?:rs)?\.?(?!\p{L})/gu, read: () => "" },
  {
    pattern: /(?<![\d:])(\d{1,2})\s?h(?![\p{L}\d]|\s?\d)/gu,
    read: ([, hours]) => `${hours} hora${hours === "1" ? "" : "s"}`,
  },
  { pattern: /(?<!\d)1\.º/g, read: () => "primero" },
  { pattern: /(?<=\d)\.(?=[ºª])/g, read: () => "" },
];

const ITALIAN: readonly ReadingRule[] = [
  { pattern: /(?<!\d)1°(?=\s\p{L})/gu, read: () => "primo" },
];

const PORTUGUESE: readonly ReadingRule[] = [
  // The voice reads capitals that are Roman digits as numbers: “vitamina C” as “vitamina cem”.
  {
    pattern:
      /(?<![\p{L}\p{N}.°$'’]|\d\s)[CDLM](?![\p{L}\p{N}'’]|\.\s?\p{L})|(?<!\p{L})LI(?!\p{L})/gu,
    read: ([letters]) => letters.toLowerCase(),
  },
  {
    pattern: /(?<![\d:])([01]?\d|2[0-3])\s?h\s?([0-5]\d)(?!\d)/g,
    read: ([, hours, minutes]) => `${Number(hours)} horas e ${Number(minutes)}`,
  },
  {
    pattern: /(?<![\d:])(\d{1,2})\s?h(?![\p{L}\d]|\s?\d)/gu,
    read: ([, hours]) => `${hours} hora${Number(hours) < 2 ? "" : "s"}`,
  },
];

const DUTCH: readonly ReadingRule[] = [
  { pattern: /(?<=\d),-+/g, read: () => "" },
  {
    pattern: /(?<!\d)([01]?\d|2[0-3])\.([0-5]\d)\suur/g,
    read: ([, hours, minutes]) =>
      minutes === "00" ? `${Number(hours)} uur` : `${Number(hours)} uur ${Number(minutes)}`,
  },
  {
    pattern: /(?<![\p{L}\d])(\d{1,2})(?:e|de|ste)(?!\p{L})/gu,
    read: ([, value]) => dutchOrdinal(Number(value)),
  },
  ...romanRules("nl", (value) => `de ${dutchOrdinal(value)}`),
];

const INDONESIAN: readonly ReadingRule[] = [
  {
    pattern: /(?<=(?:[Pp]ukul|[Jj]am)\s)([01]?\d|2[0-3])\.([0-5]\d)(?!\d)/g,
    read: ([, hours, minutes]) =>
      minutes === "00" ? String(Number(hours)) : `${Number(hours)} lewat ${Number(minutes)} menit`,
  },
];

const ARABIC: readonly ReadingRule[] = [
  { pattern: /(?<=\d:\d\d\s?)ص(?![\p{L}.])/gu, read: () => "صباحًا" },
  { pattern: /(?<=\d:\d\d\s?)م(?![\p{L}.])/gu, read: () => "مساءً" },
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
    pattern: /(?<!\d)(1[0-2]|[1-9])月(?!間|額|給|曜|光|見|面|謝|刊)/g,
    read: ([, month]) => `${MONTHS_JA[Number(month) - 1]!}がつ`,
  },
  {
    pattern: /(?<!\d)([1-9]|[12]\d|3[01])日(?!間|本|曜|中|々|記|常|光|程|陰|没|課|刊)/g,
    read: ([, day]) => japaneseDay(Number(day)),
  },
  { pattern: /(?<!\d)([479])時(?!間)/g, read: ([, hour]) => HOURS_JA[hour!]! },
  { pattern: /(?<!\d)1日中/g, read: () => "いちにちじゅう" },
  { pattern: /(?<!\d)4人/g, read: () => "よにん" },
  { pattern: /(?<!\d)20歳/g, read: () => "はたち" },
  { pattern: /(?<!\d)1人/g, read: () => "ひとり" },
  { pattern: /(?<!\d)2人/g, read: () => "ふたり" },
];

const HOURS_KO = "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두".split(" ");
const TENS_KO = " 열 스물 서른 마흔 쉰 예순 일흔 여든 아흔".split(" ");
/** A native Korean numeral before a counter. */
function nativeKo(count: number): string {
  if (count === 20) return "스무";
  const ones = count % 10 === 0 ? "" : HOURS_KO[(count % 10) - 1]!;
  return TENS_KO[Math.trunc(count / 10)]! + ones;
}
/**
 * Ends a counter: no letter follows, or a particle or another suffix. Otherwise a word begins, as
 * in “명령”.
 */
const ENDS_KO = String.raw`(?=$|\P{L}|(?:이|가|은|는|을|를|의|에|와|과|도|만|로|으로|씩|쯤|경|반|정각|정도|당|들|째|짜리|까지|부터|보다|마다|밖에|뿐|전|후|간|동안|이상|이하|미만|중|입니|예요|에요|이었|였)(?!\p{L}{4}))`;
const COUNTERS_KO = String.raw`\s?(?:명|개|살|마리|잔|권|송이|시간|달|번째)${ENDS_KO}`;
const KOREAN: readonly ReadingRule[] = [
  {
    pattern: new RegExp(String.raw`(?<!\d)(1[0-2]|[1-9])시${ENDS_KO}`, "gu"),
    read: ([, hour]) => `${HOURS_KO[Number(hour) - 1]!} 시`,
  },
  { pattern: /(?<!\d)6월/g, read: () => "유월" },
  { pattern: /(?<!\d)10월/g, read: () => "시월" },
  {
    pattern: new RegExp(String.raw`(?<!\d)([1-9])\s?[~～–-]\s?([1-9])(?=${COUNTERS_KO})`, "gu"),
    read: ([, from, to]) => `${nativeKo(Number(from))}에서 ${nativeKo(Number(to))} `,
  },
  {
    pattern: new RegExp(String.raw`(?<!\d)([1-9]\d?)(?=${COUNTERS_KO})`, "gu"),
    read: ([, count]) => `${nativeKo(Number(count))} `,
  },
];

const DIGITS_ZH = "零一二三四五六七八九";
const digitsZh = (digits: string): string =>
  Array.from(digits, (digit) => DIGITS_ZH[Number(digit)]!).join("");
const CHINESE: readonly ReadingRule[] = [
  {
    // Years are read digit by digit.
    pattern: /(?<!\d)\d{4}(?=\s?年)/g,
    read: ([year]) => digitsZh(year),
  },
  {
    pattern:
      /(?<!\d)2(?=(?:个|個|位|只|隻|本|张|張|天|次|杯|岁|歲|[点點](?![\d零一二三四五六七八九])))/g,
    read: () => "两",
  },
  {
    pattern: /(?<!\d)1[3-9]\d{9}(?!\d)|(?<!\d)09\d{8}(?!\d)/g,
    read: ([number]) => digitsZh(number),
  },
];

const OWN: Readonly<Record<string, readonly ReadingRule[]>> = {
  en: ENGLISH,
  de: GERMAN,
  ru: RUSSIAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  "pt-br": PORTUGUESE,
  nl: DUTCH,
  id: INDONESIAN,
  ar: ARABIC,
  ja: JAPANESE,
  ko: KOREAN,
  zh: CHINESE,
  "zh-tw": CHINESE,
};

/** Language-specific rules: days, years, counters. */
export const ownRules = (language: string): readonly ReadingRule[] => [
  ...monthRules(language),
  ...(OWN[language] ?? []),
];
