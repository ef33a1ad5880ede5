import { sql } from "kysely";
import { type CostType, INPUT_FREE_FOR } from "#core/credits/credits.ts";
import { paidSeconds } from "#core/hosted/paid-work.ts";
import type { Usages } from "../db/schema/credits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { returnCharge } from "../ledger/hold.ts";
import { type LedgerDeps, lockWallet } from "../ledger/wallet.ts";

/*
 * Accounting of hosted work. A job pays for `hosted_paid_milliseconds` with its own credits; paid
 * but unused work of jobs with the same input is carried over to it
 * (`hosted_carried_milliseconds`). Its usage never exceeds the sum of both. All of these change
 * only under the wallet's lock.
 */

export interface JobName {
  readonly userId: string;
  readonly usageId: string;
}
type Paid = Pick<
  Usages,
  "cost" | "charged" | "state" | "hosted_milliseconds" | "hosted_paid_milliseconds"
> &
  Pick<Usages, "hosted_carried_milliseconds">;

const COLUMNS = [
  "id",
  "cost",
  "charged",
  "state",
  "input_hash",
  "hosted_milliseconds",
  "hosted_paid_milliseconds",
  "hosted_carried_milliseconds",
] as const;

/**
 * Credits charged for a refunded job: the fraction of its price that corresponds to the hosted work
 * it has used, rounded up to whole credits. Work that was carried over is used first.
 */
export function chargeOf(job: Paid): number {
  const own = job.hosted_milliseconds - job.hosted_carried_milliseconds;
  if (own <= 0 || job.hosted_paid_milliseconds === 0) return 0;
  return Math.min(job.cost, Math.ceil((job.cost * own) / job.hosted_paid_milliseconds));
}

/** Paid but unused milliseconds of a closed job. */
function unusedOf(job: Paid): number {
  const paid =
    job.state === "settled"
      ? job.hosted_paid_milliseconds
      : job.cost === 0
        ? 0
        : Math.floor((job.hosted_paid_milliseconds * job.charged) / job.cost);
  return Math.max(0, paid + job.hosted_carried_milliseconds - job.hosted_milliseconds);
}

/**
 * Transfers the unused work of jobs with the same input that were closed within a day. The caller
 * holds the wallet's lock.
 * @returns milliseconds
 */
export async function takeUnused(
  tx: Tx,
  { userId, tool, inputHash }: { userId: string; tool: string; inputHash: string | null },
  now: number,
): Promise<number> {
  if (inputHash === null) return 0;
  const jobs = await tx
    .selectFrom("usages")
    .select(COLUMNS)
    .where("user_id", "=", userId)
    .where("input_hash", "=", inputHash)
    .where("tool", "=", tool)
    .where("state", "!=", "reserved")
    .where("closed_at", ">", now - INPUT_FREE_FOR * 1000)
    .where(
      sql<boolean>`hosted_paid_milliseconds + hosted_carried_milliseconds > hosted_milliseconds`,
    )
    .where(sql<boolean>`(charged > 0 or hosted_carried_milliseconds > 0)`)
    .execute();
  let taken = 0;
  for (const job of jobs) {
    const unused = unusedOf(job);
    if (unused === 0) continue;
    await tx
      .updateTable("usages")
      .set((fields) => ({
        hosted_carried_milliseconds: fields("hosted_carried_milliseconds", "-", unused),
      }))
      .where("user_id", "=", userId)
      .where("id", "=", job.id)
      .execute();
    taken += unused;
  }
  return taken;
}

/**
 * Milliseconds of hosted work that a new job pays for. @param type null: the job may not use hosted
 * models
 */
export const paidBy = (type: CostType | null, cost: number): number =>
  type === null ? 0 : 1000 * cost * paidSeconds(type);

/**
 * Counts hosted work before it is done.
 * @param wanted milliseconds
 * @param margin milliseconds that may be cut off if the job has not paid for all of it
 * @returns milliseconds that may be used
 * @throws {ApiFailure} not_found; usage_closed: the job is closed; invalid_request: it has not paid
 *   for that much; too_many_tries: it was free because its input had been paid for, and that work
 *   is used up
 */
export async function countHostedWork(
  tx: Tx,
  { userId, usageId }: JobName,
  { requested, margin }: { readonly requested: number; readonly margin: number },
): Promise<number> {
  await lockWallet(tx, userId);
  const job = await tx
    .selectFrom("usages")
    .select(COLUMNS)
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    .executeTakeFirst();
  if (!job) throw new ApiFailure("not_found");
  if (job.state !== "reserved") throw new ApiFailure("usage_closed");
  const left =
    job.hosted_paid_milliseconds + job.hosted_carried_milliseconds - job.hosted_milliseconds;
  if (left <= 0 || requested - margin > left)
    throw job.cost === 0 && job.input_hash !== null
      ? new ApiFailure("too_many_tries", { retryAfter: 3600 })
      : new ApiFailure("invalid_request");
  const granted = Math.min(requested, left);
  const counted = await tx
    .updateTable("usages")
    .set((fields) => ({ hosted_milliseconds: fields("hosted_milliseconds", "+", granted) }))
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    // Overdue free jobs are closed without locking the wallet.
    .where("state", "=", sql.lit("reserved"))
    .returning("id")
    .executeTakeFirst();
  if (!counted) throw new ApiFailure("usage_closed");
  return granted;
}

/**
 * Uncounts failed hosted work. A job that was refunded in the meantime gets the corresponding
 * charge back.
 */
export async function uncountHostedWork(
  tx: Tx,
  deps: LedgerDeps,
  { userId, usageId }: JobName,
  milliseconds: number,
): Promise<void> {
  await lockWallet(tx, userId);
  const job = await tx
    .updateTable("usages")
    .set((fields) => ({ hosted_milliseconds: fields("hosted_milliseconds", "-", milliseconds) }))
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (job?.state !== "refunded") return;
  const charged = chargeOf(job);
  if (charged >= job.charged) return;
  await returnCharge(tx, deps, { userId, usageId }, job.charged - charged);
  await tx
    .updateTable("usages")
    .set({ charged })
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    .execute();
}
