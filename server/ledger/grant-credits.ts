import type { Tx } from "../db/schema/tables.ts";
import type { Bucket } from "../db/schema/credits.ts";
import { record } from "./record.ts";
import type { LedgerDeps } from "./wallet.ts";

/** Free credits burn first, then those of a plan, then the bought ones (USR-11). */
const PRIORITY: Readonly<Record<Bucket, number>> = { free: 10, plan: 20, bought: 30 };

export interface NewGrant {
  readonly userId: string;
  readonly bucket: Bucket;
  readonly amount: number;
  /** With `sourceId` what it is given for: once for a user. */
  readonly source: "daily" | "gift" | "plan" | "order" | "support";
  readonly sourceId: string;
  /** Epoch milliseconds; bought credits have none (USR-11). */
  readonly expiresAt?: number;
}

/**
 * Gives credits to a user, whose wallet the caller has.
 * @returns false when they have been given before
 */
export async function grantCredits(tx: Tx, deps: LedgerDeps, grant: NewGrant): Promise<boolean> {
  const { userId, bucket, amount, source, sourceId, expiresAt } = grant;
  if (bucket === "bought" && expiresAt !== undefined)
    throw new RangeError("Bought credits do not expire");
  const id = deps.ids();
  const made = await tx
    .insertInto("grants")
    .values({
      user_id: userId,
      id,
      bucket,
      priority: PRIORITY[bucket],
      amount,
      remaining: amount,
      source,
      source_id: sourceId,
      created_at: deps.clock(),
      expires_at: expiresAt ?? null,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "source", "source_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return false;
  await record(tx, deps, { userId, kind: "grant" }, [
    { grantId: id, from: "issued", to: "available", amount },
  ]);
  return true;
}

/**
 * Takes back what is left of a grant, as when its payment is returned. The caller has the wallet.
 * @returns credits that were taken back
 */
export async function voidGrant(
  tx: Tx,
  deps: LedgerDeps,
  { userId, source, sourceId }: Pick<NewGrant, "userId" | "source" | "sourceId">,
): Promise<number> {
  const grant = await tx
    .selectFrom("grants")
    .select(["id", "remaining"])
    .where("user_id", "=", userId)
    .where("source", "=", source)
    .where("source_id", "=", sourceId)
    .executeTakeFirst();
  if (!grant) return 0;
  await record(tx, deps, { userId, kind: "void" }, [
    { grantId: grant.id, from: "available", to: "voided", amount: grant.remaining },
  ]);
  return grant.remaining;
}
