import { sql } from "kysely";
import { type CostType, INPUT_FREE_FOR } from "#core/credits/credits.ts";
import { paidSeconds } from "#core/hosted/paid-work.ts";
import type { Usages } from "../db/schema/credits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { returnCharge } from "../ledger/hold.ts";
import { type LedgerDeps, lockWallet } from "../ledger/wallet.ts";

/*
 * The account of hosted work. A job pays for `hosted_paid_milliseconds` with its own credits; what jobs of
 * the same input paid for and left unused is carried over to it (`hosted_carried_milliseconds`). It never
 * uses more than both together. All of it changes only under the lock of the wallet.
 */

/** A job, by its user and its id. */
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
 * Credits that a refunded job costs all the same: the part of its price that its hosted work is of what the
 * price pays for, rounded up to whole credits. Work that was carried over is used first.
 */
export function chargeOf(job: Paid): number {
  const own = job.hosted_milliseconds - job.hosted_carried_milliseconds;
  if (own <= 0 || job.hosted_paid_milliseconds === 0) return 0;
  return Math.min(job.cost, Math.ceil((job.cost * own) / job.hosted_paid_milliseconds));
}

/** Milliseconds that a closed job has paid for and has not used. */
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
 * Takes over what closed jobs of the same input have paid for within a day and have not used. The caller has
 * the wallet.
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

/** Milliseconds of hosted work that a new job pays for. @param type null: a job that may use none */
export const paidBy = (type: CostType | null, cost: number): number =>
  type === null ? 0 : 1000 * cost * paidSeconds(type);

/**
 * Counts hosted work before it is done.
 * @param wanted milliseconds
 * @param margin milliseconds that may be cut off it where the job has not paid for all of it
 * @returns milliseconds that may be done
 * @throws {ApiFailure} not_found; usage_closed: the job has ended; invalid_request: it has not paid for that
 *   much; too_many_tries: it was free because its input had been paid for, and that is used up
 */
export async function countHostedWork(
  tx: Tx,
  { userId, usageId }: JobName,
  { wanted: requested, margin }: { readonly wanted: number; readonly margin: number },
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
    // Overdue jobs that cost nothing are closed without the wallet.
    .where("state", "=", sql.lit("reserved"))
    .returning("id")
    .executeTakeFirst();
  if (!counted) throw new ApiFailure("usage_closed");
  return granted;
}

/** Uncounts hosted work that failed. A job that was refunded meanwhile gets back what it was charged for it. */
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
