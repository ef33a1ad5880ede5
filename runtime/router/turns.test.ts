import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("NAV-4 only the navigation that began last shows its page", () => {
  const turns = createTurns();
  const first = turns.begin();
  const alongside = turns.watch();
  expect([first(), alongside()]).toEqual([false, false]);
  const second = turns.begin();
  expect([first(), alongside(), second()]).toEqual([true, true, false]);
});
