import type { Format } from "../../i18n/format.ts";

/** Marks of direction, which the formats of right-to-left languages contain; they are invisible. */
const MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/g;

/**
 * Converts Arabic-Indic and Persian digits to Latin ones, and variants of minus sign and decimal
 * point to ASCII; removes marks of direction.
 */
function toLatin(text: string): string {
  return text
    .replace(MARKS, "")
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[,٫]/g, ".")
    .replace(/[−–]/g, "-");
}

/**
 * A time in the page's language for a text field, such as `1:02.345`, or `1:00:02.345` from one hour
 * on; rounded to milliseconds. @param seconds 0 or more
 */
export const writeClock = (seconds: number, { clock }: Pick<Format, "clock">): string =>
  clock(Math.round(Math.max(0, seconds) * 1000) / 1000, 3).replace(MARKS, "");

/** A number below 1000 in the page's language for a text field, with at most three decimals. */
export const writeNumber = (value: number, { number }: Pick<Format, "number">): string =>
  number(value).replace(MARKS, "");

/**
 * Parses `1:02.345`, `62.345` or `1:00:02`, in the digits of any supported language, to seconds;
 * null if it is not a time.
 */
export function readClock(text: string): number | null {
  const match = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d*)?|\.\d+)$/.exec(toLatin(text));
  if (!match) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  return 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);
}

/** Parses a number as people write it; null if it is none. */
export function readNumber(text: string): number | null {
  const latin = toLatin(text);
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)$/.test(latin) ? Number(latin) : null;
}
