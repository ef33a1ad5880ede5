import type { Tx } from "../../db/schema/tables.ts";
import type { SandboxCheckouts } from "../../db/schema/payments.ts";
import type { PaymentEvent } from "../../ports/payment.ts";
import {
  type Report,
  type SandboxDeps,
  addWebhook,
  paymentRef,
  subscriptionRef,
} from "./sandbox.ts";

const LATER = 60_000;
/** Milliseconds between two webhooks that arrive in the wrong order. */
const APART = 10_000;

export const findCheckout = (
  { db }: Pick<SandboxDeps, "db">,
  id: string,
): Promise<SandboxCheckouts | undefined> =>
  db.read((queries) =>
    queries.selectFrom("sandbox_checkouts").selectAll().where("id", "=", id).executeTakeFirst(),
  );

/** @returns false if the checkout is in none of the states */
async function move(
  tx: Tx,
  { id }: SandboxCheckouts,
  from: readonly SandboxCheckouts["state"][],
  to: SandboxCheckouts["state"],
): Promise<boolean> {
  const moved = await tx
    .updateTable("sandbox_checkouts")
    .set({ state: to })
    .where("id", "=", id)
    .where("state", "in", from)
    .returning("id")
    .executeTakeFirst();
  return moved !== undefined;
}

const orderOf = ({ user_id: userId, order_id: orderId }: SandboxCheckouts) => ({ userId, orderId });

/** Pays once, after the declaration; `report` determines how the payment is reported. */
export async function pay(
  deps: SandboxDeps,
  checkout: SandboxCheckouts,
  report: Report,
): Promise<void> {
  const { order_id: orderId, amount, currency, customer, kind } = checkout;
  const order = orderOf(checkout);
  const payment = paymentRef(orderId);
  const event: PaymentEvent = {
    kind: "paid",
    order,
    amount,
    currency,
    customer,
    hasConsented: true,
    refs: [payment],
    subscription: kind === "plan" ? subscriptionRef(orderId) : null,
    payment,
  };
  const paid = { id: `paid_${orderId}`, event };
  await deps.db.write(async (tx) => {
    if (!(await move(tx, checkout, ["open", "failed"], "paid"))) return;
    await addWebhook(tx, deps, paid, report === "delayed" ? LATER : 0);
    if (report === "twice") await addWebhook(tx, deps, paid);
    if (report !== "reversed") return;
    const failed = { id: deps.ids(), event: { kind: "failed", order } } as const;
    await addWebhook(tx, deps, failed, APART);
  });
}

export async function decline(deps: SandboxDeps, checkout: SandboxCheckouts): Promise<void> {
  const order = orderOf(checkout);
  await deps.db.write(async (tx) => {
    if (await move(tx, checkout, ["open"], "failed"))
      await addWebhook(tx, deps, { id: deps.ids(), event: { kind: "failed", order } });
  });
}

/** Refunds the first payment. */
export async function refund(deps: SandboxDeps, checkout: SandboxCheckouts): Promise<void> {
  const { order_id: orderId } = checkout;
  const event = { kind: "refunded", order: { ref: paymentRef(orderId) } } as const;
  await deps.db.write(async (tx) => {
    if (await move(tx, checkout, ["paid"], "refunded"))
      await addWebhook(tx, deps, { id: `refunded_${orderId}`, event });
  });
}

/** Charges the first payment back. */
export const dispute = (deps: SandboxDeps, checkout: SandboxCheckouts): Promise<void> =>
  report(deps, checkout, "disputed");

/** Decides the last dispute about the first payment in favor of the site. */
export const winDispute = (deps: SandboxDeps, checkout: SandboxCheckouts): Promise<void> =>
  report(deps, checkout, "reinstated");

async function report(
  deps: SandboxDeps,
  checkout: SandboxCheckouts,
  kind: "disputed" | "reinstated",
): Promise<void> {
  const { id, order_id: orderId } = checkout;
  const isNew = kind === "disputed";
  const number = checkout.disputes + (isNew ? 1 : 0);
  const order = { ref: paymentRef(orderId) };
  const event = { kind, order, dispute: `dispute_${orderId}_${number}` } as const;
  await deps.db.write(async (tx) => {
    const moved = isNew
      ? await move(tx, checkout, ["paid"], "disputed")
      : await move(tx, checkout, ["disputed"], "paid");
    if (!moved) return;
    await tx
      .updateTable("sandbox_checkouts")
      .set({ disputes: number })
      .where("id", "=", id)
      .execute();
    await addWebhook(tx, deps, { id: `${kind}_${orderId}_${number}`, event });
  });
}

export async function setRenewals(
  { db }: Pick<SandboxDeps, "db">,
  { id }: SandboxCheckouts,
  renewals: SandboxCheckouts["renewals"],
): Promise<void> {
  await db.write((tx) =>
    tx.updateTable("sandbox_checkouts").set({ renewals }).where("id", "=", id).execute(),
  );
}
