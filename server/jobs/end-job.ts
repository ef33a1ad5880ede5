import { type UpdateObject, sql } from "kysely";
import { type JobFault, isTransient, LENGTH_TOLERANCE } from "#core/jobs/job-faults.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import type { Tables, Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { lockWallet } from "../ledger/wallet.ts";
import type { JobAttempt } from "../ports/job-queue.ts";
import { refundJob, settleJob } from "../usage/job.ts";
import { type StoredResult, eraseInput, eraseResults } from "./job-files.ts";
import type { JobDeps } from "./job-deps.ts";

const HOUR = 3_600_000;
/** Number of attempts that may fail for transient reasons. */
export const MAX_FAILURES = 3;
/** Milliseconds before the second attempt; each further one waits four times as long. */
const FIRST_PAUSE = 10_000;

/*
 * A job ends in a single transaction together with its credits, and only where its row still has
 * the expected state. All functions lock the wallet first, as all movements of credits do.
 */

type Change = UpdateObject<Tables, "jobs">;

/** Changes a running job if the attempt still owns it. */
const changeOwn = (tx: Tx, attempt: JobAttempt, change: Change): Promise<Jobs | undefined> =>
  tx
    .updateTable("jobs")
    .set(change)
    .where("user_id", "=", attempt.userId)
    .where("id", "=", attempt.id)
    .where("attempt", "=", attempt.attempt)
    .where("state", "=", sql.lit("running"))
    .returningAll()
    .executeTakeFirst();

const ended = (
  { clock, jobRules }: JobDeps,
  state: "done" | "failed" | "canceled",
  fault: string | null,
) => {
  const now = clock();
  return {
    state,
    fault,
    stage: null,
    lease_until: 0,
    ended_at: now,
    changed_at: now,
    expires_at: now + jobRules.resultHours * HOUR,
  };
};

const usageOf = ({ user_id: userId, usage_id: usageId }: Jobs) => ({ userId, usageId });

/** Completes the end of a job without a result. */
async function giveUp(tx: Tx, deps: JobDeps, job: Jobs): Promise<void> {
  await deps.jobQueue.remove(tx, job);
  // The operator can start a dead letter again, with the same input.
  if (job.fault === null || !isTransient(job.fault)) await eraseInput(tx, deps, job);
  await eraseResults(tx, deps, job, job.attempt + 1);
  await refundJob(tx, deps, usageOf(job));
}

