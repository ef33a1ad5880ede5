import type { Tx } from "../db/schema/tables.ts";
import type { Orders, PaymentReversals, Subscriptions } from "../db/schema/payments.ts";
import { restoreGrant, voidGrant } from "../ledger/grant-credits.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";
import type { PaymentEvent } from "../ports/payment.ts";
import { hasWallet } from "./has-wallet.ts";
import type { Applied } from "./refs.ts";
import { endSubscription, restorePeriod, resumeSubscription, voidPeriod } from "./subscriptions.ts";

/*
 * An order is reversed while it is refunded or has an open dispute. A won dispute is final: later
 * events about it change nothing, so the order of events does not matter.
 */

/** Applies a full refund. */
export async function applyRefunded(tx: Tx, deps: LedgerDeps, order: Orders): Promise<Applied> {
  return await reverse(tx, deps, order, { ref: `refund ${order.id}`, is_open: 1 });
}

/** Applies a chargeback, or the won dispute about it. */
export async function applyDispute(
  tx: Tx,
  deps: LedgerDeps,
  order: Orders,
  { kind, dispute }: Extract<PaymentEvent, { kind: "disputed" | "reinstated" }>,
): Promise<Applied> {
  return await reverse(tx, deps, order, { ref: dispute, is_open: kind === "disputed" ? 1 : 0 });
}

async function reverse(
  tx: Tx,
  deps: LedgerDeps,
  { user_id: userId, id, provider }: Orders,
  { ref, is_open }: Pick<PaymentReversals, "ref" | "is_open">,
): Promise<Applied> {
  const isAlive = await hasWallet(tx, userId);
  await tx
    .insertInto("payment_reversals")
    .values({ provider, ref, user_id: userId, order_id: id, is_open })
    .onConflict((conflict) => {
      const known = conflict.columns(["provider", "ref"]);
      return is_open === 1 ? known.doNothing() : known.doUpdateSet({ is_open });
    })
    .execute();
  const open = await tx
    .selectFrom("payment_reversals")
    .select("ref")
    .where("user_id", "=", userId)
    .where("order_id", "=", id)
    .where("is_open", "=", 1)
    .limit(1)
    .executeTakeFirst();
  // Read again: the row could change until the wallet was locked.
  const order = await tx
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const isReversed = order.status === "refunded";
  if (isReversed === (open !== undefined)) return "done";
  await tx
    .updateTable("orders")
    .set(
      isReversed
        ? { status: "paid", refunded_at: null }
        : { status: "refunded", refunded_at: deps.clock() },
    )
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
  if (!isAlive) return "done";
  await (isReversed ? restoreCredits(tx, deps, order) : takeCredits(tx, deps, order));
  return "done";
}

/**
 * Revokes unspent credits: credits charged by jobs remain spent, those held by a job are revoked if
 * it releases them, and no balance becomes negative. The plan of a reversed period ends.
 */
async function takeCredits(tx: Tx, deps: LedgerDeps, order: Orders): Promise<void> {
  const { user_id: userId, id: sourceId, cycle } = order;
  if (order.kind === "pack") await voidGrant(tx, deps, { userId, source: "order", sourceId });
  const plan = await findPlan(tx, order);
  if (!plan || cycle === null) return;
  await voidPeriod(tx, deps, plan, cycle);
  if (cycle === plan.cycle) await endSubscription(tx, deps, plan, { notifyProvider: true });
}

async function restoreCredits(tx: Tx, deps: LedgerDeps, order: Orders): Promise<void> {
  const { user_id: userId, id: sourceId, cycle } = order;
  if (order.kind === "pack") await restoreGrant(tx, deps, { userId, source: "order", sourceId });
  const plan = await findPlan(tx, order);
  if (!plan || cycle === null) return;
  await restorePeriod(tx, deps, plan, cycle);
  const since = order.refunded_at;
  const endedWithIt = since !== null && plan.ended_at === since;
  if (endedWithIt && cycle === plan.cycle) await resumeSubscription(tx, deps, plan, since);
}

const findPlan = async (tx: Tx, order: Orders): Promise<Subscriptions | undefined> =>
  order.subscription_id === null
    ? undefined
    : await tx
        .selectFrom("subscriptions")
        .selectAll()
        .where("user_id", "=", order.user_id)
        .where("id", "=", order.subscription_id)
        .executeTakeFirst();
