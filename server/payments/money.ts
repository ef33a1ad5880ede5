import { digitsOf } from "./find-offer.ts";

/** An amount as a language writes it. @param amount in the currency's smallest unit */
export function formatMoney(amount: number, currency: string, language: string): string {
  const digits = digitsOf(currency);
  const text = new Intl.NumberFormat(language, { style: "currency", currency }).format(
    amount / 10 ** digits,
  );
  // Among words from right to left, the parts of "US$" would change places.
  return text.includes("\u200f") ? `\u2066${text}\u2069` : text;
}

/** A day as a language writes it, in UTC. @param time epoch milliseconds */
export const formatDay = (time: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(time);
