import type { Tx } from "../db/schema/tables.ts";
import type { Bucket, Grants } from "../db/schema/credits.ts";
import { record } from "./record.ts";
import type { LedgerDeps } from "./wallet.ts";

/** Free credits are spent first, then those of a plan, then purchased ones (USR-11). */
const PRIORITY: Readonly<Record<Bucket, number>> = { free: 10, plan: 20, bought: 30 };

export interface NewGrant {
  readonly userId: string;
  readonly bucket: Bucket;
  readonly amount: number;
  /** Reason for the grant; unique for a user together with `sourceId`. */
  readonly source: "daily" | "gift" | "plan" | "order" | "support";
  readonly sourceId: string;
  /** Epoch milliseconds; purchased credits do not expire (USR-11). */
  readonly expiresAt?: number;
}

/**
 * Grants credits to a user. The caller holds the wallet's lock.
 * @returns false if the credits were granted before
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
      voided_at: null,
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

type GrantName = Pick<NewGrant, "userId" | "source" | "sourceId">;

const findGrant = (tx: Tx, { userId, source, sourceId }: GrantName) =>
  tx
    .selectFrom("grants")
    .select(["id", "remaining", "expires_at", "voided_at"])
    .where("user_id", "=", userId)
    .where("source", "=", source)
    .where("source_id", "=", sourceId)
    .executeTakeFirst();

const changeGrant = (
  tx: Tx,
  userId: string,
  id: string,
  values: Partial<Pick<Grants, "voided_at" | "expires_at">>,
) =>
  tx.updateTable("grants").set(values).where("user_id", "=", userId).where("id", "=", id).execute();

/**
 * Revokes the rest of a grant, for example after a refund of its payment, and the credits that jobs
 * hold of it once they release them. The caller holds the wallet's lock.
 * @returns credits that were revoked immediately
 */
export async function voidGrant(tx: Tx, deps: LedgerDeps, name: GrantName): Promise<number> {
  const { userId } = name;
  const grant = await findGrant(tx, name);
  if (!grant || grant.voided_at !== null) return 0;
  await changeGrant(tx, userId, grant.id, { voided_at: deps.clock() });
  await record(tx, deps, { userId, kind: "void" }, [
    { grantId: grant.id, from: "available", to: "voided", amount: grant.remaining },
  ]);
  return grant.remaining;
}

/**
 * Reverses `voidGrant`, for example after a chargeback was won. The expiry is extended by the time
 * for which the credits were void. The caller holds the wallet's lock.
 */
export async function restoreGrant(tx: Tx, deps: LedgerDeps, name: GrantName): Promise<void> {
  const { userId } = name;
  const grant = await findGrant(tx, name);
  if (!grant || grant.voided_at === null) return;
  const { id, expires_at, voided_at } = grant;
  const { sum } = await tx
    .selectFrom("ledger_entries")
    .select(({ fn }) => fn.sum<number | string | null>("delta").as("sum"))
    .where("user_id", "=", userId)
    .where("grant_id", "=", id)
    .where("account", "=", "voided")
    .executeTakeFirstOrThrow();
  await changeGrant(tx, userId, id, {
    voided_at: null,
    ...(expires_at !== null && { expires_at: expires_at + deps.clock() - voided_at }),
  });
  await record(tx, deps, { userId, kind: "restore" }, [
    { grantId: id, from: "voided", to: "available", amount: Number(sum ?? 0) },
  ]);
}
