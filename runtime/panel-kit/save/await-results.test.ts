import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Job, JobState, JobsState } from "#runtime/contract/job.ts";
import { awaitResults } from "./await-results.ts";

const job = (id: string, state: JobState, results: readonly string[] = []): Job =>
  ({ id, state, results: results.map((name) => ({ id: name, state: "ready" })) }) as unknown as Job;
const storeOf = (...jobs: readonly Job[]) =>
  createStore<JobsState>(() => ({ jobs, restored: true }));
const namesOf = (promise: Promise<readonly { readonly id: string }[]>) =>
  promise.then((results) => results.map(({ id }) => id));
const { signal } = new AbortController();

it("TLS-1 what one press started is saved when its last job has ended, and nothing of other jobs", async () => {
  const jobs = storeOf(job("a", "queued"), job("b", "running"), job("c", "done", ["other.wav"]));
  let isSettled = false;
  const found = namesOf(awaitResults(jobs, ["a", "b"], signal)).finally(() => (isSettled = true));
  for (const [a, b] of [
    ["reserving", "running"],
    ["running", "done"],
  ] as const) {
    jobs.setState({ jobs: [job("a", a), job("b", b, ["b.wav"]), job("c", "running")] });
    await Promise.resolve();
    expect(isSettled).toBe(false);
  }
  jobs.setState({
    jobs: [
      job("a", "done", ["a-1.wav", "a-2.wav"]),
      job("b", "done", ["b.wav"]),
      job("c", "running"),
    ],
  });
  expect(await found).toEqual(["a-1.wav", "a-2.wav", "b.wav"]);
});

it("TLS-1 jobs that fail, are canceled or are removed leave nothing to save", async () => {
  for (const state of ["failed", "cancelled", "interrupted"] as const) {
    const jobs = storeOf(job("a", "running"), job("b", "running"));
    const found = namesOf(awaitResults(jobs, ["a", "b"], signal));
    jobs.setState({ jobs: [job("a", state, ["half.wav"])] });
    expect(await found).toEqual([]);
  }
});

it("TLS-1 results that are there already are found at once, those that were deleted are not", async () => {
  const removed = {
    ...job("b", "done"),
    results: [{ id: "b.wav", state: "missing" }],
  } as unknown as Job;
  const jobs = storeOf(job("a", "done", ["a.wav"]), removed);
  expect(await namesOf(awaitResults(jobs, ["a", "b"], signal))).toEqual(["a.wav"]);
});

it("TLS-1 nothing is sent after the panel is closed", async () => {
  const control = new AbortController();
  const jobs = storeOf(job("a", "running"));
  const found = awaitResults(jobs, ["a"], control.signal);
  control.abort();
  await expect(found).rejects.toThrow();
  await expect(awaitResults(jobs, ["a"], control.signal)).rejects.toThrow();
});
