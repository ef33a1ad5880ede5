import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type Move, record } from "./record.ts";
import type { LedgerDeps } from "./wallet.ts";

interface Hold {
  readonly userId: string;
  readonly usageId: string;
}

/**
 * Holds credits for a job: free ones first, then those of a plan, then purchased ones; within each
 * kind those that expire soonest, then the oldest. The caller holds the wallet's lock.
 * @throws {ApiFailure} not_enough_credits
 */
export async function holdCredits(
  tx: Tx,
  deps: LedgerDeps,
  { userId, usageId }: Hold,
  cost: number,
): Promise<void> {
  const grants = await tx
    .selectFrom("grants")
    .select(["id", "remaining"])
    .where("user_id", "=", userId)
    .where("remaining", ">", sql.lit(0))
    .where((where) =>
      where.or([where("expires_at", "is", null), where("expires_at", ">", deps.clock())]),
    )
    .orderBy("priority")
    .orderBy(sql`coalesce(expires_at, ${Number.MAX_SAFE_INTEGER})`)
    .orderBy("id")
    .execute();
  const moves: Move[] = [];
  let left = cost;
  for (const { id, remaining } of grants) {
    const amount = Math.min(left, remaining);
    if (amount > 0) moves.push({ grantId: id, from: "available", to: "held", amount });
    left -= amount;
  }
  if (left > 0) {
    const available = cost - left;
    throw new ApiFailure("not_enough_credits", { params: { needed: cost, available } });
  }
  await record(tx, deps, { userId, kind: "hold", usageId }, moves);
}

/** Credits of a job in a ledger account, by grant, in the order in which they are spent. */
async function creditsOf(tx: Tx, { userId, usageId }: Hold, account: "held" | "spent") {
  const rows = await tx
    .selectFrom("ledger_transactions as t")
    .innerJoin("ledger_entries as e", (join) =>
      join.onRef("e.user_id", "=", "t.user_id").onRef("e.transaction_id", "=", "t.id"),
    )
    .innerJoin("grants as g", (join) =>
      join.onRef("g.user_id", "=", "e.user_id").onRef("g.id", "=", "e.grant_id"),
    )
    .select(({ fn }) => ["g.id", "g.voided_at", fn.sum<number | string>("e.delta").as("amount")])
    .where("t.user_id", "=", userId)
    .where("t.usage_id", "=", usageId)
    .where("e.account", "=", account)
    .groupBy(["g.id", "g.voided_at", "g.priority", "g.expires_at"])
    .orderBy("g.priority")
    .orderBy(sql`coalesce(g.expires_at, ${Number.MAX_SAFE_INTEGER})`)
    .orderBy("g.id")
    .execute();
  return rows.map(({ id, voided_at, amount }) => ({
    grantId: id,
    // Credits whose payment was reversed do not become available again.
    home: voided_at === null ? ("available" as const) : ("voided" as const),
    amount: Number(amount),
  }));
}

/**
 * Closes a hold: charges part of the credits, in spending order, and returns the rest to their
 * grants. The caller holds the wallet's lock.
 * @param charged credits to charge
 */
export async function closeHold(
  tx: Tx,
  deps: LedgerDeps,
  hold: Hold,
  charged: number,
): Promise<void> {
  const spent: Move[] = [];
  const released: Move[] = [];
  let left = charged;
  for (const { grantId, home, amount } of await creditsOf(tx, hold, "held")) {
    const part = Math.min(left, amount);
    left -= part;
    spent.push({ grantId, from: "held", to: "spent", amount: part });
    released.push({ grantId, from: "held", to: home, amount: amount - part });
  }
  await record(tx, deps, { ...hold, kind: "settle" }, spent);
  await record(tx, deps, { ...hold, kind: "release" }, released);
}

/**
 * Returns part of the charge of a closed job, in reverse spending order. The caller holds the
 * wallet's lock.
 */
export async function returnCharge(
  tx: Tx,
  deps: LedgerDeps,
  hold: Hold,
  credits: number,
): Promise<void> {
  let left = credits;
  const moves = (await creditsOf(tx, hold, "spent"))
    .reverse()
    .map(({ grantId, home, amount }): Move => {
      const part = Math.min(left, amount);
      left -= part;
      return { grantId, from: "spent", to: home, amount: part };
    });
  await record(tx, deps, { ...hold, kind: "correct" }, moves);
}
