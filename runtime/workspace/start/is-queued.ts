import { type Job, type JobSpec, isActive } from "../contract/job.ts";

type Queued = Pick<JobSpec, "panel" | "preset" | "params" | "tool" | "fileIds"> & {
  readonly text?: string | null;
};

/** Whether the same is worked on already, or waits for it: a second click on Start asks for nothing new. */
export function isQueued(jobs: readonly (Queued & Pick<Job, "state">)[], spec: Queued): boolean {
  const wanted = JSON.stringify(contentOf(spec));
  return jobs.some((job) => isActive(job) && JSON.stringify(contentOf(job)) === wanted);
}

const contentOf = ({ panel, preset, params, tool, fileIds, text }: Queued) => [
  panel,
  preset,
  params,
  tool,
  fileIds,
  text ?? null,
];
