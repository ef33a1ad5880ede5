import fc from "fast-check";
import { expect, it } from "vitest";
import { canClaim, costOf, minutesFor, showsDailyTip } from "./credits.ts";

it("USR-7 each started minute, at least one, twice the full minutes, or one", () => {
  expect([0, 1, 60, 61, 190].map((seconds) => costOf(1, seconds))).toEqual([1, 1, 1, 2, 4]);
  expect([0, 59, 119, 120, 190].map((seconds) => costOf(2, seconds))).toEqual([2, 2, 2, 4, 6]);
  expect([0, 7200].map((seconds) => costOf(3, seconds))).toEqual([1, 1]);
});

it("USR-7 costs are whole, at least one, and never fall with the length", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1 as const, 2 as const, 3 as const),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      (type, a, b) => {
        const [short, long] = [costOf(type, Math.min(a, b)), costOf(type, Math.max(a, b))];
        expect(Number.isInteger(short)).toBe(true);
        expect(short).toBeGreaterThanOrEqual(1);
        expect(long).toBeGreaterThanOrEqual(short);
      },
    ),
  );
});

it("USR-6 credits are claimed when more than 24 hours have passed", () => {
  const state = { last_get_credits_time: 1000, daily_credits_count: 0 };
  expect(canClaim(state, 1000 + 86_400)).toBe(false);
  expect(canClaim(state, 1000 + 86_401)).toBe(true);
  expect(canClaim({ ...state, last_get_credits_time: 0 }, 1_800_000_000)).toBe(true);
});

it("USR-6 the tip shows when credits can be claimed or it is toggled on, below three claims", () => {
  const at = (count: number, over: object = {}, last = 0) =>
    showsDailyTip(
      { last_get_credits_time: last, daily_credits_count: count },
      { now: 1_800_000_000, toggled: false, dismissed: false, ...over },
    );
  expect(at(0)).toBe(true);
  expect(at(2)).toBe(true);
  expect(at(3)).toBe(false);
  expect(at(3, { toggled: true })).toBe(false);
  expect(at(0, { dismissed: true })).toBe(false);
  expect(at(0, { dismissed: true, toggled: true })).toBe(true);
  expect(at(0, {}, 1_799_999_990)).toBe(false);
  expect(at(0, { toggled: true }, 1_799_999_990)).toBe(true);
});

it("USR-14 the minutes that credits suffice for cost no more than these, and one more costs more", () => {
  for (const type of [1, 2] as const)
    for (let credits = 0; credits < 50; credits++) {
      const minutes = minutesFor(type, credits);
      if (minutes > 0) expect(costOf(type, 60 * minutes)).toBeLessThanOrEqual(credits);
      expect(costOf(type, 60 * (minutes + 1))).toBeGreaterThan(credits);
    }
  expect(minutesFor(3, 10)).toBe(0);
});
