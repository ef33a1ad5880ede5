import { roundTime } from "#core/progress/round-time.ts";

/**
 * Formats numbers, dates, prices and durations in a page's language. NaN and infinite values are
 * shown as a dash.
 */
export interface Format {
  number(value: number): string;
  /** @param day YYYY-MM-DD */
  date(day: string): string;
  /** @param currency ISO 4217 */
  price(amount: number, currency: string): string;
  /** Isolates text whose order matters, such as `D♭`, inside right-to-left text. */
  ordered(text: string): string;
  /** Joins facts into a list. */
  list(items: readonly string[]): string;
  /** Name of a language, such as `en-US`. */
  language(tag: string): string;
  /**
   * A position in audio, `1:02:03.4`, rounded down. @param digits of the fraction of a second, 0 to
   * 3
   */
  clock(seconds: number, digits?: number): string;
  /** The length of audio, `1:02:03`, rounded to the nearest second, as `duration` rounds it. */
  length(seconds: number): string;
  /**
   * Time of day with seconds in the visitor's time zone: `2:05:30 PM`. @param time epoch
   * milliseconds
   */
  timeOfDay(time: number): string;
  /** A duration in words: `3 min, 10 sec`; in whole seconds from 10 s. */
  duration(seconds: number): string;
  /** An estimated duration in words, rounded so that it does not flicker. */
  timeLeft(seconds: number): string;
  /** A size such as `3.2 MB`; a kilobyte has 1000 bytes. */
  bytes(count: number): string;
  /** @param part 0 to 1 */
  percent(part: number): string;
  /** A relative time such as `5 minutes ago`. Both values are epoch milliseconds. */
  relative(time: number, now: number): string;
  /** Decibels with a plus sign for positive values: `+3.5 dB`. */
  decibels(value: number, digits?: number): string;
  /** A sample rate such as `44.1 kHz`. */
  sampleRate(hertz: number): string;
}

const NOTHING = "–";
const MINUS = "\u2212";
/** Units that Intl does not support, for languages that do not write them in Latin letters. */
const SYMBOLS: Readonly<Record<string, readonly [decibel: string, kilohertz: string]>> = {
  ru: ["дБ", "кГц"],
};
const BYTES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
/** Number of each unit in the next larger one. */
const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, count: number])[] = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 7],
  ["week", 4.345],
  ["month", 12],
  ["year", Infinity],
];
/** Creates a value on first use: most pages need few of them. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * Replaces the hyphen of a negative number with a minus sign: the locale data of most languages
 * uses a hyphen.
 */
export const withMinus = (number: string): string => number.replace("-", MINUS);

type WriteNumber = (value: number, options: Intl.NumberFormatOptions) => string;

/** Formats numbers, with one cached `Intl.NumberFormat` for each set of options. */
function createNumberWriter(language: string): WriteNumber {
  const numbers = new Map<string, Intl.NumberFormat>();
  return (value, options) => {
    const key = JSON.stringify(options);
    let format = numbers.get(key);
    if (!format) numbers.set(key, (format = new Intl.NumberFormat(language, options)));
    return withMinus(format.format(value));
  };
}

