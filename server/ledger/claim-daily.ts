import { CLAIM_AFTER } from "../../core/credits/credits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { grantCredits } from "./grant-credits.ts";
import type { LedgerDeps } from "./wallet.ts";
import { lockWallet } from "./wallet.ts";

const APART = CLAIM_AFTER * 1000;

/**
 * Gives the daily credits when more than 24 hours have passed since the last time (USR-6). One
 * statement looks and takes: of claims at the same time one is first.
 * @throws {ApiFailure} claim_too_soon, not_signed_in
 */
export async function claimDaily(
  tx: Tx,
  deps: LedgerDeps,
  { userId, amount }: { readonly userId: string; readonly amount: number },
): Promise<void> {
  const now = deps.clock();
  // In full seconds, upwards: the browser, which is told seconds, comes to the same answer.
  const noted = Math.ceil(now / 1000) * 1000;
  const claimed = await tx
    .updateTable("wallets")
    .set((fields) => ({
      version: fields("version", "+", 1),
      claimed_at: noted,
      claims: fields("claims", "+", 1),
    }))
    .where("user_id", "=", userId)
    .where("claimed_at", "<", now - APART)
    .returning("claims")
    .executeTakeFirst();
  if (!claimed) throw await refuse(tx, userId, now);
  const sourceId = String(claimed.claims);
  await grantCredits(tx, deps, { userId, bucket: "free", amount, source: "daily", sourceId });
}

async function refuse(tx: Tx, userId: string, now: number): Promise<ApiFailure> {
  const wallet = await tx
    .selectFrom("wallets")
    .select("claimed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!wallet) return new ApiFailure("not_signed_in");
  return new ApiFailure("claim_too_soon", {
    retryAfter: (wallet.claimed_at + APART - now) / 1000 + 1,
  });
}

/** Gives the credits of the gift, once (USR-9). @throws {ApiFailure} gift_taken, not_signed_in */
export async function claimWelcomeCredits(
  tx: Tx,
  deps: LedgerDeps,
  { userId, amount }: { readonly userId: string; readonly amount: number },
): Promise<void> {
  await lockWallet(tx, userId);
  const grant = { userId, bucket: "free", amount, source: "gift", sourceId: "1" } as const;
  if (!(await grantCredits(tx, deps, grant))) throw new ApiFailure("gift_taken");
}
