import { expect, it } from "vitest";
import { createDoublePress } from "./double-press.ts";

it("TLS-13 a double press is two quick presses at one place of one track", () => {
  const press = (timeStamp: number, clientX = 0, clientY = 0) => ({ timeStamp, clientX, clientY });
  const isDouble = createDoublePress();
  expect(isDouble(1, press(0))).toBe(false);
  expect(isDouble(1, press(300, 6, 8))).toBe(true);
  // The third one is the first of another.
  expect(isDouble(1, press(400))).toBe(false);
  expect(isDouble(2, press(500))).toBe(false);
  expect(isDouble(2, press(600, 11))).toBe(false);
  expect(isDouble(2, press(950, 11))).toBe(false);
  expect(isDouble(2, press(1200, 11))).toBe(true);
});
