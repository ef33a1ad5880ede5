import fc from "fast-check";
import { expect, it } from "vitest";
import { addMonths, monthOf } from "./periods.ts";

const at = (text: string): number => Date.parse(`${text}Z`);

it("a month later is the same day, or the last one", () => {
  expect(addMonths(at("2027-01-31T12:00"), 1)).toBe(at("2027-02-28T12:00"));
  expect(addMonths(at("2028-01-31T12:00"), 1)).toBe(at("2028-02-29T12:00"));
  expect(addMonths(at("2027-01-31T12:00"), 2)).toBe(at("2027-03-31T12:00"));
  expect(addMonths(at("2028-02-29T00:00"), 12)).toBe(at("2029-02-28T00:00"));
  expect(addMonths(at("2027-12-15T23:59"), 1)).toBe(at("2028-01-15T23:59"));
});

it("each moment is in the month that has begun and has not ended", () => {
  const times = fc.integer({ min: at("2020-01-01T00:00"), max: at("2040-01-01T00:00") });
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 5e11 }), (anchor, passed) => {
      const now = anchor + passed;
      const month = monthOf(anchor, now);
      expect(addMonths(anchor, month)).toBeLessThanOrEqual(now);
      expect(addMonths(anchor, month + 1)).toBeGreaterThan(now);
    }),
  );
});
