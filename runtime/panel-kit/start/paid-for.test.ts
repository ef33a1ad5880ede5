import { expect, it } from "vitest";
import { INPUT_FREE_FOR } from "#core/credits/credits.ts";
import { creditsPaid } from "./paid-for.ts";

const paid = {
  tool: "enhancer",
  panel: "enhance",
  fileIds: ["a"],
  text: null,
  state: "done",
  cost: 2,
  ended: 1000,
} as const;
const asked = { tool: "enhancer", panel: "enhance", fileIds: ["a"], now: 2000 };

it("USR-10 what has been paid for is not paid again with the same tool and file, for a day", () => {
  expect(creditsPaid([paid], asked)).toBe(2);
  expect(creditsPaid([paid], { ...asked, tool: "remover" })).toBe(0);
  expect(creditsPaid([paid], { ...asked, fileIds: ["b"] })).toBe(0);
  expect(creditsPaid([paid], { ...asked, now: 1000 + INPUT_FREE_FOR * 1000 })).toBe(0);
});

it.each([
  ["separation", "separation", 2],
  ["separation", "karaoke", 2],
  ["karaoke", "separation", 2],
  ["separation", "cover", 0],
  ["enhance", "separation", 0],
  ["enhance", "enhance", 0],
])(
  "USR-10 a song paid for in the panel %s costs other tools of %s %i credits less",
  (panel, other, less) => {
    expect(creditsPaid([{ ...paid, panel }], { ...asked, tool: "other", panel: other })).toBe(less);
  },
);

it("USR-10 what its first minutes cost is paid as well", () => {
  expect(creditsPaid([paid, { ...paid, cost: 5 }], asked)).toBe(7);
});

it.each([
  ["failed", { state: "failed" }],
  ["still runs", { state: "running", ended: null }],
  ["was free itself", { cost: 0 }],
] as const)("USR-10 a run that %s has paid for nothing", (_, change) => {
  expect(creditsPaid([{ ...paid, ...change }], asked)).toBe(0);
});
