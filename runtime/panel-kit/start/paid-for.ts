import { INPUT_FREE_FOR } from "../../../core/credits/credits.ts";
import type { SteadyJob, JobSpec } from "../../workspace/contract/job.ts";

/**
 * Credits that a tool has taken for an input within a day, which the server takes off what it costs
 * again (USR-10): all of it with other settings, or what its first minutes cost.
 * @param now epoch ms
 */
export const creditsPaid = (
  jobs: readonly Pick<SteadyJob, "tool" | "fileIds" | "text" | "state" | "cost" | "ended">[],
  {
    tool,
    fileIds,
    text,
    now,
  }: Pick<JobSpec, "tool" | "fileIds" | "text"> & { readonly now: number },
): number =>
  jobs
    .filter(
      (job) =>
        job.tool === tool &&
        job.state === "done" &&
        (fileIds.length === 0
          ? text !== undefined && job.text === text
          : fileIds.length === 1
            ? job.fileIds.includes(fileIds[0]!)
            : job.fileIds.join() === fileIds.join()) &&
        job.ended !== null &&
        now - job.ended < INPUT_FREE_FOR * 1000,
    )
    .reduce((sum, { cost }) => sum + cost, 0);
