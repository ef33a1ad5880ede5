import { AFTER, BEFORE, moneyOf, NUMBER, oneOf, unitOf, valueOf } from "./number-parts.ts";
import type { ReadingRule } from "./reading-rule.ts";
import type { NumberWords } from "./number-words.ts";
import { type Measured, type SignWords, VULGAR } from "./sign-words.ts";
import { CUBIC, CURRENCIES, SQUARE } from "./signs.ts";

/** Plural of a currency. */
const manyOf = (currency: string, words: NumberWords): string =>
  moneyOf(100, currency, words).replace(/^[\s\u00A0]*100[\s\u00A0]*/, "");

/** Amounts in millions and the like: the currency follows the whole amount. */
export function scaleRules(words: NumberWords, { scales, of }: SignWords): ReadingRule[] {
  const known: Readonly<Record<string, string>> = { ...CURRENCIES, ...words.currencies };
  const signs = oneOf(Object.keys(known));
  const read = (sign: string, number: string, scale: string): string => {
    const many = manyOf(known[sign]!, words);
    const joint = of === " d'" && !/^[aeiouyhéè]/iu.test(many) ? " de " : of;
    const spoken = scales[scale]!;
    const space = /^[\p{Script=Han}\p{Script=Hangul}]/u.test(spoken) ? "" : " ";
    return number + space + spoken + joint + many;
  };
  const scale = oneOf(Object.keys(scales));
  return [
    {
      pattern: new RegExp(
        `${BEFORE}(${signs})[\\s\\u00A0]?(${NUMBER})[\\s\\u00A0]?(${scale})${AFTER}`,
        "gu",
      ),
      read: ([, sign, number, word]) => read(sign!, number!, word!),
    },
    {
      pattern: new RegExp(
        `${BEFORE}(${NUMBER})[\\s\\u00A0]?(${scale})[\\s\\u00A0]?(${signs})${AFTER}`,
        "gu",
      ),
      read: ([, number, word, sign]) => read(sign!, number!, word!),
    },
  ];
}

/** Areas and volumes. */
export function powerRules({ tag }: NumberWords, { square, cubic }: SignWords): ReadingRule[] {
  const plurals = new Intl.PluralRules(tag);
  const rule = (units: Readonly<Record<string, string>>, templates: Measured): ReadingRule => ({
    pattern: new RegExp(
      `${BEFORE}(${NUMBER})[\\s\\u00A0\\u202F]?(${oneOf(Object.keys(units))})${AFTER}`,
      "gu",
    ),
    read: ([, number, sign]) => {
      const value = valueOf(number!, tag);
      const spoken = unitOf(value, units[sign!]!, tag);
      const template =
        typeof templates === "string"
          ? templates
          : (templates[plurals.select(value)] ?? templates.other);
      // Some languages have special words for one and two of a unit.
      const [, count, unit] = /^(?:([\d.,\s]*\d)[\s\u00A0]*)?(.+)$/s.exec(spoken) ?? [];
      if (count === undefined && template.includes("{n}")) return null;
      return template
        .replace("{n}", count ?? "")
        .replace("{u}", unit!)
        .replace("{l}", unit!.toLowerCase());
    },
  });
  return [rule(SQUARE, square), rule(CUBIC, cubic)];
}

/** Numbers grouped by spaces, such as `1 000 000`. */
export const GROUPED: ReadingRule = {
  pattern: /(?<![\d.,/-]|\d\s)[1-9]\d{0,2}(?:[ \u00A0\u202F]\d{3})+(?![\d/-]|[ .,]\d)/g,
  read: ([number]) =>
    number.length > 7 || /[\u00A0\u202F]/.test(number)
      ? number.replace(/[\s\u00A0\u202F]/g, "")
      : null,
};

/** Digits of decimals, which are read one by one. */
const DIGITS: Readonly<Record<string, string>> = {
  ja: "零一二三四五六七八九",
  ko: "영일이삼사오육칠팔구",
  zh: "零一二三四五六七八九",
  "zh-tw": "零一二三四五六七八九",
};

/** Symbols that most voices do not know, and decimals if the voice omits the point. */
export function valueRules(
  { minus, plusMinus, times, fractions, point }: SignWords,
  language: string,
): ReadingRule[] {
  const isFractioned = Object.keys(fractions).length > 0;
  const rules: ReadingRule[] = [
    { pattern: /(?<![\p{L}\p{N}])[−-](?=\d)/gu, read: () => `${minus} ` },
    { pattern: /\s?±\s?(?=\d)/g, read: () => ` ${plusMinus} ` },
    { pattern: /(?<=\d)\s?×\s?(?=\d)/g, read: () => ` ${times} ` },
  ];
  if (isFractioned)
    rules.push({
      pattern: /(?<![\d/])(?:[123]\/[234]|[½⅓⅔¼¾])(?![\d/])/g,
      read: ([written]) => fractions[VULGAR[written] ?? written] ?? null,
    });
  else {
    const between = language === "ja" ? "分の" : language === "ko" ? "분의 " : "分之";
    rules.push({
      pattern: /(?<![\d/])(?:(\d{1,2})\/(\d{1,3})|[½⅓⅔¼¾])(?![\d/])/g,
      read: ([written]) => {
        const [over, under] = (VULGAR[written] ?? written).split("/");
        return under + between + over;
      },
    });
  }
  if (point)
    rules.push({
      pattern: /(?<![\d.])(\d+)\.(\d+)(?![\d.])/g,
      read: ([, whole, part]) => {
        const digits = DIGITS[language] ?? "";
        const spoken = Array.from(part!, (digit) => digits[Number(digit)] ?? digit);
        return whole + point + spoken.join("");
      },
    });
  return rules;
}
