import type { NumberWords } from "./number-words.ts";
import { NUMBER_WORDS } from "./number-words.ts";
import { CURRENCIES, UNITS } from "./signs.ts";

/** A part of a text that is written in another way than it is read; null: as the voice reads it. */
export interface ReadingRule {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray) => string | null;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** Of several texts the longest that fits. */
const oneOf = (texts: readonly string[]): string =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");

/** A number with its groups and its decimals; what stands around it is none. */
const NUMBER = String.raw`\d{1,3}(?:[.,\u00A0\u202F]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?`;
const BEFORE = String.raw`(?<![\p{L}\p{N}.,])`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;

/** The value of a number as a language writes it. */
function valueOf(written: string, tag: string): number {
  const decimal = new Intl.NumberFormat(tag)
    .formatToParts(1.5)
    .find((part) => part.type === "decimal");
  const point = decimal?.value ?? ".";
  const other = point === "." ? "," : ".";
  let plain = written.replace(/[\u00A0\u202F\s]/g, "");
  // One that is grouped as other languages do it is no decimal.
  const grouped = new RegExp(String.raw`^\d{1,3}(?:${escaped(other)}\d{3})+`).test(plain);
  if (grouped || plain.includes(point)) plain = plain.replaceAll(other, "");
  return Number(plain.replace(/[.,](?=\d{1,2}$)/, ".").replace(",", "."));
}

function moneyOf(
  amount: number,
  currency: string,
  { tag, cents, money = [] }: NumberWords,
): string {
  const name = (value: number, digits: number): string => {
    const said = new Intl.NumberFormat(tag, {
      style: "currency",
      currency,
      currencyDisplay: "name",
      minimumFractionDigits: 0,
      maximumFractionDigits: digits,
    }).format(value);
    return money.reduce((text, [pattern, own]) => text.replace(pattern, own), said);
  };
  const whole = Math.trunc(amount);
  const rest = Math.round((amount - whole) * 100);
  if (rest === 0) return name(whole, 0);
  return cents ? name(whole, 0) + cents[0] + rest + cents[1] : name(amount, 2);
}

const unitOf = (value: number, unit: string, tag: string): string =>
  new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(value);

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

function unitRules({ tag, percent }: NumberWords): ReadingRule[] {
  const rules: ReadingRule[] = [
    {
      pattern: new RegExp(
        `${BEFORE}(${NUMBER})[\\s\\u00A0\\u202F]?(${oneOf(Object.keys(UNITS))})${AFTER}`,
        "gu",
      ),
      read: ([, number, sign]) => unitOf(valueOf(number!, tag), UNITS[sign!]!, tag),
    },
  ];
  if (percent)
    rules.push({
      pattern: new RegExp(`(${NUMBER})[\\s\\u00A0\\u202F]?[%％]`, "gu"),
      read: ([, number]) => percent.replace("{n}", number!),
    });
  return rules;
}

/** Endings of English days. */
const ordinal = (day: number): string => {
  const [last, tens] = [day % 10, Math.trunc(day / 10)];
  return day + (tens === 1 ? "th" : (["th", "st", "nd", "rd"][last] ?? "th"));
};

/** A year as English says it: nineteen eighty-four. */
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
    return `${name} ${ordinal(day)}, ${englishYear(year)}`;
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
        /(?<![\p{L}\p{N}])(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[a-z]{2,}(?:\/[^\s.,;:!?]*)?(?![\p{L}\p{N}])/giu,
      read: ([address]) => {
        const plain = address.replace(/^https?:\/\//i, "").replace(/\/$/, "");
        return /\p{L}{2}/u.test(plain)
          ? plain.replaceAll(".", ` ${dot} `).replace(/[/_-]+/g, " ")
          : null;
      },
    },
    {
      pattern: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.[a-z]{2,}/giu,
      read: ([address]) => address.replace("@", ` ${signs["@"]!} `).replaceAll(".", ` ${dot} `),
    },
    {
      pattern: /(?<=\d)\s?[–—]\s?(?=\d)/g,
      read: () => `${spaced}${to}${spaced}`,
    },
    {
      pattern: /(?<=^|[\s\p{L}\p{N}])[&+=<>@](?=[\s\p{L}\p{N}]|$)/gu,
      read: ([sign]) => {
        const said = signs[sign as keyof typeof signs];
        return said ? ` ${said} ` : null;
      },
    },
  ];
}

/** How a language reads what is written in digits and signs, the first that fits before the others. */
export function numberRules(language: string): ReadingRule[] {
  const words = NUMBER_WORDS[language];
  if (!words) return [];
  const [addresses, mails, ...signs] = signRules(words);
  return [
    mails!,
    addresses!,
    ...dateRules(words),
    ...currencyRules(words),
    ...timeRules(words),
    ...unitRules(words),
    ...signs,
  ];
}
