import { digitsOf } from "./find-offer.ts";

/** Formats an amount for a language. @param amount in the currency's smallest unit */
export function formatMoney(amount: number, currency: string, language: string): string {
  const digits = digitsOf(currency);
  const text = new Intl.NumberFormat(language, { style: "currency", currency }).format(
    amount / 10 ** digits,
  );
  // Isolates the amount: in right-to-left text, the parts of "US$" would be reordered.
  return text.includes("\u200f") ? `\u2066${text}\u2069` : text;
}

/** Formats a day for a language, in UTC. @param time epoch milliseconds */
export const formatDay = (time: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(time);
