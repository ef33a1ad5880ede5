import { costOf, minutesFor } from "#core/credits/credits.ts";
import type { StartRequest } from "../../contract/start.ts";

/**
 * Whole minutes that an amount of credits pays for: of the beginning of a file, or of a shorter
 * version of a job without files. 0 if the tool supports neither, or for several files.
 */
export function firstMinutes(
  { jobs, cost, takesPart, shorter }: StartRequest,
  /** The visitor's credits. */
  credits: number,
): number {
  if (shorter) return shorter.find(({ due }) => due <= credits)?.minutes ?? 0;
  if (!takesPart || jobs.length !== 1 || cost === "free") return 0;
  return minutesFor(cost, credits);
}

/** The same start, limited to a number of minutes from `firstMinutes`. */
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
