import type { Job, JobSpec } from "../../workspace/contract/job.ts";
import { isActive } from "../../workspace/contract/job.ts";

type Asked = Pick<JobSpec, "panel" | "preset" | "params" | "tool" | "fileIds">;

/** Whether the same is worked on already, or waits for it: a second click on Start asks for nothing new. */
export function isAsked(jobs: readonly (Asked & Pick<Job, "state">)[], asked: Asked): boolean {
  const wanted = JSON.stringify(contentOf(asked));
  return jobs.some((job) => isActive(job) && JSON.stringify(contentOf(job)) === wanted);
}

const contentOf = ({ panel, preset, params, tool, fileIds }: Asked) => [
  panel,
  preset,
  params,
  tool,
  fileIds,
];
