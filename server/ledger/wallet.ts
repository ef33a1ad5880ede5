import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";

/** What moving credits needs to know of the world. */
export interface LedgerDeps {
  readonly ids: () => string;
  readonly clock: () => number;
}

/**
 * Takes a user's wallet for the rest of the transaction: who moves credits of the same user waits.
 * Comes first, before anything is read.
 * @throws {ApiFailure} not_signed_in: the account is gone
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

/** Gives a new user a wallet, without credits. */
export async function openWallet(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto("wallets")
    .values({ user_id: userId, version: 0, claimed_at: 0, claims: 0 })
    .execute();
}
