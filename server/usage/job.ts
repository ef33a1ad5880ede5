import { sql } from "kysely";
import { type CostType, INPUT_FREE_FOR, OPEN_JOBS } from "#core/credits/credits.ts";
import { dueFor } from "#core/hosted/paid-work.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Usages } from "../db/schema/credits.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { closeHold, holdCredits } from "../ledger/hold.ts";
import { type LedgerDeps, lockWallet } from "../ledger/wallet.ts";
import { endCallsOf } from "./end-hosted-calls.ts";
import { type JobName, chargeOf, paidBy, takeUnused } from "./hosted-work.ts";

/** Seconds until a client may reserve another job. */
const RETRY = 30;

export interface NewJob {
  readonly userId: string;
  readonly tool: string;
  /** Tools whose payments for the input count; only the tool itself if undefined. */
  readonly paidWith?: readonly string[];
  /** Duration of the input. */
  readonly seconds: number;
  /** Price before the deduction of what has been paid for the input. */
  readonly cost: number;
  readonly inputHash: string | null;
  /** Cost type of a tool whose jobs may use hosted models; undefined or null otherwise. */
  readonly hosted?: CostType | null;
  /** Seconds of hosted work that the client announces. */
  readonly hostedSeconds?: number;
  /**
   * Epoch milliseconds until which the credits stay held, for a job of the server that may wait for
   * hours; only the server can close such a usage.
   */
  readonly heldUntil?: number;
}

const millisecondsOf = (seconds: number): number => Math.round(seconds * 1000);

/**
 * Credits charged within a day for the same input by jobs of the same tool, or of an equivalent one
 * (USR-10): for the whole input, or for its first minutes. The client can send any digest, so a
 * longer input costs the difference.
 */
async function creditsPaid(
  tx: Tx,
  { userId, tool, paidWith = [tool], inputHash }: NewJob,
  now: number,
): Promise<number> {
  if (inputHash === null) return 0;
  const paid = await tx
    .selectFrom("usages")
    .select(({ fn }) => fn.sum<number | string | null>("charged").as("sum"))
    .where("user_id", "=", userId)
    .where("input_hash", "=", inputHash)
    .where("tool", "in", paidWith)
    .where("closed_at", ">", now - INPUT_FREE_FOR * 1000)
    .executeTakeFirst();
  return Number(paid?.sum ?? 0);
}

