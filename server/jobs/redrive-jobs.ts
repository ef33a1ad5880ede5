import { TRANSIENT_FAULTS } from "#core/jobs/job-faults.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { reserveJob } from "../usage/job.ts";
import { expiryOf } from "./job-expiry.ts";
import { holdFiles } from "./job-files.ts";
import type { JobDeps } from "./job-deps.ts";

/** Jobs per call. */
const BATCH = 100;

/**
 * Queues dead letters again: failed jobs that had too many transient faults. They were refunded, so
 * they run free of charge.
 * @param filter all of them, if it is empty
 * @returns the number of jobs
 */
export async function redriveJobs(
  deps: JobDeps,
  filter: { readonly id?: string | undefined; readonly tool?: string | undefined },
): Promise<number> {
  const dead = await deps.db.read((queries) =>
    queries
      .selectFrom("jobs")
      .select(["user_id", "id"])
      .where("state", "=", "failed")
      .where("fault", "in", TRANSIENT_FAULTS)
      .where("expires_at", ">", deps.clock())
      .$if(filter.id !== undefined, (query) => query.where("id", "=", filter.id!))
      .$if(filter.tool !== undefined, (query) => query.where("tool", "=", filter.tool!))
      .orderBy("expires_at")
      .limit(BATCH)
      .execute(),
  );
  let redriven = 0;
  for (const job of dead) if (await redrive(deps, job)) redriven++;
  return redriven;
}

async function redrive(
  deps: JobDeps,
  { user_id: userId, id }: Pick<Jobs, "user_id" | "id">,
): Promise<boolean> {
  try {
    return await deps.db.write(async (tx) => {
      const now = deps.clock();
      const job = await tx
        .selectFrom("jobs")
        .select(["tool", "milliseconds_paid"])
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .executeTakeFirst();
      if (!job) return false;
      const expiry = expiryOf(deps);
      // Locks the wallet.
      const { usageId } = await reserveJob(tx, deps, {
        userId,
        tool: job.tool,
        seconds: job.milliseconds_paid / 1000,
        cost: 0,
        inputHash: null,
        heldUntil: expiry.heldUntil,
      });
      const queued = await tx
        .updateTable("jobs")
        .set({
          state: "queued",
          usage_id: usageId,
          failures: 0,
          fault: null,
          progress: 0,
          due_at: now,
          ended_at: null,
          expires_at: expiry.expiresAt,
          changed_at: now,
        })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("state", "=", "failed")
        .where("fault", "in", TRANSIENT_FAULTS)
        .returningAll()
        .executeTakeFirst();
      if (!queued) throw new Taken();
      await holdFiles(tx, queued, expiry.filesUntil);
      await deps.jobQueue.add(tx, queued);
      return true;
    });
  } catch (error) {
    // The account was deleted, has too many open jobs, or another operator was faster.
    if (error instanceof ApiFailure || error instanceof Taken) return false;
    throw error;
  }
}

class Taken extends Error {}
