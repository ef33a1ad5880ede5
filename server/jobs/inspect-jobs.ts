import fs from "node:fs";
import type { ResponseOf } from "#core/api/contract/call.ts";
import type { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import type { JobWorker } from "#core/api/contract/job-shapes.ts";
import { openPostgres } from "../db/open-postgres.ts";
import { openSqlite } from "../db/open-sqlite.ts";
import type { Queries } from "../db/schema/tables.ts";
import type { Settings } from "../deps/settings.ts";
import { countJobs } from "./read-jobs.ts";
import { readWorkers } from "./worker-record.ts";

export interface JobsState {
  readonly counts: ResponseOf<typeof getJobQueue>["counts"];
  readonly workers: readonly JobWorker[];
}

/**
 * Reads the state of the queue and of the workers without changing the schema of the database.
 * @returns null if there is no database yet
 * @throws if the database does not answer, or has no such tables
 */
export async function inspectJobs({
  database: { url, file },
}: Pick<Settings, "database">): Promise<JobsState | null> {
  if (url === null && !fs.existsSync(file)) return null;
  const { queries, close } = url === null ? openFile(file) : openServer(url);
  try {
    const read = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => work(queries);
    const deps = { db: { read }, clock: Date.now };
    return { counts: await countJobs(deps), workers: await readWorkers(deps) };
  } finally {
    await close();
  }
}

function openFile(file: string) {
  const { reader, writer } = openSqlite(file);
  return {
    queries: reader as Queries,
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function openServer(url: string) {
  const onError = (): void => {
    // The query fails as well, and is reported.
  };
  const { queries } = openPostgres(url, { connections: 1, onError, takesLimits: false });
  return { queries: queries as Queries, close: () => queries.destroy() };
}
