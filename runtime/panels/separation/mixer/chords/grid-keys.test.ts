import { expect, it } from "vitest";
import { cellFor } from "./grid-keys.ts";

/** Two bars a row, of one or two chords; the last row has a single one. */
const CELLS = [
  [0, 0],
  [100, 0],
  [150, 0],
  [0, 40],
  [50, 40],
  [100, 40],
  [0, 80],
].map(([left, top]) => ({ left: left!, top: top! }));

it("TLS-12 arrow keys move the focus among the chords, along and across rows", () => {
  const targets = (key: string): (number | null)[] => CELLS.map((_, at) => cellFor(key, CELLS, at));
  expect(targets("ArrowRight")).toEqual([1, 2, 3, 4, 5, 6, 6]);
  expect(targets("ArrowLeft")).toEqual([0, 0, 1, 2, 3, 4, 5]);
  expect(targets("ArrowDown")).toEqual([3, 5, 5, 6, 6, 6, 6]);
  expect(targets("ArrowUp")).toEqual([0, 1, 2, 0, 0, 1, 3]);
  expect([cellFor("Home", CELLS, 4), cellFor("End", CELLS, 4)]).toEqual([0, 6]);
  expect([cellFor("Tab", CELLS, 4), cellFor("Enter", CELLS, 4)]).toEqual([null, null]);
  expect(cellFor("ArrowRight", CELLS, -1)).toBeNull();
});
