import { costOf, minutesFor } from "#core/credits/credits.ts";
import type { StartRequest } from "../contract/start.ts";

/**
 * Whole minutes that so many credits suffice for: of a file's beginning, or of a shorter version of a job
 * without files. 0 where the tool makes neither, or where several files are to be started.
 */
export function firstMinutes(
  { jobs, cost, takesPart, shorter }: StartRequest,
  /** Credits that the visitor has. */
  credits: number,
): number {
  if (shorter) return shorter.find(({ due }) => due <= credits)?.minutes ?? 0;
  if (!takesPart || jobs.length !== 1 || cost === "free") return 0;
  return minutesFor(cost, credits);
}

/** The same start for so many minutes, as `firstMinutes` offers them. */
export function withFirstMinutes(request: StartRequest, minutes: number): StartRequest {
  const { jobs, cost, shorter } = request;
  const version = shorter?.find((one) => one.minutes === minutes);
  if (version) return { ...request, jobs: version.jobs, due: version.due };
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
