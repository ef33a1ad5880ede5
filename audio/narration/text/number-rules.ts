import { AFTER, BEFORE, moneyOf, NUMBER, oneOf, unitOf, valueOf } from "./number-parts.ts";
import { GROUPED, powerRules, scaleRules, valueRules } from "./measure-rules.ts";
import type { ReadingRule } from "./reading-rule.ts";
import { type NumberWords, NUMBER_WORDS } from "./number-words.ts";
import { SIGN_WORDS } from "./sign-words.ts";
import { CURRENCIES, UNITS } from "./signs.ts";

function currencyRules(words: NumberWords): ReadingRule[] {
  const known: Readonly<Record<string, string>> = { ...CURRENCIES, ...words.currencies };
  const signs = oneOf(Object.keys(known));
  const read = (sign: string, number: string): string =>
    moneyOf(valueOf(number, words.tag), known[sign]!, words);
  return [
    {
      pattern: new RegExp(`${BEFORE}(${signs})[\\s\\u00A0]?(${NUMBER})${AFTER}`, "gu"),
      read: ([, sign, number]) => read(sign!, number!),
    },
    {
      pattern: new RegExp(`${BEFORE}(${NUMBER})[\\s\\u00A0\\u202F]?(${signs})${AFTER}`, "gu"),
      read: ([, number, sign]) => read(sign!, number!),
    },
  ];
}

/** Unit symbols that are specific to some languages, with their tags. */
const UNITS_OF: Readonly<Record<string, string>> = { Go: "fr-FR", Mo: "fr-FR", mi: "en-US" };
/** Unit symbols that are words of the language, by tag: “il 5 ha vinto”, “5 min 3 is 2”. */
const NO_UNIT: Readonly<Record<string, string>> = {
  "es-ES": String.raw`(?!ha\s(?!de(?!\p{L}))\p{L})`,
  "it-IT": String.raw`(?!ha\s(?!di(?!\p{L})|d['’])\p{L})`,
  "nl-NL": String.raw`(?!min\s\d+(?!\s?(?:s|sec)))`,
};

function unitRules({ tag, percent }: NumberWords): ReadingRule[] {
  const units = Object.keys(UNITS).filter((unit) => (UNITS_OF[unit] ?? tag) === tag);
  const rules: ReadingRule[] = [
    {
      pattern: new RegExp(
        `${BEFORE}(${NUMBER})[\\s\\u00A0\\u202F]?${NO_UNIT[tag] ?? ""}(${oneOf(units)})${AFTER}`,
        "gu",
      ),
      read: ([, number, sign]) => unitOf(valueOf(number!, tag), UNITS[sign!]!, tag),
    },
  ];
  if (percent)
    rules.push({
      pattern: new RegExp(`(?<![\\d٠-٩])(${NUMBER}|[٠-٩]+)[\\s\\u00A0\\u202F]?[%％٪]`, "gu"),
      read: ([, number]) => percent.replace("{n}", number!),
    });
  return rules;
}

/** Ordinal suffixes of English days. */
export const englishOrdinal = (day: number): string => {
  const [last, tens] = [day % 10, Math.trunc(day / 10)];
  return day + (tens === 1 ? "th" : (["th", "st", "nd", "rd"][last] ?? "th"));
};

/** An English year: nineteen eighty-four. */
export function englishYear(year: number): string {
  const [first, last] = [Math.trunc(year / 100), year % 100];
  if (year < 1100 || year > 2099 || (year >= 2000 && year < 2010)) return String(year);
  if (last === 0) return `${first} hundred`;
  return last < 10 ? `${first} oh ${last}` : `${first} ${last}`;
}

function dateOf(year: number, month: number, day: number, { tag }: NumberWords): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (month < 1 || month > 12 || date.getUTCDate() !== day) return null;
  if (tag === "en-US") {
    const name = new Intl.DateTimeFormat(tag, { month: "long", timeZone: "UTC" }).format(date);
    return `${name} ${englishOrdinal(day)}, ${englishYear(year)}`;
  }
  return new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

