import type { ResponseOf } from "#core/api/contract/call.ts";
import type { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import type { JobWorker } from "#core/api/contract/job-shapes.ts";
import { inspectDatabase } from "../db/inspect-database.ts";
import type { Queries } from "../db/schema/tables.ts";
import type { Settings } from "../deps/settings.ts";
import { countJobs } from "./read-jobs.ts";
import { readWorkers } from "./worker-record.ts";

export interface JobsState {
  readonly counts: ResponseOf<typeof getJobQueue>["counts"];
  readonly workers: readonly JobWorker[];
}

/**
 * Reads the state of the queue and of the workers.
 * @returns null if there is no database yet
 * @throws as `inspectDatabase` does
 */
export const inspectJobs = ({ database }: Pick<Settings, "database">): Promise<JobsState | null> =>
  inspectDatabase(database, async (queries) => {
    const read = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => work(queries);
    const deps = { db: { read }, clock: Date.now };
    return { counts: await countJobs(deps), workers: await readWorkers(deps) };
  });
