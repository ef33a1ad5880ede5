import { costOf, minutesFor } from "../../../core/credits/credits.ts";
import type { StartRequest } from "../contract/start.ts";

/**
 * Whole minutes of a file's beginning that so many credits suffice for; 0 where the tool cannot work
 * on a part, or where several files are to be started.
 */
export function firstMinutes(
  { jobs, cost, takesPart }: StartRequest,
  /** Credits that the visitor has. */
  credits: number,
): number {
  if (!takesPart || jobs.length !== 1 || cost === "free") return 0;
  return minutesFor(cost, credits);
}

/** The same start for the first minutes of its file. */
export function withFirstMinutes(request: StartRequest, minutes: number): StartRequest {
  const { jobs, cost } = request;
  const seconds = 60 * minutes;
  const due = cost === "free" ? 0 : costOf(cost, seconds);
  const shorten = (job: StartRequest["jobs"][number]) => ({
    ...job,
    params: { ...job.params, part: [0, seconds] },
    seconds,
    cost: due,
  });
  return { ...request, jobs: jobs.map(shorten), due };
}
