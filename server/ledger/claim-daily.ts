import { CLAIM_AFTER } from "#core/credits/credits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type FreeCreditDeps, noteDailyClaim, noteWelcomeCredits } from "./free-credits.ts";
import { grantCredits } from "./grant-credits.ts";
import { lockWallet } from "./wallet.ts";

const APART = CLAIM_AFTER * 1000;

interface Claim {
  readonly userId: string;
  readonly amount: number;
}

/**
 * Grants the daily credits if more than 24 hours have passed since the last claim (USR-6) of the
 * account and of all other accounts of its mailbox. A single statement checks and updates, so that
 * one of several concurrent claims succeeds.
 * @throws {ApiFailure} claim_too_soon, not_signed_in
 */
export async function claimDaily(tx: Tx, deps: FreeCreditDeps, claim: Claim): Promise<void> {
  const last = await noteClaim(tx, deps, claim.userId);
  if (last !== null) throw tooSoon(last, deps.clock());
  await claimFor(tx, deps, claim);
}

/**
 * The first claim of a new account. If the same mailbox has claimed within 24 hours, with a deleted
 * account or with another form of its address, the new account has to wait until that period is
 * over.
 */
export async function claimFirst(tx: Tx, deps: FreeCreditDeps, claim: Claim): Promise<void> {
  const last = await noteClaim(tx, deps, claim.userId);
  if (last === null) return await claimFor(tx, deps, claim);
  await tx
    .updateTable("wallets")
    .set({ claimed_at: last })
    .where("user_id", "=", claim.userId)
    .execute();
}

/**
 * Rounded up to full seconds, so that the browser, which receives seconds, computes the same
 * result.
 */
const notedAt = (now: number): number => Math.ceil(now / 1000) * 1000;

const noteClaim = (tx: Tx, deps: FreeCreditDeps, userId: string): Promise<number | null> =>
  noteDailyClaim(tx, deps, userId, { at: notedAt(deps.clock()), before: deps.clock() - APART });

async function claimFor(tx: Tx, deps: FreeCreditDeps, { userId, amount }: Claim): Promise<void> {
  const now = deps.clock();
  const claimed = await tx
    .updateTable("wallets")
    .set((fields) => ({
      version: fields("version", "+", 1),
      claimed_at: notedAt(now),
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
  return wallet ? tooSoon(wallet.claimed_at, now) : new ApiFailure("not_signed_in");
}

const tooSoon = (last: number, now: number): ApiFailure =>
  new ApiFailure("claim_too_soon", { retryAfter: (last + APART - now) / 1000 + 1 });

/**
 * Grants the welcome credits (USR-9): once per account, and once per mailbox while it is
 * remembered.
 * @throws {ApiFailure} gift_taken, not_signed_in
 */
export async function claimWelcomeCredits(
  tx: Tx,
  deps: FreeCreditDeps,
  { userId, amount }: Claim,
): Promise<void> {
  await noteWelcomeCredits(tx, deps, userId);
  await lockWallet(tx, userId);
  const grant = { userId, bucket: "free", amount, source: "gift", sourceId: "1" } as const;
  if (!(await grantCredits(tx, deps, grant))) throw new ApiFailure("gift_taken");
}
