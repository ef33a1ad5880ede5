import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { mailboxKey } from "./mailbox.ts";
import type { LedgerDeps } from "./wallet.ts";

/**
 * Milliseconds for which a mailbox is remembered after free credits were last given to it, or after
 * its account was deleted: eight weeks, as the privacy policy and the deletion of an account say.
 */
const REMEMBERED = 56 * 86_400_000;

export type FreeCreditDeps = LedgerDeps & Pick<Deps, "settings">;

/** @throws {ApiFailure} not_signed_in: the account is gone */
async function keyOf(tx: Tx, { settings }: FreeCreditDeps, userId: string): Promise<string> {
  const { address } = await tx
    .selectFrom("addresses")
    .select("address")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow(() => new ApiFailure("not_signed_in"));
  return mailboxKey(settings, address);
}

/**
 * Notes a claim of the day's credits for the mailbox of an account, whatever other accounts it has or
 * had. Comes before the wallet is locked.
 * @param claim the time to note, and the time before which the last claim must have been
 * @returns null, or the time of the last claim, which is too recent
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
 * Notes that the welcome credits are given to the mailbox of an account. Comes before the wallet is locked.
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

/** Remembers what free credits an account has had that is being deleted. */
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
