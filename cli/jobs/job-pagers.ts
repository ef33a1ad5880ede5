import type { JobWorker, OperatedJob } from "#core/api/contract/job-shapes.ts";
import { findJobs } from "#core/api/jobs/find-jobs.ts";
import { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import { listWorkers } from "#core/api/jobs/list-workers.ts";
import type { RequestOf } from "#core/api/contract/call.ts";
import type { Client } from "../account/client.ts";
import type { Loaded, Pager } from "../account/pager.ts";
import type { JobCount } from "./job-records.ts";

export type JobFilter = Omit<RequestOf<typeof findJobs>, "before">;

/** Reads a list that only grows by `read`, which returns its next state. */
function pagerOf<Row>(read: (loaded: Loaded<Row>) => Promise<Loaded<Row>>): Pager<Row> {
  let loaded: Loaded<Row> = { rows: [], total: undefined, isComplete: false };
  return {
    state: () => loaded,
    more: async () => (loaded.isComplete ? loaded : (loaded = await read(loaded))),
    // Nothing is deleted from the operator's lists.
    remove: () => loaded,
  };
}

const whole = <Row>(rows: readonly Row[]): Loaded<Row> => ({
  rows,
  total: rows.length,
  isComplete: true,
});

/** Jobs of all accounts, the newest first. @param max maximum number of jobs to read */
export const createJobPager = (
  { call }: Pick<Client, "call">,
  filter: JobFilter,
  max: number,
): Pager<OperatedJob> =>
  pagerOf(async ({ rows }) => {
    const before = rows.at(-1)?.id;
    const next = await call(findJobs, { ...filter, ...(before !== undefined && { before }) });
    const all = [...rows, ...next.list];
    const isComplete = !next.more || next.list.length === 0 || all.length >= max;
    return isComplete ? whole(all) : { rows: all, total: undefined, isComplete };
  });

export const createQueuePager = ({ call }: Pick<Client, "call">): Pager<JobCount> =>
  pagerOf(async () => whole((await call(getJobQueue, {})).counts));

export const createWorkerPager = ({ call }: Pick<Client, "call">): Pager<JobWorker> =>
  pagerOf(async () => whole((await call(listWorkers, {})).list));
