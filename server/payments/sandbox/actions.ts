import type { Tx } from "../../db/schema/tables.ts";
import type { SandboxCheckouts } from "../../db/schema/payments.ts";
import type { PaymentEvent } from "../../ports/payment.ts";
import type { Report, SandboxWorld } from "./sandbox.ts";
import { addWebhook, paymentRef, subscriptionRef } from "./sandbox.ts";

const LATER = 60_000;
/** Milliseconds between two webhooks that come in the wrong order. */
const APART = 10_000;

export const findCheckout = (
  { db }: Pick<SandboxWorld, "db">,
  id: string,
): Promise<SandboxCheckouts | undefined> =>
  db.read((queries) =>
    queries.selectFrom("sandbox_checkouts").selectAll().where("id", "=", id).executeTakeFirst(),
  );

/** @returns false when it is in none of the states */
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

/** Pays, once; the report says how the shop hears of it. */
export async function pay(
  world: SandboxWorld,
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
    refs: [payment],
    subscription: kind === "plan" ? subscriptionRef(orderId) : null,
    payment,
  };
  const paid = { id: `paid_${orderId}`, event };
  await world.db.write(async (tx) => {
    if (!(await move(tx, checkout, ["open", "failed"], "paid"))) return;
    await addWebhook(tx, world, paid, report === "delayed" ? LATER : 0);
    if (report === "twice") await addWebhook(tx, world, paid);
    if (report !== "reversed") return;
    const failed = { id: world.ids(), event: { kind: "failed", order } } as const;
    await addWebhook(tx, world, failed, APART);
  });
}

export async function decline(world: SandboxWorld, checkout: SandboxCheckouts): Promise<void> {
  const order = orderOf(checkout);
  await world.db.write(async (tx) => {
    if (await move(tx, checkout, ["open"], "failed"))
      await addWebhook(tx, world, { id: world.ids(), event: { kind: "failed", order } });
  });
}

/** Returns the money of the first payment. */
export async function refund(world: SandboxWorld, checkout: SandboxCheckouts): Promise<void> {
  const { order_id: orderId } = checkout;
  const event = { kind: "refunded", order: { ref: paymentRef(orderId) } } as const;
  await world.db.write(async (tx) => {
    if (await move(tx, checkout, ["paid"], "refunded"))
      await addWebhook(tx, world, { id: `refunded_${orderId}`, event });
  });
}

/** Chooses what becomes of renewals. */
export async function setRenewals(
  { db }: Pick<SandboxWorld, "db">,
  { id }: SandboxCheckouts,
  renewals: SandboxCheckouts["renewals"],
): Promise<void> {
  await db.write((tx) =>
    tx.updateTable("sandbox_checkouts").set({ renewals }).where("id", "=", id).execute(),
  );
}
