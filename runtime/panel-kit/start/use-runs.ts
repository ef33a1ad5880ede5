import { type JobsStore, type SteadyJob, isActive } from "../../contract/job.ts";
import type { JobResult, TrayFile } from "../../contract/file.ts";
import { useSteadyJobs } from "./use-steady-jobs.ts";

export interface Runs {
  /** All jobs of the tool. */
  readonly all: readonly SteadyJob[];
  /** The last job of each file. */
  readonly latest: readonly SteadyJob[];
  /** The last successful job of each file. */
  readonly done: readonly SteadyJob[];
}

/** The jobs of a tool, also by file. */
export function useRuns(
  jobs: JobsStore,
  { panel, preset }: { readonly panel: string; readonly preset: string },
  files: readonly TrayFile[],
): Runs {
  const queue = useSteadyJobs(jobs);
  const all = queue.filter((job) => job.panel === panel && job.preset === preset);
  const lastOf = (fits: (job: SteadyJob) => boolean): readonly SteadyJob[] =>
    files
      .map(({ id }) => all.findLast((job) => job.fileIds.includes(id) && fits(job)))
      .filter((job) => job !== undefined);
  return { all, latest: lastOf(() => true), done: lastOf(({ state }) => state === "done") };
}

/** The last successful job of a file, its result, and whether another job is running on it. */
export function outcomeOf(
  { latest, done }: Runs,
  file: TrayFile | null,
): { readonly job: SteadyJob | null; readonly result: JobResult | null; readonly busy: boolean } {
  const isOf = ({ fileIds }: SteadyJob): boolean => file !== null && fileIds.includes(file.id);
  const job = done.find(isOf) ?? null;
  return {
    job,
    result: job?.results.find(({ state }) => state !== "missing") ?? null,
    busy: latest.some((one) => isOf(one) && isActive(one)),
  };
}
