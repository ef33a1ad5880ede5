import { type Job, type JobState, isActive } from "../../contract/job.ts";

const isRunning = ({ state }: Pick<Job, "state">): boolean =>
  state === "reserving" || state === "running";

/**
 * The jobs of the queue: running ones, queued ones in order, and finished ones, the last first.
 * Jobs whose results have been deleted are only in the history.
 */
export function inQueue(jobs: readonly Job[]): readonly Job[] {
  const ended = jobs
    .filter((job) => !isActive(job) && (job.state !== "done" || job.results.length > 0))
    .sort((a, b) => (b.ended ?? b.created) - (a.ended ?? a.created));
  return [...jobs.filter(isRunning), ...jobs.filter(({ state }) => state === "queued"), ...ended];
}

/** Finished jobs, the last first. */
export const inHistory = (jobs: readonly Job[]): readonly Job[] =>
  jobs
    .filter(({ state }) => state === "done")
    .sort((a, b) => (b.ended ?? b.created) - (a.ended ?? a.created));

export function countsOf(jobs: readonly Job[]): {
  readonly working: number;
  readonly waiting: number;
} {
  return {
    working: jobs.filter(isRunning).length,
    waiting: jobs.filter(({ state }) => state === "queued").length,
  };
}

/**
 * Number of jobs in the present batch and their overall progress from 0 to 1; null while nothing
 * runs. Jobs that have ended since the oldest active job was created belong to the batch. A job
 * with unknown progress counts as 0.
 */
export function overallOf(
  jobs: readonly Job[],
): { readonly part: number; readonly total: number } | null {
  const active = jobs.filter(isActive);
  if (!active.some(isRunning)) return null;
  const since = Math.min(...active.map(({ created }) => created));
  const ended = jobs.filter((job) => !isActive(job) && (job.ended ?? 0) > since).length;
  const total = active.length + ended;
  const done = active.reduce((sum, { progress }) => sum + (progress ?? 0), ended);
  return { part: done / total, total };
}

const ANNOUNCEMENTS: Readonly<Partial<Record<JobState, string>>> = {
  running: "workspace:said.running",
  done: "workspace:said.done",
  failed: "workspace:said.failed",
  cancelled: "workspace:said.cancelled",
  interrupted: "workspace:said.interrupted",
};

/** Message key of the announcement when a job enters a state; null for none. */
export const announcementOf = ({
  state,
  unchanged,
}: Pick<Job, "state" | "unchanged">): string | null =>
  unchanged === null ? (ANNOUNCEMENTS[state] ?? null) : "workspace:said.unchanged";
