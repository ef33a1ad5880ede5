import { expect, it } from "vitest";
import { compareTurns, errorRate } from "./error-rate.ts";

const turn = (speaker: number, from: number, to: number) => ({ speaker, from, to });
const REFERENCE = [turn(0, 0, 10), turn(1, 10, 20), turn(0, 18, 20)];
const exact = { seconds: 20, collar: 0 };

it("TLS-11 speakers may have other numbers", () => {
  const found = [turn(1, 0, 10), turn(0, 10, 20), turn(1, 18, 20)];
  expect(errorRate(compareTurns(REFERENCE, found, exact))).toBe(0);
});

it("TLS-11 what is missed, too much and confused counts by its seconds", () => {
  const found = [turn(0, 0, 9), turn(1, 12, 20), turn(2, 0, 1), turn(0, 10, 12)];
  const { missed, falseAlarm, confusion, speech } = compareTurns(REFERENCE, found, exact);
  expect([missed, falseAlarm, confusion, speech].map((value) => Number(value.toFixed(6)))).toEqual([
    3, 1, 2, 22,
  ]);
});

it("TLS-11 boundaries are not scored within the collar", () => {
  const found = [turn(0, 0.2, 10.2), turn(1, 10.2, 20), turn(0, 17.8, 20)];
  expect(errorRate(compareTurns(REFERENCE, found, { seconds: 20, collar: 0.25 }))).toBe(0);
  expect(errorRate(compareTurns(REFERENCE, found, exact))).toBeGreaterThan(0);
});
