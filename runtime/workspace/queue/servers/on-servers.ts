import type { ServerTaskState } from "#runtime/contract/server-tasks.ts";
import type { StoredJob } from "../../session/stored.ts";

/**
 * Whether a request that creates the job of a task may have had an effect.
 * @param now epoch milliseconds
 */
export const mayExist = (
  { isCreating = false, creationUntil = Infinity }: ServerTaskState,
  now: number,
): boolean => isCreating && now < creationUntil;

/**
 * Whether the site's servers have, or may have, the job of a task, or a file that was sent for it: a
 * job lasts no longer than its files.
 * @param now epoch milliseconds
 */
export const isLeft = (task: ServerTaskState, now: number): boolean =>
  task.files.some(({ deleted, until = Infinity }) => deleted === null && now < until) ||
  (task.job !== null && task.files.every(({ deleted }) => deleted !== null)) ||
  mayExist(task, now);

/** Whether the site's servers may have something of a job. */
export const hasOnServers = ({ serverTasks = [] }: StoredJob, now: number): boolean =>
  serverTasks.some((task) => isLeft(task, now));

/** Whether the site's servers have not confirmed that they have deleted what a job left there. */
export const isLeftOnServers = ({ state, serverTasks = [] }: StoredJob, now: number): boolean =>
  (state === "done" && serverTasks.some(({ job }) => job !== null)) ||
  (state === "cancelled" && serverTasks.some((task) => isLeft(task, now)));

const EMPTIED = { title: "", text: null, params: {}, fileIds: [], results: [] } as const;

/**
 * Changes a job that was removed for good while the site's servers have something of it: it stays,
 * hidden, until they have confirmed its end, since they would charge what can no longer be canceled.
 * What the visitor has entered does not stay.
 * @param now epoch milliseconds @returns null if nothing has to stay
 */
export const purgedJob = (job: StoredJob, now: number): Partial<StoredJob> | null =>
  hasOnServers(job, now)
    ? { ...EMPTIED, state: "cancelled", ended: job.ended ?? now, isPurged: true }
    : null;
