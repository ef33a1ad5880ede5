import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { createFormat } from "./format.ts";

const english = createFormat("en-US");
const german = createFormat("de");
const arabic = createFormat("ar", "rtl");
const formats = DEFAULT_LOCALES.map(({ language, dir }) => ({
  language,
  dir,
  format: createFormat(language, dir),
}));
/** The text without direction marks. */
const plain = (text: string): string => text.replace(/[\u200e\u200f\u2066\u2069]/g, "");

describe("clock", () => {
  it.each([
    [0, 0, "0:00"],
    [62, 0, "1:02"],
    [62.999, 0, "1:02"],
    [3599.99, 1, "59:59.9"],
    [3723.4, 1, "1:02:03.4"],
    [4.35, 2, "0:04.35"],
    [0.5, 3, "0:00.500"],
    [-5, 0, "−0:05"],
    [-0.2, 0, "0:00"],
    [360_000, 0, "100:00:00"],
    [Infinity, 0, "–"],
    [NaN, 0, "–"],
  ])("LOC-6 %s s with %s digits is %s", (seconds, digits, expected) => {
    expect(english.clock(seconds, digits)).toBe(expected);
  });

  it("LOC-6 has the digits and the decimal sign of the language, in one order", () => {
    expect(german.clock(3723.4, 1)).toBe("1:02:03,4");
    expect(createFormat("fa", "rtl").clock(62.5, 1)).toBe("\u2066۱:۰۲٫۵\u2069");
  });

  it("LOC-6 advances from tick to tick, and never shows a time in the future", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000_000 }), fc.constantFrom(0, 1, 2, 3), (ms, n) => {
        const [seconds, fraction = ""] = english.clock(ms / 1000, n).split(".");
        const shown = seconds!.split(":").reduce((sum, field) => sum * 60 + Number(field), 0);
        expect(fraction).toHaveLength(n);
        expect(Math.round(shown * 1000) + Number(fraction.padEnd(3, "0"))).toBe(
          Math.floor(ms / 10 ** (3 - n)) * 10 ** (3 - n),
        );
      }),
    );
  });
});

describe("the length of audio", () => {
  it("LOC-6 is the same on the clock and in words, in whole seconds, for every length from 10 s", () => {
    expect([english.length(15.98), english.duration(15.98)]).toEqual(["0:16", "16 sec"]);
    expect([english.length(3599.7), english.length(NaN)]).toEqual(["1:00:00", "–"]);
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 40_000_000 }), (ms) => {
        const clock = english.length(ms / 1000).split(":");
        const shown = clock.reduce((sum, field) => sum * 60 + Number(field), 0);
        expect(english.duration(ms / 1000)).toBe(english.duration(shown));
      }),
    );
  });
});

describe("lengths of time in words", () => {
  it("LOC-6 are what Intl.DurationFormat writes, where a browser has it", () => {
    interface DurationFormat {
      format(parts: { hours?: number; minutes?: number; seconds?: number }): string;
    }
    const { DurationFormat } = Intl as unknown as {
      DurationFormat: new (language: string, options: object) => DurationFormat;
    };
    for (const { language, format } of formats) {
      const intl = new DurationFormat(language, { style: "short" });
      for (const [hours, minutes, seconds] of [
        [1, 2, 3],
        [2, 0, 30],
        [0, 3, 10],
        [0, 0, 45],
        [11, 59, 0],
      ] as const)
        expect(format.duration(hours * 3600 + minutes * 60 + seconds), language).toBe(
          intl.format({
            ...(hours && { hours }),
            ...(minutes && { minutes }),
            ...(seconds && { seconds }),
          }),
        );
    }
  });

  it.each([
    [0, "0 sec"],
    [0.04, "0 sec"],
    [3.44, "3.4 sec"],
    [9.96, "10 sec"],
    [59.96, "1 min"],
    [190.2, "3 min, 10 sec"],
    [7200, "2 hr"],
    [-3, "0 sec"],
    [Infinity, "–"],
  ])("LOC-6 %s s is %s", (seconds, expected) => {
    expect(english.duration(seconds)).toBe(expected);
  });

  it.each([
    [0, "1 sec"],
    [-4, "1 sec"],
    [7, "7 sec"],
    [22, "20 sec"],
    [58, "1 min"],
    [119, "2 min"],
    [134, "2 min, 10 sec"],
    [1000, "17 min"],
    [7000, "1 hr, 55 min"],
    [Infinity, "–"],
    [NaN, "–"],
  ])("TLS-1 about %s s left is shown as %s", (seconds, expected) => {
    expect(english.timeLeft(seconds)).toBe(expected);
  });

  it("LOC-6 Arabic words follow its rules", () => {
    expect(arabic.duration(190)).toBe("3 د و10 ث");
  });
});

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [999_499, "999 kB"],
  [999_960, "1 MB"],
  [3_210_000, "3.2 MB"],
  [99_960_000, "100 MB"],
  [1.5e9, "1.5 GB"],
  [1e16, "10,000 TB"],
  [NaN, "–"],
])("LOC-6 %s bytes are %s", (count, expected) => {
  expect(english.bytes(count)).toBe(expected);
});

