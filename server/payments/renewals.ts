import type { Tx } from "../db/schema/tables.ts";
import type { Orders, Subscriptions } from "../db/schema/payments.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";
import type { PaymentEvent } from "../ports/payment.ts";
import type { Notifying } from "./notices.ts";
import { takeReceiptNumber } from "./receipt-number.ts";
import { type Applied, isKnown, storeRefs } from "./refs.ts";
import { returnPayment } from "./tasks.ts";
import { extendSubscription, nextAmountOf, noteFailure } from "./subscriptions.ts";

const findRenewal = (tx: Tx, { user_id, id }: Subscriptions, cycle: number) =>
  tx
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("subscription_id", "=", id)
    .where("cycle", "=", cycle)
    .executeTakeFirst();

/** Creates the unpaid order of a renewal. */
async function openRenewal(
  tx: Tx,
  deps: LedgerDeps,
  plan: Subscriptions,
  cycle: number,
): Promise<Orders> {
  const order: Orders = {
    user_id: plan.user_id,
    id: deps.ids(),
    kind: "plan",
    plan_id: plan.plan_id,
    period: plan.period,
    name: plan.plan_name,
    credits: plan.credits,
    amount: nextAmountOf(plan),
    currency: plan.currency,
    status: "failed",
    provider: plan.provider,
    provider_ref: null,
    payment_url: null,
    receipt_url: null,
    receipt_number: null,
    created_at: deps.clock(),
    paid_at: null,
    refunded_at: null,
    subscription_id: plan.id,
    consented_at: null,
    consent_version: null,
    cycle,
  };
  await tx.insertInto("orders").values(order).execute();
  return order;
}

/**
 * Applies the payment of a further period. The caller holds the wallet's lock, if there is a
 * wallet.
 */
export async function applyRenewal(
  tx: Tx,
  deps: Notifying,
  { plan, isAlive }: { readonly plan: Subscriptions; readonly isAlive: boolean },
  event: Extract<PaymentEvent, { kind: "renewed" }>,
): Promise<Applied> {
  if (event.currency !== plan.currency) return "mismatch";
  if (await isKnown(tx, plan.provider, event.refs)) return "done";
  const cycle = event.cycle ?? plan.cycle + 1;
  const order = (await findRenewal(tx, plan, cycle)) ?? (await openRenewal(tx, deps, plan, cycle));
  if (order.status === "paid" || order.status === "refunded") return "done";
  const now = deps.clock();
  await tx
    .updateTable("orders")
    .set({
      status: "paid",
      paid_at: now,
      amount: event.amount,
      receipt_number: await takeReceiptNumber(tx, now),
    })
    .where("user_id", "=", order.user_id)
    .where("id", "=", order.id)
    .execute();
  await storeRefs(tx, order, event.refs);
  // The account was deleted before its plan had ended at the provider.
  if (!isAlive) return await returnPayment(tx, deps, plan.provider, event);
  const { user_id: userId, id: orderId, name } = order;
  const { amount, currency } = event;
  await deps.notify({ userId, template: "paymentReceived", name, amount, currency, orderId });
  await extendSubscription(tx, deps, plan, { cycle, until: event.until });
  return "done";
}

/** Applies a failed payment of a further period. The caller holds the wallet's lock. */
export async function applyRenewalFailure(
  tx: Tx,
  deps: Notifying,
  plan: Subscriptions,
  event: Extract<PaymentEvent, { kind: "renewal_failed" }>,
): Promise<Applied> {
  // The failure concerns a period that has been paid since.
  if (event.cycle !== undefined && event.cycle <= plan.cycle) return "done";
  if (plan.ended_at !== null || (await isKnown(tx, plan.provider, event.refs))) return "done";
  const cycle = event.cycle ?? plan.cycle + 1;
  if (!(await findRenewal(tx, plan, cycle))) await openRenewal(tx, deps, plan, cycle);
  const { user_id: userId, plan_name: name, currency } = plan;
  const amount = nextAmountOf(plan);
  // The user is notified of the first failure, and later of the end of the plan.
  if (plan.failures === 0)
    await deps.notify({ userId, template: "renewalFailed", name, amount, currency });
  await noteFailure(tx, deps, plan);
  return "done";
}
