/**
 * Formats values of the account for people. Times are epoch seconds, shown in the time zone of the
 * machine.
 */

const two = (value: number): string => String(value).padStart(2, "0");

/** `2026-11-21` */
export function showDay(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `2026-11-21 17:05` */
export function showTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${showDay(seconds)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** For programs: RFC 3339 in UTC; empty for an invalid time. */
export function isoTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace(/\.000Z$/, "Z");
}

/** A duration: `3:05`, `1:02:03`. */
export function showLength(seconds: number): string {
  const all = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A remaining time: `5 h 12 min`, `40 s`. */
export function showSpan(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0
    ? `${minutes / 60} h`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const showCount = (count: number): string => count.toLocaleString("en-US");

/** `1 credit`, `1,200 credits` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${showCount(count)} ${count === 1 ? one : many}`;

/** Decimal places of a currency; 2 if unknown. */
function digitsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** An amount in a currency's smallest unit, as its main unit: `15.00`. */
export function showAmount(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
