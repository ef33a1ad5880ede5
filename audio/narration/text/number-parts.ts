import type { NumberWords } from "./number-words.ts";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** A regular expression for any of the texts, longest first. */
export const oneOf = (texts: readonly string[]): string =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");

/** A number with grouping and decimals, without context. */
export const NUMBER = String.raw`\d{1,3}(?:[.,\u00A0\u202F]\d{3}){1,8}(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?`;
export const BEFORE = String.raw`(?<![\p{L}\p{N}.,])`;
/** Neither a letter follows nor, after an apostrophe, another word: “5 l’heure” is not a liter. */
export const AFTER = String.raw`(?!['’]?[\p{L}\p{N}])`;

/** Parses a number in a language's notation. */
export function valueOf(written: string, tag: string): number {
  const decimal = new Intl.NumberFormat(tag)
    .formatToParts(1.5)
    .find((part) => part.type === "decimal");
  const point = decimal?.value ?? ".";
  const other = point === "." ? "," : ".";
  let plain = written.replace(/[\u00A0\u202F\s]/g, "");
  // A number grouped in another language's notation is not a decimal.
  const grouped = new RegExp(String.raw`^\d{1,3}(?:${escaped(other)}\d{3})+`).test(plain);
  if (grouped || plain.includes(point)) plain = plain.replaceAll(other, "");
  return Number(plain.replace(/[.,](?=\d{1,2}$)/, ".").replace(",", "."));
}

export function moneyOf(
  amount: number,
  currency: string,
  { tag, cents, money = [] }: NumberWords,
): string {
  const name = (value: number, digits: number): string => {
    const spoken = new Intl.NumberFormat(tag, {
      style: "currency",
      currency,
      currencyDisplay: "name",
      minimumFractionDigits: 0,
      maximumFractionDigits: digits,
    }).format(value);
    return money.reduce((text, [pattern, own]) => text.replace(pattern, own), spoken);
  };
  const whole = Math.trunc(amount);
  const rest = Math.round((amount - whole) * 100);
  if (rest === 0) return name(whole, 0);
  return cents ? name(whole, 0) + cents[0] + rest + cents[1] : name(amount, 2);
}

export const unitOf = (value: number, unit: string, tag: string): string =>
  new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(value);
