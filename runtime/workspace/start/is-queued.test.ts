import { expect, it } from "vitest";
import { isQueued } from "./is-queued.ts";

const spec = {
  panel: "enhance",
  preset: "denoise",
  params: { values: { strength: 80 } },
  tool: "remover",
  fileIds: ["a"],
} as const;

it("USR-10 a second click on Start asks for nothing, and costs nothing", () => {
  expect(isQueued([{ ...spec, state: "queued" }], spec)).toBe(true);
  expect(isQueued([{ ...spec, state: "running" }], spec)).toBe(true);
  // Again when it has ended, for another file, and with other settings.
  expect(isQueued([{ ...spec, state: "done" }], spec)).toBe(false);
  expect(isQueued([{ ...spec, state: "running", fileIds: ["b"] }], spec)).toBe(false);
  const spoken = { ...spec, fileIds: [], text: "Good evening." };
  expect(isQueued([{ ...spoken, state: "running" }], spoken)).toBe(true);
  expect(isQueued([{ ...spoken, state: "running" }], { ...spoken, text: "Hello." })).toBe(false);
  const louder = { values: { strength: 90 } };
  expect(isQueued([{ ...spec, state: "running", params: louder }], spec)).toBe(false);
});
