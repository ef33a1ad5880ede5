import { expect, it } from "vitest";
import { freeTop } from "./notice-position.ts";

const room = { top: 8, bottom: 820 };
const stack = { height: 60, left: 16, right: 374 };
const bar = (top: number, bottom: number, left = 0, right = 390) => ({ top, bottom, left, right });

it("USR-6 a notice is at its edge if nothing is in the way", () => {
  expect(freeTop(stack, [], room, "end")).toBe(760);
  expect(freeTop(stack, [], room, "start")).toBe(8);
  // Beside the bar, not below it.
  expect(freeTop({ ...stack, left: 200 }, [bar(0, 844, 0, 199)], room, "end")).toBe(760);
});

it("USR-6 otherwise next to the obstacle, as near to its edge as possible", () => {
  const below = bar(788, 844);
  expect(freeTop(stack, [below], room, "end")).toBe(720);
  const above = bar(0, 56);
  // Over the lower bar, not under the upper one.
  expect(freeTop(stack, [above, below], room, "end")).toBe(720);
  expect(freeTop(stack, [above, below, bar(700, 744)], room, "end")).toBe(632);
  expect(freeTop(stack, [above, below], room, "start")).toBe(64);
});

it("USR-6 without room it covers as little as it can", () => {
  expect(freeTop(stack, [bar(0, 700), bar(740, 844)], room, "end")).toBe(708);
});
