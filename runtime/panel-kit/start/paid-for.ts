import { INPUT_FREE_FOR } from "#core/credits/credits.ts";
import { separatesSongs } from "#core/credits/shared-prices.ts";
import { paidSeconds } from "#core/hosted/paid-work.ts";
import type { Cost } from "#core/page/page.ts";
import type { SteadyJob, JobSpec } from "../../workspace/contract/job.ts";

type EarlierJob = Pick<
  SteadyJob,
  "tool" | "panel" | "fileIds" | "text" | "state" | "cost" | "ended"
> &
  Partial<Pick<SteadyJob, "hostedSeconds">>;
/** What a job works on. `now`: epoch ms. */
type Input = Pick<JobSpec, "tool" | "panel" | "fileIds" | "text"> & { readonly now: number };

/** Jobs of a tool, or of one that makes the same, that have succeeded with an input within a day. */
const earlierJobs = (
  jobs: readonly EarlierJob[],
  { tool, panel, fileIds, text, now }: Input,
): readonly EarlierJob[] =>
  jobs.filter(
    (job) =>
      (job.tool === tool || (separatesSongs(job.panel) && separatesSongs(panel))) &&
      job.state === "done" &&
      (fileIds.length === 0
        ? text !== undefined && job.text === text
        : fileIds.length === 1
          ? job.fileIds.includes(fileIds[0]!)
          : job.fileIds.join() === fileIds.join()) &&
      job.ended !== null &&
      now - job.ended < INPUT_FREE_FOR * 1000,
  );

/**
 * Credits that a tool, or one that makes the same, has taken for an input within a day, which the server takes off what it costs
 * again (USR-10): all of it with other settings, or what its first minutes cost.
 */
export const creditsPaid = (jobs: readonly EarlierJob[], input: Input): number =>
  earlierJobs(jobs, input).reduce((sum, { cost }) => sum + cost, 0);

/** Seconds of hosted work that these credits pay for and that has not been used, as far as is known here. */
export function hostedLeft(jobs: readonly EarlierJob[], input: Input, cost: Cost): number {
  if (cost === "free") return 0;
  const left = earlierJobs(jobs, input).reduce(
    (sum, job) => sum + job.cost * paidSeconds(cost) - (job.hostedSeconds ?? 0),
    0,
  );
  return Math.max(0, left);
}
