import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundTime } from "./round-time.ts";
import { createTimeLeft } from "./time-left.ts";

interface Sample {
  /** ms */
  readonly at: number;
  readonly left: number | null;
}

/** Feeds a course of work, in steps of 250 ms. @param doneAt what is done at a time in ms */
function follow(doneAt: (ms: number) => number | null, until: number, step = 250): Sample[] {
  const time = createTimeLeft();
  const samples: Sample[] = [];
  for (let at = 0; at < until; at += step) samples.push({ at, left: time.update(doneAt(at), at) });
  return samples;
}

/** Those after the first tenth at which a time is shown. @param end of the work, in ms */
const judged = (samples: readonly Sample[], end: number) =>
  samples.flatMap(({ at, left }) => (at < end / 10 || left === null ? [] : [{ at, left }]));

/** Holds each time to a factor of 1.5 of the truth; 2.5 s more or less are no fault. */
function expectTrue(samples: readonly Sample[], end: number): void {
  for (const { at, left } of judged(samples, end)) {
    const truth = (end - at) / 1000;
    expect(left, `at ${at} of ${end}`).toBeLessThanOrEqual(Math.max(1.5 * truth, truth + 2.5));
    expect(left, `at ${at} of ${end}`).toBeGreaterThanOrEqual(Math.min(truth / 1.5, truth - 2.5));
  }
}

/** Share of the time after the first tenth in which a time is shown. */
const shareShown = (samples: readonly Sample[], end: number): number =>
  judged(samples, end).length / samples.filter(({ at }) => at >= end / 10).length;

const seconds = fc.integer({ min: 8, max: 600 });

describe("TLS-1 time left", () => {
  it("even work: shown soon, and accurate from then on", () => {
    fc.assert(
      fc.property(seconds, (length) => {
        const end = 1000 * length;
        const samples = follow((ms) => ms / end, end);
        expectTrue(samples, end);
        expect(shareShown(samples, end)).toBeGreaterThan(0.7);
        expect(samples.slice(0, 4).every(({ left }) => left === null)).toBe(true);
      }),
    );
  });

  it("uneven work and work in steps: within a factor of 1.5 after the first tenth", () => {
    const sizes = fc.array(fc.double({ min: 0.7, max: 1.3, noNaN: true }), {
      minLength: 30,
      maxLength: 80,
    });
    fc.assert(
      fc.property(seconds, sizes, (length, steps) => {
        const end = 1000 * length;
        const all = steps.reduce((sum, size) => sum + size, 0);
        // Steps that are reported when they are done: each takes its size of the time.
        let sum = 0;
        const ends = [0, ...steps.map((size) => (sum += size) / all)];
        const samples = follow((ms) => ends.findLast((one) => one <= ms / end) ?? 0, end);
        expectTrue(samples, end);
        expect(shareShown(samples, end)).toBeGreaterThan(0.5);
      }),
    );
  });

  it("a slow start: nothing is shown until it is over, and then accurate values", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 600 }),
        fc.double({ min: 0.08, max: 0.3, noNaN: true }),
        (length, start) => {
          const end = 1000 * length;
          const slow = start * end;
          const done = (ms: number): number =>
            ms < slow ? (0.02 * ms) / slow : 0.02 + (0.98 * (ms - slow)) / (end - slow);
          // While it lasts, all of the work looks as slow.
          const samples = follow(done, end).filter(({ at }) => at > 1.5 * slow);
          expectTrue(samples, end);
          expect(judged(samples, end).length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("another stage with another speed is followed within a tenth of the time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 600 }),
        fc.constantFrom(0.4, 0.5, 2, 2.5),
        (length, factor) => {
          const end = 1000 * length;
          const half = end / 2;
          const first = half / (half + factor * half);
          const samples = follow(
            (ms) =>
              ms < half ? (first * ms) / half : first + ((1 - first) * (ms - half)) / (end - half),
            end,
          );
          expectTrue(
            samples.filter(({ at }) => at > 0.7 * end),
            end,
          );
        },
      ),
    );
  });

  it("time in which the device slept does not count", () => {
    const time = createTimeLeft();
    const pause = 3_600_000;
    for (let at = 0; at <= 30_000; at += 250) time.update(at / 60_000, at);
    const after = time.update(0.5, 30_000 + pause);
    expect(after).toBeGreaterThan(22);
    expect(after).toBeLessThan(40);
    for (let at = 30_250; at <= 45_000; at += 250) time.update(at / 60_000, at + pause);
    expect(Math.abs(time.update(0.75, 45_000 + pause)! - 15)).toBeLessThan(5);
  });

  it("work that stalls before its end: an elapsed estimate is hidden", () => {
    const end = 30_000;
    const samples = follow((ms) => Math.min(0.97, ms / end), end + 22_000);
    for (const { at, left } of samples.filter((one) => one.at > end + 3000))
      expect(left, String(at)).toBeNull();
  });

  it("shows nothing while progress is unknown, and nothing when all is done", () => {
    expect(follow(() => null, 5000).every(({ left }) => left === null)).toBe(true);
    const time = createTimeLeft();
    for (let at = 0; at <= 10_000; at += 250) time.update(at / 12_000, at);
    expect(time.update(1, 10_250)).toBeNull();
  });

  it("whatever is reported, it is a rounded number of seconds or nothing, and rises by a quarter at most", () => {
    const part = fc.option(fc.double({ min: -1, max: 2 }), { nil: null });
    const course = fc.array(fc.tuple(part, fc.nat(5000)));
    // Work that never goes back, so that there are times to be compared.
    const growing = fc
      .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3000)), {
        minLength: 20,
        maxLength: 200,
      })
      .map((steps) => {
        const all = steps.reduce((sum, [size]) => sum + size ** 4, 0) || 1;
        let sum = 0;
        return steps.map(([size, ms]): [number, number] => [(sum += size ** 4) / all / 1.01, ms]);
      });
    fc.assert(
      fc.property(fc.oneof(course, growing), (steps) => {
        const time = createTimeLeft();
        let at = 0;
        let last = Infinity;
        for (const [done, passed] of steps) {
          const left = time.update(done, (at += passed));
          if (left === null) continue;
          expect(left).toBeGreaterThan(0);
          expect(roundTime(left)).toBe(left);
          expect(left).toBeLessThanOrEqual(1.25 * last);
          last = left;
        }
      }),
      { numRuns: 500 },
    );
  });
});
