import { expect, it } from "vitest";
import { findQueuedJob } from "./find-queued-job.ts";

const spec = {
  panel: "enhance",
  preset: "denoise",
  params: { values: { strength: 80 } },
  tool: "remover",
  fileIds: ["a"],
} as const;

it("USR-10 a second click on Start asks for nothing, and costs nothing", () => {
  expect(findQueuedJob([{ ...spec, state: "queued" }], spec)).toBeDefined();
  expect(findQueuedJob([{ ...spec, state: "running" }], spec)).toBeDefined();
  // A job starts again if the first has ended, for another file, and with other settings.
  expect(findQueuedJob([{ ...spec, state: "done" }], spec)).toBeUndefined();
  expect(findQueuedJob([{ ...spec, state: "running", fileIds: ["b"] }], spec)).toBeUndefined();
  const spoken = { ...spec, fileIds: [], text: "Good evening." };
  expect(findQueuedJob([{ ...spoken, state: "running" }], spoken)).toBeDefined();
  expect(
    findQueuedJob([{ ...spoken, state: "running" }], { ...spoken, text: "Hello." }),
  ).toBeUndefined();
  const louder = { values: { strength: 90 } };
  expect(findQueuedJob([{ ...spec, state: "running", params: louder }], spec)).toBeUndefined();
});
