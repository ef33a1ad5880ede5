import { expect, it } from "vitest";
import { blockingTime } from "./observe.ts";
import { medianOf, tableOf } from "./table.ts";
import type { Sample } from "./visit.ts";

const sample = (fields: Partial<Sample>): Sample => ({
  scriptsAtLoad: 0,
  scriptsAtRest: 0,
  scriptsOpen: 0,
  requestsAtLoad: 0,
  requestsAtRest: 0,
  bytes: 0,
  documentBytes: 0,
  work: 0,
  cpu: 0,
  blocking: 0,
  fcp: 0,
  lcp: 0,
  cls: 0,
  inp: 16,
  shown: 0,
  ...fields,
});
const rowOf = (table: string, title: string): string[] =>
  table
    .split("\n")
    .find((line) => line.startsWith(`| ${title} |`))!
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());

it("the median of an even number of values is between the middle two", () => {
  expect(medianOf([9, 1, 5])).toBe(5);
  expect(medianOf([9, 1, 5, 6])).toBe(5.5);
});

it("a ratio is taken within each round, and none is shown to nothing", () => {
  const table = tableOf(
    [
      {
        name: "ours",
        samples: [100, 300, 80].map((work) => sample({ work, scriptsAtLoad: 4000 })),
      },
      { name: "vite", samples: [200, 900, 100].map((work) => sample({ work })) },
    ],
    "vite",
  );
  expect(rowOf(table, "main thread slowed, ms")).toEqual(["100 (0.50)", "200"]);
  expect(rowOf(table, "scripts by load, kB")).toEqual(["4.0", "0.0"]);
});

it("a dialog that did not open every time is counted", () => {
  const samples = [sample({ shown: 80 }), sample({ shown: -1 })];
  expect(rowOf(tableOf([{ name: "ours", samples }], "vite"), "dialog after, ms")).toEqual([
    "opened 1 of 2 times",
  ]);
});

it("blocking time counts the parts after the first paint and beyond 50 ms", () => {
  const tasks: [number, number][] = [
    [0, 400],
    [600, 50],
    [700, 120],
  ];
  expect(blockingTime({ fcp: 300, tasks })).toBe(50 + 70);
});
