import { expect, it } from "vitest";
import { isAsked } from "./is-asked.ts";

const asked = {
  panel: "enhance",
  preset: "denoise",
  params: { values: { strength: 80 } },
  tool: "remover",
  fileIds: ["a"],
} as const;

it("USR-10 a second click on Start asks for nothing, and costs nothing", () => {
  expect(isAsked([{ ...asked, state: "queued" }], asked)).toBe(true);
  expect(isAsked([{ ...asked, state: "running" }], asked)).toBe(true);
  // Again when it has ended, for another file, and with other settings.
  expect(isAsked([{ ...asked, state: "done" }], asked)).toBe(false);
  expect(isAsked([{ ...asked, state: "running", fileIds: ["b"] }], asked)).toBe(false);
  const louder = { values: { strength: 90 } };
  expect(isAsked([{ ...asked, state: "running", params: louder }], asked)).toBe(false);
});
