import { describe, expect, it } from "vitest";
import { countsOf, inHistory, inQueue, overallOf, announcementOf } from "./queue-view.ts";
import type { Job } from "../../contract/job.ts";
import type { JobResult } from "../../contract/file.ts";

const result = { id: "r" } as JobResult;
const job = (id: string, state: Job["state"], rest: Partial<Job> = {}): Job =>
  ({ id, state, created: 0, ended: null, progress: null, results: [], ...rest }) as Job;

describe("queue", () => {
  const jobs = [
    job("old", "done", { ended: 10, results: [result] }),
    job("failed", "failed", { ended: 20 }),
    job("emptied", "done", { ended: 30 }),
    job("w1", "queued"),
    job("runs", "running", { progress: 0.5 }),
    job("w2", "queued"),
    job("reserves", "reserving"),
    job("lost", "interrupted", { ended: 15 }),
  ];

  it("WSP-5 shows what runs, what waits in its order, then what ended, the last first", () => {
    expect(inQueue(jobs).map(({ id }) => id)).toEqual([
      "runs",
      "reserves",
      "w1",
      "w2",
      "failed",
      "lost",
      "old",
    ]);
  });

  it("WSP-3 the history has all that was done, also without its results", () => {
    expect(inHistory(jobs).map(({ id }) => id)).toEqual(["emptied", "old"]);
  });

  it("TLS-1 counts what runs and waits, and how far it is", () => {
    expect(countsOf(jobs)).toEqual({ working: 2, waiting: 2 });
    expect(overallOf([job("a", "queued")])).toBeNull();
    const run = [
      job("before", "done", { created: 1, ended: 5 }),
      job("first", "done", { created: 10, ended: 20 }),
      job("runs", "running", { created: 9, progress: 0.5 }),
      job("waits", "queued", { created: 12 }),
    ];
    expect(overallOf(run)).toEqual({ part: 0.5, total: 3 });
    expect(overallOf([job("a", "reserving")])).toEqual({ part: 0, total: 1 });
  });

  it("TLS-1 says how a job ended, and nothing while it waits", () => {
    const announced = (state: Job["state"], unchanged: string | null = null) =>
      announcementOf({ state, unchanged });
    expect(announced("done")).toBe("workspace:said.done");
    expect(announced("done", "panel-kit:nothing.echo")).toBe("workspace:said.unchanged");
    expect(announced("queued")).toBeNull();
    expect(announced("reserving")).toBeNull();
  });
});