function dateRules(words: NumberWords): ReadingRule[] {
  const { dates } = words;
  return [
    {
      pattern: /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g,
      read: ([, year, month, day]) => dateOf(Number(year), Number(month), Number(day), words),
    },
    {
      pattern: /(?<![\d/.])(\d{1,4})([/.])(\d{1,2})\2(\d{4}|\d{1,2})(?![\d/])/g,
      read: ([, first, , second, third]) => {
        const [a, b, c] = [first, second, third].map(Number) as [number, number, number];
        if (first!.length === 4) return dateOf(a, b, c, words);
        if (third!.length !== 4) return null;
        return dates === "mdy" ? dateOf(c, a, b, words) : dateOf(c, b, a, words);
      },
    },
  ];
}

function timeRules({ tag, time, hour }: NumberWords): ReadingRule[] {
  const unspoken =
    tag === "de-DE" ? String.raw`(?:\s?Uhr)?` : tag === "nl-NL" ? String.raw`(?:\s?uur)?` : "";
  return [
    {
      pattern: new RegExp(
        String.raw`(?<![\d:])([01]?\d|2[0-3])${tag === "fr-FR" ? "(?::|\\s?h\\s?)" : ":"}([0-5]\d)(?![\d:])${unspoken}`,
        "g",
      ),
      read: ([, hours, minutes]) => {
        const [h, m] = [String(Number(hours)), Number(minutes)];
        if (!time) return m === 0 ? `${h} o'clock` : m < 10 ? `${h} oh ${m}` : null;
        if (time === "units")
          return [
            unitOf(Number(h), "hour", tag),
            ...(m > 0 ? [unitOf(m, "minute", tag)] : []),
          ].join(" ");
        return (m === 0 && hour ? hour : time).replace("{h}", h).replace("{m}", String(m));
      },
    },
  ];
}

function signRules({ signs, dot, to, tag }: NumberWords): ReadingRule[] {
  const spaced = /^(?:ja|zh)/.test(tag) ? "" : " ";
  return [
    {
      pattern:
        /(?<![\p{L}\p{N}-]\.?)(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[a-z]{2,}(?:\/[^\s.,;:!?]*)?(?![\p{L}\p{N}])/giu,
      read: ([address]) => {
        const plain = address.replace(/^https?:\/\//i, "").replace(/\/$/, "");
        return /\p{L}{2}/u.test(plain)
          ? plain.replaceAll(".", ` ${dot} `).replace(/[/_-]+/g, " ")
          : null;
      },
    },
    {
      pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.[a-z]{2,}/giu,
      read: ([address]) => address.replace("@", ` ${signs["@"]!} `).replaceAll(".", ` ${dot} `),
    },
    {
      pattern: /(?<=\d)\s?[–—~～〜]\s?(?=\d)/g,
      read: () => `${spaced}${to}${spaced}`,
    },
    {
      pattern: /(?<=^|[\s\p{L}\p{N}])[&+=<>@](?=[\s\p{L}\p{N}]|$)/gu,
      read: ([sign]) => {
        const spoken = signs[sign as keyof typeof signs];
        return spoken ? ` ${spoken} ` : null;
      },
    },
  ];
}

/** Rules for digits and symbols of a language; the first matching rule wins. */
export function numberRules(language: string): ReadingRule[] {
  const words = NUMBER_WORDS[language];
  if (!words) return [];
  const own = SIGN_WORDS[language]!;
  const [addresses, mails, ...signs] = signRules(words);
  return [
    mails!,
    addresses!,
    ...dateRules(words),
    ...scaleRules(words, own),
    ...currencyRules(words),
    ...timeRules(words),
    ...powerRules(words, own),
    ...unitRules(words),
    GROUPED,
    ...valueRules(own, language),
    ...signs,
  ];
}
