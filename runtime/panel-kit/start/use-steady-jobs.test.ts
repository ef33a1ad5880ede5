import { expect, it } from "vitest";
import type { Job } from "../../contract/job.ts";
import { createSteadyJobs } from "./use-steady-jobs.ts";

const job = (id: string, more: Partial<Job> = {}): Job => ({
  id,
  panel: "effect",
  preset: "denoise",
  tool: "background-audio-remover",
  title: "Speech.mp3",
  fileIds: ["f1"],
  text: null,
  params: {},
  state: "running",
  progress: null,
  stage: null,
  left: null,
  finishing: false,
  retryAt: null,
  error: null,
  isStopped: false,
  results: [],
  unchanged: null,
  cost: 0,
  charged: null,
  hostedSeconds: 0,
  usageId: null,
  onServer: false,
  sent: [],
  needsTab: false,
  created: 0,
  started: 0,
  ended: null,
  attempt: 1,
  own: true,
  ...more,
});

it("WSP-5 settings are not rendered with the progress of jobs: their props stay the same", () => {
  const steady = createSteadyJobs();
  const [one, other] = [job("a"), job("b", { state: "queued" })];
  const first = steady([one, other]);
  expect(first).toEqual([one, other]);
  const moved = { ...one, progress: 0.4, stage: "panel-kit:stage.write", left: 12 };
  expect(steady([moved, other])).toBe(first);

  const ended = { ...moved, state: "done", ended: 5 } as const;
  const then = steady([ended, other]);
  expect(then).toEqual([ended, other]);
  expect(then[1]).toBe(first[1]);
  expect(steady([ended])).toEqual([ended]);
  expect(steady([])).toEqual([]);
});
