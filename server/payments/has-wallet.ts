import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { lockWallet } from "../ledger/wallet.ts";

/**
 * Locks a user's wallet for the rest of the transaction. @returns false if the account was deleted
 */
export async function hasWallet(tx: Tx, userId: string): Promise<boolean> {
  try {
    await lockWallet(tx, userId);
    return true;
  } catch (error) {
    if (error instanceof ApiFailure) return false;
    throw error;
  }
}