/** Runs a transaction on an account's job. @returns null if the account was deleted */
async function onAccount<T>(
  deps: JobDeps,
  userId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T | null> {
  try {
    return await deps.db.write(async (tx) => {
      await lockWallet(tx, userId);
      return await work(tx);
    });
  } catch (error) {
    if (error instanceof ApiFailure && error.key === "not_signed_in") return null;
    throw error;
  }
}

/**
 * Ends a job with its result and settles it, or refunds it if nothing was changed (USR-15). An input
 * that is longer than what was paid for fails.
 * @param seconds length of the input as measured by the worker
 * @returns the new state; null: the attempt does not own the job any more, and nothing has changed
 */
export async function finishJob(
  deps: JobDeps,
  attempt: JobAttempt,
  {
    seconds,
    isUnchanged = false,
    result,
  }: {
    readonly seconds: number;
    readonly isUnchanged?: boolean;
    readonly result: StoredResult;
  },
): Promise<"done" | "failed" | null> {
  const milliseconds = Math.round(seconds * 1000);
  return await onAccount(deps, attempt.userId, async (tx) => {
    const found = { milliseconds_found: milliseconds };
    const done = {
      ...ended(deps, "done", null),
      ...found,
      progress: 1000,
      result: JSON.stringify(result),
    };
    const job = await changeOwn(tx, attempt, done);
    if (!job) return null;
    if (milliseconds > job.milliseconds_paid + LENGTH_TOLERANCE * 1000) {
      const change = { ...ended(deps, "failed", "longer_than_paid"), result: null };
      await giveUp(tx, deps, await changeJob(tx, job, change));
      return "failed";
    }
    await deps.jobQueue.remove(tx, job);
    await eraseInput(tx, deps, job);
    await eraseResults(tx, deps, job, job.attempt);
    await (isUnchanged ? refundJob : settleJob)(tx, deps, usageOf(job));
    return "done";
  });
}

const changeJob = (tx: Tx, { user_id, id }: Jobs, change: Change): Promise<Jobs> =>
  tx
    .updateTable("jobs")
    .set(change)
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Records that an attempt has failed. After a transient fault the job is queued again, up to a
 * maximum number of attempts; otherwise it ends and is refunded.
 * @param fault a `JobFault`, or the code of an error of the error catalog
 * @returns the new state; null: the attempt does not own the job any more
 */
export async function failJob(
  deps: JobDeps,
  attempt: JobAttempt,
  fault: JobFault | (string & {}),
): Promise<"queued" | "failed" | null> {
  return await onAccount(deps, attempt.userId, async (tx) => {
    const now = deps.clock();
    const job = await changeOwn(tx, attempt, {
      ...backInQueue(now),
      fault,
      failures: sql<number>`failures + 1`,
    });
    if (!job) return null;
    if (isTransient(fault) && job.failures < MAX_FAILURES) {
      const pause = FIRST_PAUSE * 4 ** (job.failures - 1);
      await deps.jobQueue.add(tx, await changeJob(tx, job, { due_at: now + pause }));
      return "queued";
    }
    await giveUp(tx, deps, await changeJob(tx, job, ended(deps, "failed", fault)));
    return "failed";
  });
}

const backInQueue = (now: number) =>
  ({ state: "queued", stage: null, progress: 0, lease_until: 0, changed_at: now }) as const;

/**
 * Returns a job to the queue, where it is next again, because its worker shuts down.
 * @returns false: the attempt does not own the job any more
 */
export async function giveBackJob(deps: JobDeps, attempt: JobAttempt): Promise<boolean> {
  const given = await onAccount(deps, attempt.userId, async (tx) => {
    const now = deps.clock();
    const job = await changeOwn(tx, attempt, { ...backInQueue(now), due_at: now });
    if (job) await deps.jobQueue.add(tx, job);
    return job !== undefined;
  });
  return given === true;
}

/**
 * Ends a queued or running job and refunds it. The caller holds the wallet's lock.
 * @returns the job; undefined: there is no such job, or it has ended
 */
async function stopOpen(
  tx: Tx,
  deps: JobDeps,
  { userId, id }: { readonly userId: string; readonly id: string },
  change: ReturnType<typeof ended>,
): Promise<Jobs | undefined> {
  const job = await tx
    .updateTable("jobs")
    .set(change)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("state", "in", ["queued", "running"])
    .returningAll()
    .executeTakeFirst();
  if (job) await giveUp(tx, deps, job);
  return job;
}

/**
 * Cancels a job and refunds it; a job that has ended stays as it is.
 * @throws {ApiFailure} not_found, not_signed_in
 */
export async function cancelJob(
  tx: Tx,
  deps: JobDeps,
  name: { readonly userId: string; readonly id: string },
): Promise<Jobs> {
  await lockWallet(tx, name.userId);
  const canceled = await stopOpen(tx, deps, name, ended(deps, "canceled", null));
  if (canceled) return canceled;
  const job = await tx
    .selectFrom("jobs")
    .selectAll()
    .where("user_id", "=", name.userId)
    .where("id", "=", name.id)
    .executeTakeFirst();
  if (!job) throw new ApiFailure("not_found");
  return job;
}

/** Fails and refunds a job that has not ended in time. @returns false if it has ended meanwhile */
export async function expireJob(
  deps: JobDeps,
  { user_id: userId, id }: Pick<Jobs, "user_id" | "id">,
): Promise<boolean> {
  const stopped = await onAccount(deps, userId, (tx) =>
    stopOpen(tx, deps, { userId, id }, ended(deps, "failed", "expired")),
  );
  return Boolean(stopped);
}
