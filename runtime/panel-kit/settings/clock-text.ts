/**
 * Converts Arabic-Indic and Persian digits to Latin ones, and variants of minus sign and decimal
 * point to ASCII.
 */
function toLatin(text: string): string {
  return text
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[,٫]/g, ".")
    .replace(/[−–]/g, "-");
}

/**
 * `1:02.345`, or `1:00:02.345` from one hour on; rounded to milliseconds. @param seconds 0 or more
 */
export function writeClock(seconds: number): string {
  const ms = Math.round(Math.max(0, seconds) * 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const rest = `${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

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
