import fc from "fast-check";
import { expect, it } from "vitest";
import { dotPositions } from "./dot-positions.ts";

it("TLS-19 the marks of a change lie on their line in the order of their values", () => {
  const level = fc.double({ min: -100, max: 60, noNaN: true });
  fc.assert(
    fc.property(level, level, fc.option(level), (before, after, target) => {
      const at = dotPositions(before, after, target);
      const marks = [at.before, at.after, ...(at.target === null ? [] : [at.target])];
      for (const mark of marks) {
        expect(mark).toBeGreaterThanOrEqual(30 - 1e-9);
        expect(mark).toBeLessThanOrEqual(70 + 1e-9);
      }
      if (Math.abs(after - before) > 1e-6)
        expect(Math.sign(at.after - at.before)).toBe(Math.sign(after - before));
    }),
  );
  expect(dotPositions(-23, -16, -16)).toEqual({ before: 30, after: 70, target: 70 });
  expect(dotPositions(-23, -17, -13)).toEqual({ before: 30, after: 54, target: 70 });
  expect(dotPositions(-16, -16, null)).toEqual({ before: 30, after: 30, target: null });
});
