import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { Move } from "./record.ts";
import { record } from "./record.ts";
import type { LedgerDeps } from "./wallet.ts";

interface Hold {
  readonly userId: string;
  readonly usageId: string;
}

/**
 * Sets credits aside for a job: free ones first, then those of a plan, then the bought ones; of each
 * those that expire soonest, then the oldest. The caller has the wallet.
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

/** What was set aside for a job, by grant. */
const heldFor = (tx: Tx, { userId, usageId }: Hold) =>
  tx
    .selectFrom("ledger_transactions as t")
    .innerJoin("ledger_entries as e", (join) =>
      join.onRef("e.user_id", "=", "t.user_id").onRef("e.transaction_id", "=", "t.id"),
    )
    .select(["e.grant_id", "e.delta"])
    .where("t.user_id", "=", userId)
    .where("t.usage_id", "=", usageId)
    .where("t.kind", "=", "hold")
    .where("e.account", "=", "held")
    .execute();

/**
 * Ends a hold that is still open: the credits are spent, or go back to the grants that they came
 * from. The caller has the wallet.
 */
export async function closeHold(
  tx: Tx,
  deps: LedgerDeps,
  hold: Hold,
  kind: "settle" | "release",
): Promise<void> {
  const to = kind === "settle" ? "spent" : "available";
  const moves = (await heldFor(tx, hold)).map(({ grant_id: grantId, delta: amount }): Move => ({
    grantId,
    from: "held",
    to,
    amount,
  }));
  await record(tx, deps, { ...hold, kind }, moves);
}
