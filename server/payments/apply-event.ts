import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import type { Orders, Subscriptions } from "../db/schema/payments.ts";
import { grantCredits } from "../ledger/grant-credits.ts";
import type { OrderName, PaymentEvent } from "../ports/payment.ts";
import { CONSENT_VERSION } from "./consent.ts";
import { hasWallet } from "./has-wallet.ts";
import { type Applied, storeRefs } from "./refs.ts";
import type { Notifying } from "./notices.ts";
import { takeReceiptNumber } from "./receipt-number.ts";
import { applyRenewal, applyRenewalFailure } from "./renewals.ts";
import { applyDispute, applyRefunded } from "./reversals.ts";
import { endSubscription, startSubscription } from "./subscriptions.ts";
import { addTask, returnPayment } from "./tasks.ts";

/** The event refers to an object that is not known yet: the provider has to send it again later. */
export class TooEarly extends Error {
  override readonly name = "TooEarly";
}

/**
 * Applies a provider's event, exactly once. Whatever the order and number of events, an order
 * grants its credits at most once, and not while it is refunded or charged back.
 * @throws {TooEarly}
 */
export async function applyEvent(
  tx: Tx,
  deps: Notifying,
  { provider, id, event }: { provider: string; id: string; event: PaymentEvent },
): Promise<Applied> {
  const isFirst = await tx
    .insertInto("webhook_events")
    .values({ provider, event_id: id, type: event.kind, received_at: deps.clock() })
    .onConflict((conflict) => conflict.columns(["event_id", "provider"]).doNothing())
    .returning("event_id")
    .executeTakeFirst();
  if (!isFirst) return "repeated";
  switch (event.kind) {
    case "paid":
    case "failed":
    case "named":
    case "refunded":
    case "disputed":
    case "reinstated": {
      const order = await findOrder(tx, provider, event.order);
      if (!order) {
        // An order with our own id would exist: it is the provider's id that has not been reported
        // yet.
        if ("ref" in event.order) throw new TooEarly();
        return "unknown";
      }
      return await applyToOrder(tx, deps, order, event);
    }
    case "renewed":
    case "renewal_failed":
    case "cancelling":
    case "ended": {
      const plan = await findSubscription(tx, provider, event.subscription);
      if (!plan) throw new TooEarly();
      const isAlive = await hasWallet(tx, plan.user_id);
      // Read again: the row could change until the wallet was locked.
      const current = (await findSubscription(tx, provider, event.subscription))!;
      return await applyToPlan(tx, deps, { plan: current, isAlive }, event);
    }
  }
}

async function applyToOrder(
  tx: Tx,
  deps: Notifying,
  order: Orders,
  event: Extract<PaymentEvent, { order: OrderName }>,
): Promise<Applied> {
  switch (event.kind) {
    case "paid":
      return await applyPaid(tx, deps, order, event);
    case "failed":
      return await applyFailed(tx, order);
    case "named":
      await storeRefs(tx, order, event.refs);
      return "done";
    case "refunded":
      return await applyRefunded(tx, deps, order);
    case "disputed":
    case "reinstated":
      // The payment preceded the dispute: its event is still to come.
      if (order.status === "pending" || order.status === "failed") throw new TooEarly();
      return await applyDispute(tx, deps, order, event);
  }
}

async function applyToPlan(
  tx: Tx,
  deps: Notifying,
  { plan, isAlive }: { readonly plan: Subscriptions; readonly isAlive: boolean },
  event: Extract<PaymentEvent, { subscription: string }>,
): Promise<Applied> {
  switch (event.kind) {
    case "renewed":
      return await applyRenewal(tx, deps, { plan, isAlive }, event);
    case "renewal_failed":
      return await applyRenewalFailure(tx, deps, plan, event);
    case "cancelling": {
      const { isCancelling } = event;
      await tx
        .updateTable("subscriptions")
        .set({
          cancel_at_period_end: isCancelling ? 1 : 0,
          status: isCancelling ? "cancelled" : "active",
        })
        .where("user_id", "=", plan.user_id)
        .where("id", "=", plan.id)
        .where("ended_at", "is", null)
        .where("status", "!=", "past_due")
        .execute();
      return "done";
    }
    case "ended":
      await endSubscription(tx, deps, plan, { notifyProvider: false });
      return "done";
  }
}

async function findOrder(tx: Tx, provider: string, name: OrderName): Promise<Orders | undefined> {
  const known =
    "ref" in name
      ? await tx
          .selectFrom("payment_refs")
          .select(["user_id", "order_id"])
          .where("ref", "=", name.ref)
          .where("provider", "=", provider)
          .executeTakeFirst()
      : { user_id: name.userId, order_id: name.orderId };
  if (!known) return undefined;
  return await tx
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", known.user_id)
    .where("id", "=", known.order_id)
    .where("provider", "=", provider)
    .executeTakeFirst();
}

const findSubscription = (tx: Tx, provider: string, ref: string) =>
  tx
    .selectFrom("subscriptions")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_ref", "=", ref)
    .executeTakeFirst();

async function applyPaid(
  tx: Tx,
  deps: Notifying,
  order: Orders,
  event: Extract<PaymentEvent, { kind: "paid" }>,
): Promise<Applied> {
  if (event.currency !== order.currency || event.amount < order.amount) return "mismatch";
  const { user_id: userId, id, provider } = order;
  const isAlive = await hasWallet(tx, userId);
  await storeRefs(tx, order, event.refs);
  const now = deps.clock();
  const paid = await tx
    .updateTable("orders")
    .set({ status: "paid", paid_at: now })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("status", "in", ["pending", "failed"])
    .returning("id")
    .executeTakeFirst();
  if (!paid) {
    // Refunded before the payment was reported: a plan that began with this order must not
    // continue.
    const isRefunded = order.status === "refunded" && order.subscription_id === null;
    if (isRefunded && event.subscription !== null)
      await addTask(tx, deps, { provider, kind: "end", ref: event.subscription });
    return "done";
  }
  await tx
    .updateTable("orders")
    .set({
      receipt_number: await takeReceiptNumber(tx, now),
      ...(event.hasConsented === true && { consented_at: now, consent_version: CONSENT_VERSION }),
    })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
  // The account was deleted during the payment.
  if (!isAlive) return await returnPayment(tx, deps, provider, event);
  await tx
    .updateTable("users")
    .set({ customer_id: event.customer })
    .where("id", "=", userId)
    .where("customer_id", "=", "")
    .execute();
  const { name, amount, currency } = order;
  await deps.notify({
    userId,
    template: "paymentReceived",
    name,
    amount,
    currency,
    orderId: id,
    ...(event.hasConsented === true && { consentDay: now }),
  });
  if (order.kind === "plan") await startSubscription(tx, deps, order, event.subscription);
  else {
    const grant = { userId, bucket: "bought", amount: order.credits } as const;
    await grantCredits(tx, deps, { ...grant, source: "order", sourceId: id });
  }
  return "done";
}

async function applyFailed(tx: Tx, { user_id, id }: Orders): Promise<Applied> {
  await tx
    .updateTable("orders")
    .set({ status: "failed" })
    .where("user_id", "=", user_id)
    .where("id", "=", id)
    .where("status", "=", sql.lit("pending"))
    .execute();
  return "done";
}
