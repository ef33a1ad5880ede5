import type { Tx } from "../db/schema/tables.ts";
import type { Orders } from "../db/schema/payments.ts";

/**
 * `mismatch`: another amount than the order's; `unknown`: of an order that is not ours; `orphaned`:
 * paid by somebody whose account has been deleted meanwhile, and returned.
 */
export type Applied = "done" | "repeated" | "mismatch" | "unknown" | "orphaned";

/** Notes names under which the provider will speak of an order. */
export async function storeRefs(tx: Tx, order: Orders, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const { provider, user_id, id: order_id } = order;
  await tx
    .insertInto("payment_refs")
    .values(refs.map((ref) => ({ provider, ref, user_id, order_id })))
    .onConflict((conflict) => conflict.columns(["ref", "provider"]).doNothing())
    .execute();
}

/** Whether one of a payment's names has been noted before. */
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
