import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTimeLeft } from "./time-left.ts";

/** Feeds a course of work; returns what was said at each moment. */
function follow(partAt: (ms: number) => number | null, until: number, step = 100) {
  const time = createTimeLeft();
  const said: { at: number; left: number | null }[] = [];
  for (let at = 0; at <= until; at += step) said.push({ at, left: time.update(partAt(at), at) });
  return said;
}

describe("TLS-1 time left", () => {
  it("even work: known after two seconds, and right from then on", () => {
    const said = follow((ms) => ms / 60_000, 59_000);
    for (const { at, left } of said)
      if (at < 2000) expect(left).toBeNull();
      else expect(left).toBeCloseTo((60_000 - at) / 1000, 3);
  });

  it("steps of work instead of a flow: no jumps, and near the truth", () => {
    const said = follow((ms) => Math.floor(ms / 1500) / 40, 59_000).filter(
      ({ left }) => left !== null,
    );
    expect(said.length).toBeGreaterThan(400);
    for (const [index, { at, left }] of said.entries()) {
      const before = said[index - 1];
      if (before) expect(Math.abs(left! - before.left!)).toBeLessThan(3);
      if (at > 15_000) expect(Math.abs(left! - (60_000 - at) / 1000)).toBeLessThan(12);
    }
  });

  it("work that gets twice as fast is believed after a while", () => {
    const said = follow(
      (ms) => (ms < 20_000 ? ms / 80_000 : 0.25 + (ms - 20_000) / 40_000),
      45_000,
    );
    const { at, left } = said.at(-1)!;
    expect(Math.abs(left! - (50_000 - at) / 1000)).toBeLessThan(1.5);
  });

  it("says nothing while the part is unknown, and begins anew with another pass", () => {
    expect(follow(() => null, 5000).every(({ left }) => left === null)).toBe(true);
    const time = createTimeLeft();
    for (let at = 0; at <= 4000; at += 100) time.update(at / 5000, at);
    expect(time.update(0, 4100)).toBeNull();
    expect(time.update(0.01, 4200)).toBeNull();
  });

  it("whatever is told, it is a number of seconds or nothing", () => {
    const part = fc.option(fc.double({ min: -1, max: 2 }), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(part, fc.nat(5000))), (steps) => {
        const time = createTimeLeft();
        let at = 0;
        for (const [done, passed] of steps) {
          const left = time.update(done, (at += passed));
          expect(left === null || (Number.isFinite(left) && left >= 0)).toBe(true);
        }
      }),
    );
  });
});