/** @param seconds finite @param digits of the fraction of a second */
function writeClock(seconds: number, digits: number, write: WriteNumber): string {
  const scale = 10 ** digits;
  // As a binary floating-point number, a time such as 4.35 s is slightly smaller.
  const ticks = Math.floor(Math.abs(seconds) * scale + 1e-6);
  const whole = Math.floor(ticks / scale);
  const hours = Math.floor(whole / 3600);
  const two = { minimumIntegerDigits: 2, useGrouping: false };
  const fields = [
    ...(hours > 0 ? [write(hours, { useGrouping: false })] : []),
    write(Math.floor(whole / 60) % 60, hours > 0 ? two : { useGrouping: false }),
    write((whole % 60) + (ticks % scale) / scale, {
      ...two,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
  ];
  return (seconds < 0 && ticks > 0 ? MINUS : "") + fields.join(":");
}

export function createFormat(language: string, dir: "ltr" | "rtl" = "ltr"): Format {
  const write = createNumberWriter(language);
  const dates = lazy(
    () => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }),
  );
  const times = lazy(() => new Intl.DateTimeFormat(language, { timeStyle: "medium" }));
  const languages = lazy(() => new Intl.DisplayNames([language], { type: "language" }));
  const lists = lazy(() => new Intl.ListFormat(language));
  const unitLists = lazy(() => new Intl.ListFormat(language, { type: "unit", style: "short" }));
  const ago = lazy(() => new Intl.RelativeTimeFormat(language));

  const unit = (value: number, name: string, digits = 0): string =>
    write(value, { style: "unit", unit: name, maximumFractionDigits: digits });
  const ordered = (text: string): string => (dir === "rtl" ? `\u2066${text}\u2069` : text);
  const symbol = (at: 0 | 1, fallback: string): string => SYMBOLS[language]?.[at] ?? fallback;

  function clock(seconds: number, digits = 0): string {
    if (!Number.isFinite(seconds)) return NOTHING;
    return ordered(writeClock(seconds, digits, write));
  }

  function duration(seconds: number): string {
    if (!Number.isFinite(seconds)) return NOTHING;
    const total = Math.max(0, seconds < 9.95 ? Math.round(seconds * 10) / 10 : Math.round(seconds));
    const parts = [
      [Math.floor(total / 3600), "hour"],
      [Math.floor(total / 60) % 60, "minute"],
      [total % 60, "second"],
    ] as const;
    const shown = parts.filter(([value]) => value !== 0);
    return unitLists().format(
      (shown.length > 0 ? shown : parts.slice(2)).map(([value, name]) => unit(value, name, 1)),
    );
  }

  return {
    number: (value) => write(value, {}),
    date: (day) => dates().format(new Date(`${day}T00:00:00Z`)),
    price: (amount, currency) =>
      ordered(
        write(amount, {
          style: "currency",
          currency,
          minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
          maximumFractionDigits: 3,
        }),
      ),
    ordered,
    list: (items) => lists().format(items),
    language: (tag) => languages().of(tag) ?? tag,
    clock,
    length: (seconds) => clock(Math.round(seconds)),
    timeOfDay: (time) => times().format(time),
    duration,
    timeLeft: (seconds) => duration(roundTime(seconds)),
    bytes(count) {
      if (!Number.isFinite(count)) return NOTHING;
      let at = 0;
      let value = count;
      for (; at < BYTES.length - 1 && Math.round(value) >= 1000; at++) value /= 1000;
      return write(value, {
        style: "unit",
        unit: BYTES[at]!,
        unitDisplay: at === 0 ? "long" : "short",
        maximumFractionDigits: at > 0 && value < 99.95 ? 1 : 0,
      });
    },
    percent: (part) => (Number.isFinite(part) ? write(part, { style: "percent" }) : NOTHING),
    relative(time, now) {
      let value = (time - now) / 1000;
      if (!Number.isFinite(value)) return NOTHING;
      if (Math.abs(value) < 45)
        return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
      for (const [name, count] of UNITS) {
        if (Math.abs(Math.round(value)) < count) return ago().format(Math.round(value), name);
        value /= count;
      }
      return NOTHING;
    },
    decibels: (value, digits = 1) =>
      Number.isNaN(value)
        ? NOTHING
        : ordered(
            `${write(value, { maximumFractionDigits: digits, signDisplay: "exceptZero" })}\u00a0${symbol(0, "dB")}`,
          ),
    sampleRate: (hertz) =>
      Number.isFinite(hertz)
        ? ordered(`${write(hertz / 1000, { maximumFractionDigits: 3 })}\u00a0${symbol(1, "kHz")}`)
        : NOTHING,
  };
}
