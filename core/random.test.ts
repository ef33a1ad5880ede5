import { expect, it } from "vitest";
import { createSeededRandom } from "./random.ts";

/** Reference values of mulberry32 by its author (T. Ettinger), for the seed 0 and 1. */
it("TLS-1 seeded numbers are those of mulberry32", () => {
  const first = (seed: number | string, count = 3): number[] => {
    const random = createSeededRandom(seed);
    return Array.from({ length: count }, random);
  };
  expect(first(0)).toEqual([0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]);
  expect(first(1)).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
  expect(first(-1)).toEqual(first(2 ** 32 - 1));
  expect(first("bees")).toEqual(first("bees"));
  expect(first("bees")).not.toEqual(first("bee"));
});
