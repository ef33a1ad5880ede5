import { describe, expect, it } from "vitest";
import { createFormat } from "../../i18n/format.ts";
import { readClock, readNumber, writeClock, writeNumber } from "./clock-text.ts";

const english = createFormat("en");

describe("times in fields", () => {
  it.each([
    [0, "0:00.000"],
    [62.3456, "1:02.346"],
    [59.9996, "1:00.000"],
    [3725.5, "1:02:05.500"],
    [-1, "0:00.000"],
  ])("TLS-1 %f s is written %s", (seconds, text) => {
    expect(writeClock(seconds, english)).toBe(text);
  });

  it.each([
    ["1:02.345", 62.345],
    [" 62,345 ", 62.345],
    ["1:00:02", 3602],
    [".5", 0.5],
    ["١:٠٢٫٥", 62.5],
    ["۰:۰۱", 1],
  ])("TLS-1 %s is read", (text, seconds) => {
    expect(readClock(text)).toBeCloseTo(seconds, 9);
  });

  it.each(["", "1:", "-1", "1:2:3:4", "ten", "1.2.3"])("TLS-1 %j is none", (text) => {
    expect(readClock(text)).toBeNull();
  });

  it.each([
    ["en", "1:02.346", "-3.5"],
    ["de", "1:02,346", "-3,5"],
    ["ar-EG", "١:٠٢٫٣٤٦", "-٣٫٥"],
  ])("TLS-1 in %s a field has the digits and separators of the clock", (language, time, gain) => {
    const format = createFormat(language, language === "ar-EG" ? "rtl" : "ltr");
    expect(writeClock(62.3456, format)).toBe(time);
    expect(format.clock(62.346, 3)).toContain(time);
    expect(writeNumber(-3.5, format).replace("−", "-")).toBe(gain);
    expect(readClock(writeClock(62.3456, format))).toBeCloseTo(62.346, 9);
    expect(readNumber(writeNumber(-3.5, format))).toBe(-3.5);
  });

  it("TLS-1 numbers may have any minus and any comma", () => {
    expect(readNumber("−3,57")).toBe(-3.57);
    expect(readNumber("+١٢")).toBe(12);
    expect(readNumber("3 dB")).toBeNull();
  });
});
