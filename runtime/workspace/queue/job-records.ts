import type { StoredJob } from "../session/stored.ts";
import type { JobSpec, JobState } from "../../contract/job.ts";

/** Whether a job is queued or running. */
export const isActive = ({ state }: { readonly state: JobState }): boolean =>
  state === "queued" || state === "reserving" || state === "running";

export const newJob = (
  spec: Omit<JobSpec, "text"> & { readonly text?: string | null; readonly seconds: number },
  own: Pick<StoredJob, "id" | "tab" | "rank" | "created">,
): StoredJob => ({
  panel: spec.panel,
  preset: spec.preset,
  tool: spec.tool,
  title: spec.title,
  fileIds: [...spec.fileIds],
  text: spec.text ?? null,
  params: structuredClone(spec.params),
  seconds: spec.seconds,
  ...(spec.lengths && { lengths: [...spec.lengths] }),
  quote: spec.cost,
  cost: spec.cost,
  charged: null,
  hostedSeconds: spec.hostedSeconds ?? 0,
  onServer: spec.onServer ?? false,
  ...own,
  state: "queued",
  error: null,
  results: [],
  unchanged: null,
  usageId: null,
  held: false,
  started: null,
  ended: null,
  attempt: 1,
  removedBy: null,
});

/**
 * A finished job, reset to be started again. What a failed one has on the site's servers is used
 * again; that of a canceled one is being deleted, which the record of that attempt completes.
 */
export const resetJob = (job: StoredJob, own: Pick<StoredJob, "tab" | "rank">): StoredJob => ({
  ...job,
  ...(job.state === "cancelled" && { serverTasks: [] }),
  ...own,
  state: "queued",
  error: null,
  results: [],
  unchanged: null,
  cost: job.quote,
  charged: null,
  usageId: null,
  held: false,
  started: null,
  ended: null,
  starts: 0,
  attempt: job.attempt + 1,
});

/** A stopped job, queued again: with the same credits, under which its hosted calls continue. */
export const resumeJob = (job: StoredJob, own: Pick<StoredJob, "tab" | "rank">): StoredJob => ({
  ...job,
  ...own,
  state: "queued",
  isStopped: false,
  starts: 0,
  started: null,
  ended: null,
});

/** Whether closing the tab interrupts a job: not while the site's servers have its latest task. */
export const needsTab = (job: StoredJob): boolean => {
  const latest = job.serverTasks?.at(-1);
  return isActive(job) && (!latest || latest.job === null);
};