it.each([
  [0, "now"],
  [44_000, "now"],
  [-44_000, "now"],
  [-46_000, "46 seconds ago"],
  [-59_700, "1 minute ago"],
  [-3_599_000, "1 hour ago"],
  [-26 * 3_600_000, "1 day ago"],
  [-6.6 * 86_400_000, "1 week ago"],
  [-40 * 86_400_000, "1 month ago"],
  [-400 * 86_400_000, "1 year ago"],
  [90 * 60_000, "in 2 hours"],
  [NaN, "–"],
])("LOC-6 %s ms from now is %s", (ms, expected) => {
  expect(english.relative(1e12 + ms, 1e12)).toBe(expected);
});

it("LOC-6 relative times climb the units, and no unit overflows", () => {
  const max: Record<string, number> = {
    second: 59,
    minute: 59,
    hour: 23,
    day: 6,
    week: 4,
    month: 11,
    year: 1e5,
  };
  fc.assert(
    fc.property(fc.integer({ min: 45_000, max: 3e12 }), (ms) => {
      const [, count, unit] = /^([\d,]+) (\w+?)s? ago$/.exec(english.relative(-ms, 0))!;
      const value = Number(count!.replace(",", ""));
      expect(value).toBeGreaterThanOrEqual(1);
      expect(value).toBeLessThanOrEqual(max[unit!]!);
    }),
  );
});

it("LOC-6 levels, rates and parts are written as the language writes them", () => {
  expect(english.decibels(3.5)).toBe("+3.5\u00a0dB");
  expect(english.decibels(0)).toBe("0\u00a0dB");
  expect(english.decibels(-6.02, 2)).toBe("−6.02\u00a0dB");
  expect(english.decibels(-Infinity)).toBe("−∞\u00a0dB");
  expect(english.decibels(NaN)).toBe("–");
  expect(german.decibels(-3.5)).toBe("−3,5\u00a0dB");
  expect(createFormat("ru").decibels(-3.5)).toBe("−3,5\u00a0дБ");
  expect(english.sampleRate(44_100)).toBe("44.1\u00a0kHz");
  expect(german.sampleRate(11_025)).toBe("11,025\u00a0kHz");
  expect(createFormat("ru").sampleRate(48_000)).toBe("48\u00a0кГц");
  expect(english.percent(0.426)).toBe("43%");
  expect(german.percent(0.5)).toBe("50\u00a0%");
  expect(plain(arabic.percent(0.5))).toBe("50%");
});

it("LOC-6 in a text from right to left, what belongs together keeps its order", () => {
  const isolated = /^\u2066.*\u2069$/;
  expect(arabic.clock(62)).toMatch(isolated);
  expect(arabic.decibels(-3)).toMatch(isolated);
  expect(arabic.sampleRate(48_000)).toMatch(isolated);
  expect(arabic.price(9, "USD")).toMatch(isolated);
  for (const { dir, format } of formats)
    for (const text of [format.clock(62), format.decibels(-3), format.sampleRate(48_000)])
      expect(/[\u2066\u2069]/.test(text)).toBe(dir === "rtl");
});

it("LOC-6 every language writes every kind of value", () => {
  for (const { language, format } of formats) {
    const texts = [
      format.number(1234.5),
      format.date("2026-11-21"),
      format.price(9, "USD"),
      format.list(["a", "b"]),
      format.language("pt-BR"),
      format.clock(1),
      format.timeOfDay(1e12),
      format.duration(1),
      format.timeLeft(1),
      format.bytes(1e6),
      format.percent(0.1),
      format.relative(0, 1e9),
      format.decibels(1),
      format.sampleRate(8000),
    ];
    for (const text of texts) expect(text.trim(), language).not.toMatch(/^–?$/);
  }
});