/** @throws {ApiFailure} jobs_open */
async function checkOpen(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("usages")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("state", "=", sql.lit("reserved"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= OPEN_JOBS)
    throw new ApiFailure("jobs_open", { params: { max: OPEN_JOBS }, retryAfter: RETRY });
}

/**
 * Creates a job and holds its credits (USR-10).
 * @throws {ApiFailure} not_enough_credits, jobs_open, not_signed_in
 */
export async function reserveJob(
  tx: Tx,
  deps: LedgerDeps,
  job: NewJob,
): Promise<{ usageId: string; cost: number }> {
  const { userId, tool, inputHash, hosted = null, hostedSeconds = 0, heldUntil = 0 } = job;
  await lockWallet(tx, userId);
  await checkOpen(tx, userId);
  const now = deps.clock();
  const carried = hosted === null ? 0 : await takeUnused(tx, job, now);
  const paid = job.cost === 0 ? 0 : await creditsPaid(tx, job, now);
  const cost =
    hosted === null
      ? Math.max(0, job.cost - paid)
      : dueFor(hosted, { price: job.cost, paid, hostedSeconds, left: carried / 1000 });
  const usageId = deps.ids();
  if (cost > 0) await holdCredits(tx, deps, { userId, usageId }, cost);
  await tx
    .insertInto("usages")
    .values({
      user_id: userId,
      id: usageId,
      tool,
      milliseconds: millisecondsOf(job.seconds),
      cost,
      charged: 0,
      state: "reserved",
      input_hash: inputHash,
      created_at: now,
      closed_at: null,
      held_until: heldUntil,
      hosted_milliseconds: 0,
      hosted_paid_milliseconds: paidBy(hosted, cost),
      hosted_carried_milliseconds: carried,
      hidden: 0,
    })
    .execute();
  return { usageId, cost };
}

type Closed = Pick<Usages, "state" | "charged">;

const findJob = (tx: Tx, { userId, usageId }: JobName): Promise<Usages | undefined> =>
  tx
    .selectFrom("usages")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    .executeTakeFirst();

/**
 * Moves a reserved job to its final state, and stops its calls of hosted models. A refunded job is
 * charged for the hosted work that it has used.
 * @returns its previous state and its charge; undefined: the job is unknown
 */
async function close(
  tx: Tx,
  deps: LedgerDeps,
  name: JobName,
  state: "settled" | "refunded",
): Promise<Closed | undefined> {
  const { userId, usageId } = name;
  await lockWallet(tx, userId);
  const found = await findJob(tx, name);
  if (found?.state !== "reserved") return found;
  if (found.hosted_milliseconds > 0) await endCallsOf(tx, deps, name);
  // Calls that had not begun count no longer.
  const job = found.hosted_milliseconds > 0 ? (await findJob(tx, name))! : found;
  const charged = state === "settled" ? job.cost : chargeOf(job);
  const closed = await tx
    .updateTable("usages")
    .set({ state, charged, closed_at: deps.clock() })
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    // Overdue free jobs are closed without locking the wallet.
    .where("state", "=", sql.lit("reserved"))
    .returning("id")
    .executeTakeFirst();
  if (!closed) return await findJob(tx, name);
  if (job.cost > 0) await closeHold(tx, deps, name, charged);
  return { state: "reserved", charged };
}

/**
 * Settles a successful job; repeated calls have no effect.
 * @throws {ApiFailure} not_found; usage_closed: the job was refunded
 */
export async function settleJob(tx: Tx, deps: LedgerDeps, job: JobName): Promise<void> {
  const closed = await close(tx, deps, job, "settled");
  if (closed === undefined) throw new ApiFailure("not_found");
  if (closed.state === "refunded") throw new ApiFailure("usage_closed");
}

/**
 * Refunds a job's credits to their grants, except for the hosted work that it has used; repeated
 * calls have no effect.
 * @returns credits charged nevertheless
 * @throws {ApiFailure} not_found; usage_closed: the job was settled
 */
export async function refundJob(tx: Tx, deps: LedgerDeps, job: JobName): Promise<number> {
  const closed = await close(tx, deps, job, "refunded");
  if (closed === undefined) throw new ApiFailure("not_found");
  if (closed.state === "settled") throw new ApiFailure("usage_closed");
  return closed.charged;
}

/**
 * Releases a job that was not settled in time.
 * @returns false if the job was closed by another transaction
 */
export async function releaseJob(tx: Tx, deps: LedgerDeps, job: JobName): Promise<boolean> {
  return (await close(tx, deps, job, "refunded"))?.state === "reserved";
}

/**
 * Checks that a usage belongs to a job on the client's device: only the server ends its own jobs.
 * @throws {ApiFailure} not_found
 */
export async function requireDeviceJob(tx: Tx, { userId, usageId }: JobName): Promise<void> {
  const job = await tx
    .selectFrom("usages")
    .select("held_until")
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    .executeTakeFirst();
  if (job && job.held_until > 0) throw new ApiFailure("not_found");
}

/** Refunds all open jobs of an account that is being deleted. */
export async function releaseAll(tx: Tx, deps: LedgerDeps, userId: string): Promise<void> {
  const open = await tx
    .selectFrom("usages")
    .select("id")
    .where("user_id", "=", userId)
    .where("state", "=", sql.lit("reserved"))
    .execute();
  for (const { id: usageId } of open) await close(tx, deps, { userId, usageId }, "refunded");
}
