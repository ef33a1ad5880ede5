import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import type { LedgerAccount, Movement } from "../db/schema/credits.ts";
import type { LedgerDeps } from "./wallet.ts";

/** Credits of a grant that move from one account to another. */
export interface Move {
  readonly grantId: string;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: number;
}
interface Reason {
  readonly userId: string;
  readonly kind: Movement;
  readonly usageId?: string;
}

/**
 * Records a transaction in the ledger and updates the remaining amounts of its grants. Each move is
 * two entries that sum to zero. The caller holds the wallet's lock.
 */
export async function record(
  tx: Tx,
  { ids, clock }: LedgerDeps,
  { userId, kind, usageId }: Reason,
  moves: readonly Move[],
): Promise<void> {
  const real = moves.filter(({ amount }) => amount !== 0);
  if (real.length === 0) return;
  if (real.some(({ amount }) => !Number.isSafeInteger(amount) || amount < 0))
    throw new RangeError("Credits are whole numbers above zero");
  const id = ids();
  await tx
    .insertInto("ledger_transactions")
    .values({ user_id: userId, id, kind, usage_id: usageId ?? null, created_at: clock() })
    .execute();
  const common = { user_id: userId, transaction_id: id };
  await tx
    .insertInto("ledger_entries")
    .values(
      real.flatMap(({ grantId, from, to, amount }) => [
        { ...common, grant_id: grantId, account: from, delta: -amount },
        { ...common, grant_id: grantId, account: to, delta: amount },
      ]),
    )
    .execute();
  if (kind !== "grant") await changeRemaining(tx, userId, real);
}

/** Updates the remaining amounts of grants in a single statement, because there may be hundreds. */
async function changeRemaining(tx: Tx, userId: string, moves: readonly Move[]): Promise<void> {
  const changes = new Map<string, number>();
  for (const { grantId, from, to, amount } of moves) {
    const change = (to === "available" ? amount : 0) - (from === "available" ? amount : 0);
    if (change !== 0) changes.set(grantId, (changes.get(grantId) ?? 0) + change);
  }
  if (changes.size === 0) return;
  const cases = [...changes].map(([id, change]) => sql`when ${id} then cast(${change} as bigint)`);
  await tx
    .updateTable("grants")
    .set((fields) => ({
      remaining: fields("remaining", "+", sql<number>`case id ${sql.join(cases, sql` `)} end`),
    }))
    .where("user_id", "=", userId)
    .where("id", "in", [...changes.keys()])
    .execute();
}
