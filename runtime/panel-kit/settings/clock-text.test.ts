import { describe, expect, it } from "vitest";
import { readClock, readNumber, writeClock } from "./clock-text.ts";

describe("times in fields", () => {
  it.each([
    [0, "0:00.000"],
    [62.3456, "1:02.346"],
    [59.9996, "1:00.000"],
    [3725.5, "1:02:05.500"],
    [-1, "0:00.000"],
  ])("TLS-1 %f s is written %s", (seconds, text) => {
    expect(writeClock(seconds)).toBe(text);
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

  it("TLS-1 numbers may have any minus and any comma", () => {
    expect(readNumber("−3,57")).toBe(-3.57);
    expect(readNumber("+١٢")).toBe(12);
    expect(readNumber("3 dB")).toBeNull();
  });
});
