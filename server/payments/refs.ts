import type { Tx } from "../db/schema/tables.ts";
import type { Orders } from "../db/schema/payments.ts";

/**
 * `mismatch`: the amount differs from the order's; `unknown`: the order is not ours; `orphaned`:
 * paid after the account had been deleted, and refunded.
 */
export type Applied = "done" | "repeated" | "mismatch" | "unknown" | "orphaned";

/** Stores the ids under which the provider will refer to an order. */
export async function storeRefs(tx: Tx, order: Orders, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const { provider, user_id, id: order_id } = order;
  await tx
    .insertInto("payment_refs")
    .values(refs.map((ref) => ({ provider, ref, user_id, order_id })))
    .onConflict((conflict) => conflict.columns(["ref", "provider"]).doNothing())
    .execute();
}

/** Whether one of a payment's ids has been stored before. */
export async function isKnown(tx: Tx, provider: string, refs: readonly string[]): Promise<boolean> {
  if (refs.length === 0) return false;
  const found = await tx
    .selectFrom("payment_refs")
    .select("ref")
    .where("ref", "in", refs)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return found !== undefined;
}
