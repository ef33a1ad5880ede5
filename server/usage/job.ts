import { sql } from "kysely";
import { INPUT_FREE_FOR } from "../../core/credits/credits.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Usages } from "../db/schema/credits.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { closeHold, holdCredits } from "../ledger/hold.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";
import { lockWallet } from "../ledger/wallet.ts";

export interface NewJob {
  readonly userId: string;
  readonly tool: string;
  /** Length of the input. */
  readonly seconds: number;
  /** What it costs, before what has been paid for the input is taken off. */
  readonly cost: number;
  readonly inputHash: string | null;
}
interface Job {
  readonly userId: string;
  readonly usageId: string;
}

const millisecondsOf = (seconds: number): number => Math.round(seconds * 1000);

/**
 * Credits that jobs of the same tool with the same input have cost within a day (USR-10): for all of it,
 * or for its first minutes. Who sends a digest can send any: what is longer costs what it costs more.
 */
async function creditsPaid(
  tx: Tx,
  { userId, tool, inputHash }: NewJob,
  now: number,
): Promise<number> {
  if (inputHash === null) return 0;
  const paid = await tx
    .selectFrom("usages")
    .select(({ fn }) => fn.sum<number | string | null>("cost").as("sum"))
    .where("user_id", "=", userId)
    .where("input_hash", "=", inputHash)
    .where("tool", "=", tool)
    .where("state", "=", "settled")
    .where("closed_at", ">", now - INPUT_FREE_FOR * 1000)
    .executeTakeFirst();
  return Number(paid?.sum ?? 0);
}

/**
 * Notes a job and holds its credits (USR-10).
 * @throws {ApiFailure} not_enough_credits, not_signed_in
 */
export async function reserveJob(
  tx: Tx,
  deps: LedgerDeps,
  job: NewJob,
): Promise<{ usageId: string; cost: number }> {
  const { userId, tool, seconds, inputHash } = job;
  await lockWallet(tx, userId);
  const now = deps.clock();
  const cost = job.cost === 0 ? 0 : Math.max(0, job.cost - (await creditsPaid(tx, job, now)));
  const usageId = deps.ids();
  if (cost > 0) await holdCredits(tx, deps, { userId, usageId }, cost);
  await tx
    .insertInto("usages")
    .values({
      user_id: userId,
      id: usageId,
      tool,
      milliseconds: millisecondsOf(seconds),
      cost,
      state: "reserved",
      input_hash: inputHash,
      created_at: now,
      closed_at: null,
      hosted_milliseconds: 0,
      hidden: 0,
    })
    .execute();
  return { usageId, cost };
}

/** Puts a reserved job into its last state. @returns the state that it was in; undefined: unknown */
async function close(
  tx: Tx,
  deps: LedgerDeps,
  { userId, usageId }: Job,
  state: "settled" | "refunded",
): Promise<Usages["state"] | undefined> {
  await lockWallet(tx, userId);
  const closed = await tx
    .updateTable("usages")
    .set({ state, closed_at: deps.clock() })
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    .where("state", "=", sql.lit("reserved"))
    .returning("cost")
    .executeTakeFirst();
  if (closed) {
    const kind = state === "settled" ? "settle" : "release";
    if (closed.cost > 0) await closeHold(tx, deps, { userId, usageId }, kind);
    return "reserved";
  }
  const found = await tx
    .selectFrom("usages")
    .select("state")
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    .executeTakeFirst();
  return found?.state;
}

/**
 * Takes the credits of a job that succeeded; a settled job stays so.
 * @throws {ApiFailure} not_found; usage_closed: they have gone back
 */
export async function settleJob(tx: Tx, deps: LedgerDeps, job: Job): Promise<void> {
  const state = await close(tx, deps, job, "settled");
  if (state === undefined) throw new ApiFailure("not_found");
  if (state === "refunded") throw new ApiFailure("usage_closed");
}

/**
 * Gives the credits of a job back to where they came from; a refunded job stays so.
 * @throws {ApiFailure} not_found; usage_closed: they have been taken
 */
export async function refundJob(tx: Tx, deps: LedgerDeps, job: Job): Promise<void> {
  const state = await close(tx, deps, job, "refunded");
  if (state === undefined) throw new ApiFailure("not_found");
  if (state === "settled") throw new ApiFailure("usage_closed");
}

/**
 * Releases a job that nobody has settled in time.
 * @returns false when somebody was quicker
 */
export async function releaseJob(tx: Tx, deps: LedgerDeps, job: Job): Promise<boolean> {
  return (await close(tx, deps, job, "refunded")) === "reserved";
}
