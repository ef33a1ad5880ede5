import { describe, expect, it } from "vitest";
import { createTimeMap, cutsOf } from "./time-map.ts";

describe("places of a sound in its shorter result", () => {
  it("TLS-1 skips what was cut", () => {
    const map = createTimeMap(10, 7, [
      { start: 2, end: 4 },
      { start: 6, end: 7 },
    ]);
    expect([1, 3, 5, 9].map(map.toResult)).toEqual([1, 2, 3, 6]);
    expect([1, 3, 6].map(map.toInput)).toEqual([1, 5, 9]);
  });

  it("TLS-1 knows that pauses were shortened to one length, and that short ones were not", () => {
    const [first, second] = cutsOf(
      [
        { start: 0, end: 1 },
        { start: 2, end: 5 },
        { start: 6, end: 6.2 },
      ],
      3,
    )!;
    expect(first!.end - first!.start).toBeCloseTo(0.5);
    expect(second!.end - second!.start).toBeCloseTo(2.5);
  });

  it("TLS-1 is in proportion where nothing explains the length", () => {
    const map = createTimeMap(10, 20, []);
    expect(map.toResult(3)).toBe(6);
    expect(map.toInput(6)).toBe(3);
  });
});
