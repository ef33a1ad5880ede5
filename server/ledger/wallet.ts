import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";

/** Dependencies of credit movements. */
export interface LedgerDeps {
  readonly ids: () => string;
  readonly clock: () => number;
}

/**
 * Locks a user's wallet for the rest of the transaction, which serializes the user's credit
 * movements. Must precede all reads.
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function lockWallet(tx: Tx, userId: string): Promise<void> {
  const wallet = await tx
    .updateTable("wallets")
    .set((fields) => ({ version: fields("version", "+", 1) }))
    .where("user_id", "=", userId)
    .returning("user_id")
    .executeTakeFirst();
  if (!wallet) throw new ApiFailure("not_signed_in");
}

/** Creates an empty wallet for a new user. */
export async function openWallet(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto("wallets")
    .values({ user_id: userId, version: 0, claimed_at: 0, claims: 0 })
    .execute();
}
