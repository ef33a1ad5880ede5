import type { RequestOf, ResponseOf } from "#core/api/contract/call.ts";
import type { findJobs } from "#core/api/jobs/find-jobs.ts";
import type { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import { type JobWorker, WORKER_STATES } from "#core/api/contract/job-shapes.ts";
import type { JobState } from "#core/jobs/job-states.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { readWorkers } from "./worker-record.ts";

/** Jobs per call. */
const PAGE = 100;

const pageOf = (rows: readonly Jobs[]) => ({
  jobs: rows.slice(0, PAGE),
  more: rows.length > PAGE,
});

/** @throws {ApiFailure} not_found, also for a job of another account */
export async function readJob(
  { db }: Pick<Deps, "db">,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Jobs> {
  const job = await db.read((queries) =>
    queries
      .selectFrom("jobs")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  if (!job) throw new ApiFailure("not_found");
  return job;
}

/** An account's jobs, the newest first. @param before lists only older ones */
export async function readJobs(
  { db }: Pick<Deps, "db">,
  { userId, before }: { readonly userId: string; readonly before?: string | undefined },
): Promise<ReturnType<typeof pageOf>> {
  const rows = await db.read((queries) =>
    queries
      .selectFrom("jobs")
      .selectAll()
      .where("user_id", "=", userId)
      .$if(before !== undefined, (query) => query.where("id", "<", before!))
      .orderBy("id", "desc")
      .limit(PAGE + 1)
      .execute(),
  );
  return pageOf(rows);
}

/** Jobs of all accounts, the newest first. */
export async function findAllJobs(
  { db }: Pick<Deps, "db">,
  { state, pool, tool, before }: RequestOf<typeof findJobs>,
): Promise<ReturnType<typeof pageOf>> {
  const rows = await db.read((queries) =>
    queries
      .selectFrom("jobs")
      .selectAll()
      .$if(state !== undefined, (query) => query.where("state", "=", state!))
      .$if(pool !== undefined, (query) => query.where("pool", "=", pool!))
      .$if(tool !== undefined, (query) => query.where("tool", "=", tool!))
      .$if(before !== undefined, (query) => query.where("id", "<", before!))
      .orderBy("id", "desc")
      .limit(PAGE + 1)
      .execute(),
  );
  return pageOf(rows);
}

/** Numbers of jobs by pool and state, and the age of the oldest. */
export async function countJobs({
  db,
  clock,
}: Pick<Deps, "clock"> & { readonly db: Pick<Deps["db"], "read"> }): Promise<
  ResponseOf<typeof getJobQueue>["counts"]
> {
  const rows = await db.read((queries) =>
    queries
      .selectFrom("jobs")
      .select(({ fn }) => [
        "pool",
        "state",
        fn.countAll<number>().as("count"),
        fn.min<number>("created_at").as("oldest"),
      ])
      .groupBy(["pool", "state"])
      .orderBy("pool")
      .orderBy("state")
      .execute(),
  );
  return rows.map(({ pool, state, count, oldest }) => ({
    pool,
    state: state as JobState,
    count: Number(count),
    oldest: Math.max(0, Math.floor((clock() - oldest) / 1000)),
  }));
}

/** Publishes the numbers of jobs and the age of the oldest one that waits, by pool. */
export async function showJobs(deps: Pick<Deps, "db" | "clock" | "metrics">): Promise<void> {
  const counts = await countJobs(deps);
  deps.metrics.clear("toolkit_jobs");
  deps.metrics.clear("toolkit_job_queue_age_seconds");
  for (const { pool, state, count, oldest } of counts) {
    deps.metrics.set("toolkit_jobs", count, { state, pool });
    if (state === "queued") deps.metrics.set("toolkit_job_queue_age_seconds", oldest, { pool });
  }
}

/** Publishes the numbers of workers and of their slots, by pool. */
export async function showWorkers(deps: Pick<Deps, "db" | "clock" | "metrics">): Promise<void> {
  const { metrics } = deps;
  const workers = await readWorkers(deps);
  metrics.clear("toolkit_workers");
  metrics.clear("toolkit_worker_slots");
  for (const [pool, members] of Map.groupBy(workers, (worker) => worker.pool)) {
    for (const state of WORKER_STATES) {
      const { length } = members.filter((worker) => worker.state === state);
      metrics.set("toolkit_workers", length, { state, pool });
    }
    const working = members.filter(({ state }) => state === "working");
    const sum = (of: (worker: JobWorker) => number): number =>
      working.reduce((total, worker) => total + of(worker), 0);
    metrics.set(
      "toolkit_worker_slots",
      sum(({ running }) => running),
      { state: "busy", pool },
    );
    const idle = sum(({ slots, running }) => slots - running);
    metrics.set("toolkit_worker_slots", idle, { state: "idle", pool });
  }
}

/** A job, and the credits that were held for it. */
export interface CreatedJob {
  readonly job: Jobs;
  readonly cost: number;
}

/** The job that a request with an idempotency key has created, for as long as it exists. */
export async function findCreated(
  tx: Tx,
  { userId, key }: { readonly userId: string; readonly key: string },
): Promise<CreatedJob | null> {
  const job = await tx
    .selectFrom("jobs")
    .selectAll()
    .where("user_id", "=", userId)
    .where("creation_key", "=", key)
    .executeTakeFirst();
  if (!job) return null;
  const { cost } = await tx
    .selectFrom("usages")
    .select("cost")
    .where("user_id", "=", userId)
    .where("id", "=", job.usage_id)
    .executeTakeFirstOrThrow();
  return { job, cost };
}
