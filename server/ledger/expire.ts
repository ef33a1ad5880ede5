import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import { record } from "./record.ts";
import { type LedgerDeps, lockWallet } from "./wallet.ts";

/** Writes off the rest of a user's expired grants. */
export async function expireGrants(tx: Tx, deps: LedgerDeps, userId: string): Promise<void> {
  await lockWallet(tx, userId);
  const over = await tx
    .selectFrom("grants")
    .select(["id", "remaining"])
    .where("user_id", "=", userId)
    .where("remaining", ">", sql.lit(0))
    .where("expires_at", "<=", deps.clock())
    .execute();
  const moves = over.map(
    ({ id, remaining }) =>
      ({ grantId: id, from: "available", to: "expired", amount: remaining }) as const,
  );
  await record(tx, deps, { userId, kind: "expire" }, moves);
}
