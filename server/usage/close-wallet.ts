import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import { record } from "../ledger/record.ts";
import { type LedgerDeps, lockWallet } from "../ledger/wallet.ts";
import { releaseAll } from "./job.ts";

/**
 * Closes a wallet permanently: open jobs are refunded, and the remaining credits are voided. The
 * ledger remains, under an id that cannot be linked to a person.
 */
export async function closeWallet(tx: Tx, deps: LedgerDeps, userId: string): Promise<void> {
  await lockWallet(tx, userId);
  await releaseAll(tx, deps, userId);
  const left = await tx
    .selectFrom("grants")
    .select(["id", "remaining"])
    .where("user_id", "=", userId)
    .where("remaining", ">", sql.lit(0))
    .execute();
  const moves = left.map(
    ({ id, remaining }) =>
      ({ grantId: id, from: "available", to: "voided", amount: remaining }) as const,
  );
  await record(tx, deps, { userId, kind: "void" }, moves);
  await tx.deleteFrom("wallets").where("user_id", "=", userId).execute();
}
