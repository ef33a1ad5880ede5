import { sql } from "kysely";
import type { MayContinue } from "../background/run-steps.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import { expireJob, failJob } from "./end-job.ts";
import { eraseInput, eraseResults } from "./job-files.ts";
import type { JobDeps } from "./job-deps.ts";
import { forgetWorkers } from "./worker-record.ts";

const BATCH = 100;
const ALWAYS: MayContinue = async () => true;

/**
 * Takes jobs back from workers that have not shown any sign of life. Each worker does this every
 * few seconds.
 * @returns the number of jobs
 */
export async function recoverLost(deps: JobDeps): Promise<number> {
  const lost = await deps.db.read((queries) =>
    queries
      .selectFrom("jobs")
      .select(["user_id", "id", "attempt"])
      .where("state", "=", sql.lit("running"))
      .where("lease_until", "<=", deps.clock())
      .orderBy("lease_until")
      .limit(BATCH)
      .execute(),
  );
  let recovered = 0;
  for (const { user_id: userId, id, attempt } of lost)
    if (await failJob(deps, { userId, id, attempt }, "worker_lost")) recovered++;
  return recovered;
}

/** Refunds jobs that have not ended in time, and deletes ended ones with their files. */
export async function sweepJobs(deps: JobDeps, mayContinue = ALWAYS): Promise<void> {
  await recoverLost(deps);
  await forgetWorkers(deps);
  let due: readonly Pick<Jobs, "user_id" | "id">[];
  do {
    due = await deps.db.read((queries) =>
      queries
        .selectFrom("jobs")
        .select(["user_id", "id"])
        .where("expires_at", "<=", deps.clock())
        .orderBy("expires_at")
        .limit(BATCH)
        .execute(),
    );
    for (const job of due) if (!(await expireJob(deps, job))) await deleteJob(deps, job);
  } while (due.length === BATCH && (await mayContinue()));
}

/** Deletes an ended job after its time. */
const deleteJob = (
  deps: JobDeps,
  { user_id: userId, id }: Pick<Jobs, "user_id" | "id">,
): Promise<void> =>
  deps.db.write(async (tx) => {
    const job = await tx
      .deleteFrom("jobs")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("expires_at", "<=", deps.clock())
      .where("state", "not in", ["queued", "running"])
      .returningAll()
      .executeTakeFirst();
    if (!job) return;
    await eraseInput(tx, deps, job);
    await eraseResults(tx, deps, job, job.attempt + 1);
  });
