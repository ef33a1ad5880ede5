import type { ReadingRule } from "./reading-rule.ts";

const monthsOf = (shorts: string, fulls: string): Readonly<Record<string, string>> => {
  const full = fulls.split(" ");
  return Object.fromEntries(shorts.split(" ").map((short, at) => [short, full[at]!]));
};

/** Abbreviated month names by language. Many are also words. */
const SHORT_MONTHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: monthsOf(
    "Jan Feb Mar Apr Aug Sep Sept Oct Nov Dec",
    "January February March April August September September October November December",
  ),
  de: monthsOf(
    "Jan Feb Apr Aug Sep Sept Okt Nov Dez",
    "Januar Februar April August September September Oktober November Dezember",
  ),
  es: monthsOf(
    "ene feb mar abr jun jul ago sept oct nov dic",
    "enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre",
  ),
  fr: monthsOf(
    "janv févr avr juil sept oct nov déc",
    "janvier février avril juillet septembre octobre novembre décembre",
  ),
  it: monthsOf(
    "gen feb mar apr mag giu lug ago set ott nov dic",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  ),
  nl: monthsOf(
    "jan feb mrt apr aug sep okt nov dec",
    "januari februari maart april augustus september oktober november december",
  ),
  "pt-br": monthsOf(
    "jan fev mar abr jun jul ago set out nov dez",
    "janeiro fevereiro março abril junho julho agosto setembro outubro novembro dezembro",
  ),
  ru: monthsOf(
    "янв февр апр авг сент окт нояб дек",
    "января февраля апреля августа сентября октября ноября декабря",
  ),
  id: monthsOf(
    "Jan Feb Apr Agu Sep Okt Nov Des",
    "Januari Februari April Agustus September Oktober November Desember",
  ),
};

/** Abbreviated names that are also words: they need a period or a following year. */
const WORDS: Readonly<Record<string, string>> = {
  es: "mar",
  fr: "sept",
  it: "set|mar|giu|ago",
  "pt-br": "mar|set|out|dez",
};

const oneOf = (language: string): string => Object.keys(SHORT_MONTHS[language] ?? {}).join("|");
const BEFORE = String.raw`\d\.?\s(?:de\s)?`;

/** Months next to a day. */
export function monthRules(language: string): readonly ReadingRule[] {
  const months = SHORT_MONTHS[language];
  if (months === undefined) return [];
  const read = ([, short]: RegExpExecArray): string => months[short!]!;
  const words = WORDS[language];
  const isMonth = words
    ? String.raw`(?!(?:${words})(?!\.\s(?:\d|\p{Ll})|\.?\s(?:de\s)?\d{4}))`
    : "";
  const behind = new RegExp(
    String.raw`(?<=${BEFORE})${isMonth}(${oneOf(language)})\.?(?!\p{L})`,
    "gu",
  );
  const before = new RegExp(String.raw`(?<!\p{L})(${oneOf(language)})\.?(?=\s\d{1,2}(?!\d))`, "gu");
  return [{ pattern: behind, read }, ...(language === "en" ? [{ pattern: before, read }] : [])];
}

/**
 * Whether a text ends with an abbreviated month and the date continues; if it is also a word, a
 * year must follow.
 * @param following the text after it
 */
export const endsInMonth = (text: string, language: string, following = ""): boolean => {
  if (!Object.hasOwn(SHORT_MONTHS, language)) return false;
  const before = language === "en" ? String.raw`(?<!\p{L})` : `(?<=${BEFORE})`;
  const [found, month] = new RegExp(`${before}(${oneOf(language)})\\.$`, "u").exec(text) ?? [];
  if (found === undefined) return false;
  return !WORDS[language]?.split("|").includes(month!) || /^\s(?:de\s)?\d{4}/.test(following);
};
