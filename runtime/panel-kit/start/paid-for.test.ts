import { expect, it } from "vitest";
import { INPUT_FREE_FOR } from "../../../core/credits/credits.ts";
import { isPaidFor } from "./paid-for.ts";

const paid = {
  tool: "enhancer",
  fileIds: ["a"],
  text: null,
  params: {},
  state: "done",
  cost: 2,
  ended: 1000,
} as const;
const asked = { tool: "enhancer", fileIds: ["a"], now: 2000 };

it("USR-10 what has been paid for is free for the same tool and file, for a day", () => {
  expect(isPaidFor([paid], asked)).toBe(true);
  expect(isPaidFor([paid], { ...asked, tool: "remover" })).toBe(false);
  expect(isPaidFor([paid], { ...asked, fileIds: ["b"] })).toBe(false);
  expect(isPaidFor([paid], { ...asked, now: 1000 + INPUT_FREE_FOR * 1000 })).toBe(false);
});

it.each([
  ["failed", { state: "failed" }],
  ["still runs", { state: "running", ended: null }],
  ["was free itself", { cost: 0 }],
  ["took its first minutes alone", { params: { part: [0, 180] } }],
] as const)("USR-10 a run that %s has paid for nothing", (_, change) => {
  expect(isPaidFor([{ ...paid, ...change }], asked)).toBe(false);
});
