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
  quote: spec.cost,
  cost: spec.cost,
  charged: null,
  hostedSeconds: spec.hostedSeconds ?? 0,
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

/** A finished job, reset to be started again. */
export const resetJob = (job: StoredJob, own: Pick<StoredJob, "tab" | "rank">): StoredJob => ({
  ...job,
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
  attempt: job.attempt + 1,
});
