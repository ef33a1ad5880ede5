import { type Job, type JobState, isActive } from "../contract/job.ts";

const isRunning = ({ state }: Pick<Job, "state">): boolean =>
  state === "reserving" || state === "running";

/**
 * The jobs that the queue shows: those that run, those that wait in their order, and the others, the
 * last first. One whose results have been deleted is in the history only.
 */
export function inQueue(jobs: readonly Job[]): readonly Job[] {
  const ended = jobs
    .filter((job) => !isActive(job) && (job.state !== "done" || job.results.length > 0))
    .sort((a, b) => (b.ended ?? b.created) - (a.ended ?? a.created));
  return [...jobs.filter(isRunning), ...jobs.filter(({ state }) => state === "queued"), ...ended];
}

/** The jobs that have been done, the last first. */
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
 * How much is to be done now, and which part of it is done, 0 to 1; null while nothing runs. What has
 * ended since the oldest of these jobs was begun belongs to it. Where it is not known how far one is,
 * that one counts as not begun.
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

const SAID: Readonly<Partial<Record<JobState, string>>> = {
  running: "workspace:said.running",
  done: "workspace:said.done",
  failed: "workspace:said.failed",
  cancelled: "workspace:said.cancelled",
  interrupted: "workspace:said.interrupted",
};

/** Message key of what is said when a job gets into a state; null: nothing. */
export const saidOf = ({ state, unchanged }: Pick<Job, "state" | "unchanged">): string | null =>
  unchanged === null ? (SAID[state] ?? null) : "workspace:said.unchanged";
