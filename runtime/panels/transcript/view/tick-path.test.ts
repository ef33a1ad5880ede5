import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tickPath } from "./tick-path.ts";

const sharesOf = (path: string): number[] =>
  [...path.matchAll(/M([\d.]+) /g)].map(([, share]) => Number(share));

describe("tickPath", () => {
  it("TLS-1 TLS-19 draws one tick for each word in view, at its share of the view", () => {
    expect(sharesOf(tickPath([0, 1, 2, 4, 9], { from: 1, to: 5 }, 0.8))).toEqual([0, 0.25, 0.75]);
  });

  it("TLS-1 TLS-19 stays in the unit square for any view, and draws no band of ticks", () => {
    const time = fc.double({ min: 0, max: 20_000, noNaN: true });
    fc.assert(
      fc.property(fc.array(time, { maxLength: 800 }), time, time, (times, from, to) => {
        const path = tickPath(times, { from, to }, 0.8);
        expect(sharesOf(path).every((share) => share >= 0 && share <= 1)).toBe(true);
        const inView = times.filter((one) => one >= from && one <= to).length;
        expect(sharesOf(path).length).toBe(inView > 300 || to <= from ? 0 : inView);
      }),
    );
  });
});
