import { INPUT_FREE_FOR } from "#core/credits/credits.ts";
import { separatesSongs } from "#core/credits/shared-prices.ts";
import { paidSeconds } from "#core/hosted/paid-work.ts";
import type { Cost } from "#core/page/page.ts";
import type { SteadyJob, JobSpec } from "../../contract/job.ts";

type EarlierJob = Pick<
  SteadyJob,
  "tool" | "panel" | "fileIds" | "text" | "state" | "cost" | "ended"
> &
  Partial<Pick<SteadyJob, "hostedSeconds" | "onServer">>;
/** The input of a job. `now`: epoch ms. */
type Input = Pick<JobSpec, "tool" | "panel" | "fileIds" | "text"> & { readonly now: number };

/** Jobs of a tool, or of an equivalent one, that succeeded with the same input within a day. */
const earlierJobs = (
  jobs: readonly EarlierJob[],
  { tool, panel, fileIds, text, now }: Input,
): readonly EarlierJob[] =>
  jobs.filter(
    (job) =>
      (job.tool === tool || (separatesSongs(job.panel) && separatesSongs(panel))) &&
      job.state === "done" &&
      // Its input was not known to the ledger.
      !job.onServer &&
      (fileIds.length === 0
        ? text !== undefined && job.text === text
        : fileIds.length === 1
          ? job.fileIds.includes(fileIds[0]!)
          : job.fileIds.join() === fileIds.join()) &&
      job.ended !== null &&
      now - job.ended < INPUT_FREE_FOR * 1000,
  );

/**
 * Credits that were charged for an input within a day, by this tool or an equivalent one, and that
 * the server deducts from the next cost (USR-10): the full cost if only settings differ, or the
 * cost of the first minutes.
 */
export const creditsPaid = (jobs: readonly EarlierJob[], input: Input): number =>
  earlierJobs(jobs, input).reduce((sum, { cost }) => sum + cost, 0);

/**
 * Seconds of hosted work that these credits pay for and that have not been used, as far as this
 * device knows.
 */
export function hostedLeft(jobs: readonly EarlierJob[], input: Input, cost: Cost): number {
  if (cost === "free") return 0;
  const left = earlierJobs(jobs, input).reduce(
    (sum, job) => sum + job.cost * paidSeconds(cost) - (job.hostedSeconds ?? 0),
    0,
  );
  return Math.max(0, left);
}
