import fc from "fast-check";
import { expect, it } from "vitest";
import { positionAfter } from "./player-controls.ts";

it("TLS-19 keys move the position of a player, within its sound", () => {
  const keys = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp", "PageDown", "PageUp"];
  const moved = keys.map((key) => positionAfter(key, 50, 200));
  expect(moved).toEqual([45, 45, 55, 55, 30, 70]);
  expect([positionAfter("Home", 50, 200), positionAfter("End", 50, 200)]).toEqual([0, 200]);
  expect([positionAfter("Enter", 50, 200), positionAfter("toString", 50, 200)]).toEqual([
    null,
    null,
  ]);
  const seconds = fc.double({ min: 0, max: 10_000, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...keys), seconds, seconds, (key, now, length) => {
      const at = positionAfter(key, Math.min(now, length), length)!;
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(length);
    }),
  );
});
