import { costOf, minutesFor } from "#core/credits/credits.ts";
import type { StartPart } from "../../account/store/dialogs.ts";
import type { StartRequest } from "../../contract/start.ts";

/**
 * The part of a start that an amount of credits pays for: the first of several jobs, whole minutes
 * of the beginning of a file, or a shorter version of a job without files. Null if there is none,
 * as for a step, whose later steps cost as well.
 */
export function affordablePart(
  { jobs, dues, cost, takesPart, shorter, isStep }: StartRequest,
  /** The visitor's credits. */
  credits: number,
): StartPart | null {
  const part = (kind: StartPart["kind"], count = 0) => (count > 0 ? { kind, count } : null);
  if (isStep) return null;
  if (shorter) return part("shorter", shorter.find(({ due }) => due <= credits)?.minutes);
  if (jobs.length > 1) {
    let left = credits;
    const tooMany = dues.findIndex((due) => (left -= due) < 0);
    return part("jobs", tooMany < 0 ? jobs.length - 1 : tooMany);
  }
  return takesPart && cost !== "free" ? part("minutes", minutesFor(cost, credits)) : null;
}

/** The same start, limited to a part from `affordablePart`. */
export function limitTo({ kind, count }: StartPart, request: StartRequest): StartRequest {
  const { jobs, cost, shorter } = request;
  if (kind === "jobs") {
    const dues = request.dues.slice(0, count);
    const due = dues.reduce((sum, one) => sum + one, 0);
    return { ...request, jobs: jobs.slice(0, count), due, dues };
  }
  const version = shorter?.find(({ minutes }) => minutes === count);
  if (version) return { ...request, jobs: version.jobs, due: version.due, dues: version.dues };
  const seconds = 60 * count;
  const due = cost === "free" ? 0 : costOf(cost, seconds);
  const shorten = (job: StartRequest["jobs"][number]) => ({
    ...job,
    params: { ...job.params, part: [0, seconds] },
    seconds,
    cost: due,
  });
  return { ...request, jobs: jobs.map(shorten), due, dues: [due] };
}
