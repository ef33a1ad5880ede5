import { expect, it } from "vitest";
import { findQueued } from "./find-queued.ts";

const spec = {
  panel: "enhance",
  preset: "denoise",
  params: { values: { strength: 80 } },
  tool: "remover",
  fileIds: ["a"],
} as const;

it("USR-10 a second click on Start asks for nothing, and costs nothing", () => {
  expect(findQueued([{ ...spec, state: "queued" }], spec)).toBeDefined();
  expect(findQueued([{ ...spec, state: "running" }], spec)).toBeDefined();
  // A job starts again if the first has ended, for another file, and with other settings.
  expect(findQueued([{ ...spec, state: "done" }], spec)).toBeUndefined();
  expect(findQueued([{ ...spec, state: "running", fileIds: ["b"] }], spec)).toBeUndefined();
  const spoken = { ...spec, fileIds: [], text: "Good evening." };
  expect(findQueued([{ ...spoken, state: "running" }], spoken)).toBeDefined();
  expect(
    findQueued([{ ...spoken, state: "running" }], { ...spoken, text: "Hello." }),
  ).toBeUndefined();
  const louder = { values: { strength: 90 } };
  expect(findQueued([{ ...spec, state: "running", params: louder }], spec)).toBeUndefined();
});
