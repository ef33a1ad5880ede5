import { type Job, type JobSpec, isActive } from "../../contract/job.ts";

type Queued = Pick<JobSpec, "panel" | "preset" | "params" | "tool" | "fileIds"> & {
  readonly text?: string | null;
};

/**
 * A queued or running job that does the same, if there is one, so that a second click on Start does
 * not start another job.
 */
export function findQueuedJob<T extends Queued & Pick<Job, "state">>(
  jobs: readonly T[],
  spec: Queued,
): T | undefined {
  const content = JSON.stringify(contentOf(spec));
  return jobs.find((job) => isActive(job) && JSON.stringify(contentOf(job)) === content);
}

const contentOf = ({ panel, preset, params, tool, fileIds, text }: Queued) => [
  panel,
  preset,
  params,
  tool,
  fileIds,
  text ?? null,
];
