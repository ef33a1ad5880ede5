import { expect, it } from "vitest";
import { estimateModel } from "./estimate.ts";

/** Millions of multiplications a second of the device on which models were measured. */
const REFERENCE = 750;

it("TLS-9 a model's time grows with the length of the file, and shrinks with the speed of model and device", () => {
  const start = estimateModel(1, 0, REFERENCE);
  const timeOf = (...input: Parameters<typeof estimateModel>) => estimateModel(...input) - start;
  expect(timeOf(10, 60, REFERENCE)).toBeCloseTo(6);
  expect(timeOf(10, 120, REFERENCE)).toBeCloseTo(12);
  expect(timeOf(0.5, 60, REFERENCE)).toBeCloseTo(120);
  expect(timeOf(10, 60, 2 * REFERENCE)).toBeCloseTo(3);
  expect(timeOf(10, 60, REFERENCE / 3)).toBeCloseTo(18);
  // A measurement that was disturbed does not promise days.
  expect(timeOf(10, 60, 0)).toBeCloseTo(120);
});
