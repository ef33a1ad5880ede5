import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { lowerMark } from "./list.ts";

/**
 * Hides jobs from a user's history; the ledger keeps their cost. Ids of other users are ignored.
 * @returns the number of hidden jobs
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function deleteFromHistory(
  tx: Tx,
  { userId, ids }: { readonly userId: string; readonly ids: readonly string[] },
): Promise<number> {
  await lockWallet(tx, userId);
  const hidden = await tx
    .updateTable("usages")
    .set({ hidden: 1 })
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .where("hidden", "=", sql.lit(0))
    .returning(["id", "tool"])
    .execute();
  for (const { id, tool } of hidden)
    for (const list of [
      { userId, table: "usages" } as const,
      { userId, table: "usages", tool } as const,
    ])
      await lowerMark(tx, list, id);
  return hidden.length;
}
