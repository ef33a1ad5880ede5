import { FACTS } from "#core/facts/facts.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { mailboxKey } from "./mailbox.ts";
import type { LedgerDeps } from "./wallet.ts";

/**
 * Milliseconds for which a mailbox is remembered after the last free credits were granted to it, or
 * after its account was deleted. The account deletion dialog names the period, too.
 */
const REMEMBERED = FACTS.rememberedWeeks * 7 * 86_400_000;

export type FreeCreditDeps = LedgerDeps & Pick<Deps, "settings">;

/** @throws {ApiFailure} not_signed_in: the account was deleted */
async function keyOf(tx: Tx, { settings }: FreeCreditDeps, userId: string): Promise<string> {
  const { address } = await tx
    .selectFrom("addresses")
    .select("address")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow(() => new ApiFailure("not_signed_in"));
  return mailboxKey(settings, address);
}

/**
 * Records a daily claim for the mailbox of an account, whatever other accounts the mailbox has or
 * had. Must precede the lock of the wallet.
 * @param claim the time of the claim, and the time before which the last claim must have been
 * @returns null, or the time of the last claim if that was too recent
 */
export async function noteDailyClaim(
  tx: Tx,
  deps: FreeCreditDeps,
  userId: string,
  { at, before }: { readonly at: number; readonly before: number },
): Promise<number | null> {
  const mailbox = await keyOf(tx, deps, userId);
  const expires_at = deps.clock() + REMEMBERED;
  const noted = await tx
    .insertInto("free_credits")
    .values({ mailbox, welcome_at: 0, claimed_at: at, expires_at })
    .onConflict((conflict) =>
      conflict
        .column("mailbox")
        .doUpdateSet({ claimed_at: at, expires_at })
        .where("free_credits.claimed_at", "<", before),
    )
    .returning("mailbox")
    .executeTakeFirst();
  if (noted) return null;
  const { claimed_at } = await tx
    .selectFrom("free_credits")
    .select("claimed_at")
    .where("mailbox", "=", mailbox)
    .executeTakeFirstOrThrow();
  return claimed_at;
}

/**
 * Records the welcome credits for the mailbox of an account. Must precede the lock of the wallet.
 * @throws {ApiFailure} gift_taken
 */
export async function noteWelcomeCredits(
  tx: Tx,
  deps: FreeCreditDeps,
  userId: string,
): Promise<void> {
  const now = deps.clock();
  const given = { welcome_at: now, expires_at: now + REMEMBERED };
  const noted = await tx
    .insertInto("free_credits")
    .values({ mailbox: await keyOf(tx, deps, userId), claimed_at: 0, ...given })
    .onConflict((conflict) =>
      conflict
        .column("mailbox")
        .doUpdateSet(given)
        .where((fields) =>
          fields.or([
            fields("free_credits.welcome_at", "=", 0),
            fields("free_credits.expires_at", "<=", now),
          ]),
        ),
    )
    .returning("mailbox")
    .executeTakeFirst();
  if (!noted) throw new ApiFailure("gift_taken");
}

/** Remembers the free credits of an account that is being deleted. */
export async function rememberFreeCredits(
  tx: Tx,
  deps: FreeCreditDeps,
  userId: string,
): Promise<void> {
  const mailbox = await keyOf(tx, deps, userId);
  const now = deps.clock();
  const welcome = await tx
    .selectFrom("grants")
    .select("created_at")
    .where("user_id", "=", userId)
    .where("source", "=", "gift")
    .executeTakeFirst();
  const wallet = await tx
    .selectFrom("wallets")
    .select("claimed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const known = await tx
    .selectFrom("free_credits")
    .select(["welcome_at", "claimed_at"])
    .where("mailbox", "=", mailbox)
    .executeTakeFirst();
  const values = {
    welcome_at: Math.max(welcome?.created_at ?? 0, known?.welcome_at ?? 0),
    claimed_at: Math.max(wallet?.claimed_at ?? 0, known?.claimed_at ?? 0),
    expires_at: now + REMEMBERED,
  };
  if (values.welcome_at === 0 && values.claimed_at === 0) return;
  await tx
    .insertInto("free_credits")
    .values({ mailbox, ...values })
    .onConflict((conflict) => conflict.column("mailbox").doUpdateSet(values))
    .execute();
}
