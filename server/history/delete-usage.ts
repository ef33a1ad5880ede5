import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { lowerMark } from "./list.ts";

/**
 * Takes jobs out of a user's history; the ledger keeps what they cost. Ids that are not the user's are
 * passed over.
 * @returns how many there were
 * @throws {ApiFailure} not_signed_in: the account is gone
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
