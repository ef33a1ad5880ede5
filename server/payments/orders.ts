import { sql } from "kysely";
import type { MayContinue } from "../background/run-steps.ts";
import type { PaymentRecord } from "#core/api/contract/shapes.ts";
import type { Deps } from "../deps/deps.ts";
import type { Queries } from "../db/schema/tables.ts";
import type { Orders } from "../db/schema/payments.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { describeError } from "../deps/log.ts";
import { PaymentUnavailable } from "../ports/payment.ts";
import { offerOf } from "#core/credits/credits.ts";
import { consentText } from "./consent.ts";
import { type Offer, findOffer } from "./find-offer.ts";

/** Milliseconds in which a repeated request returns the open order. */
const SAME_FOR = 30 * 60_000;
/** Milliseconds after which an unpaid order is closed. */
export const OPEN_FOR = 48 * 3_600_000;
/** Orders closed per transaction. */
const CLOSED_AT_ONCE = 500;

/** Id of the order's plan or pack in requests. */
const boughtAs = ({ plan_id, period }: Pick<Orders, "plan_id" | "period">): string =>
  period === null ? plan_id : offerOf(plan_id, period);

export const recordOf = (order: Orders): PaymentRecord => ({
  order_id: order.id,
  plan_id: boughtAs(order),
  name: order.name,
  amount: order.amount,
  currency: order.currency,
  status: order.status,
  created_at: Math.floor(order.created_at / 1000),
});

/** @throws {ApiFailure} not_found: including an order of another user */
export async function findOrder(
  queries: Queries,
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
): Promise<Orders> {
  const order = await queries
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", orderId)
    .executeTakeFirst();
  if (!order) throw new ApiFailure("not_found");
  return order;
}

export interface Customer {
  readonly userId: string;
  /** Locale of the page from which the order was placed. */
  readonly locale: string;
  /** URL of a page of the site. @param query including the question mark */
  readonly returnTo: (query: string) => string;
  /** Origin of the API. */
  readonly origin: string;
}

/**
 * Creates an order and its checkout page.
 * @throws {ApiFailure} not_found, already_subscribed, payment_closed
 */
export async function openOrder(
  deps: Deps,
  customer: Customer,
  boughtId: string,
): Promise<{ orderId: string; url: string }> {
  const offer = findOffer(deps.offers, boughtId);
  const { userId } = customer;
  const user = await deps.db.read((queries) => readCustomer(queries, userId, offer));
  const open = await deps.db.read((queries) => findOpen(queries, deps, userId, offer));
  if (open?.payment_url) return { orderId: open.id, url: open.payment_url };
  const order = newOrder(deps, customer, offer);
  await deps.db.write((tx) => tx.insertInto("orders").values(order).execute());
  try {
    const { ref, url } = await deps.payment.openCheckout({
      orderId: order.id,
      userId,
      email: user.email,
      customer: user.customer_id,
      name: order.name,
      amount: order.amount,
      currency: order.currency,
      period: order.period,
      locale: customer.locale,
      consent: consentText(deps, customer.locale),
      language: deps.locales.find(({ code }) => code === customer.locale)?.language ?? "en",
      returnUrl: customer.returnTo(`?order_id=${order.id}`),
      origin: customer.origin,
    });
    await change(deps, order, { payment_url: url, provider_ref: ref });
    return { orderId: order.id, url };
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    deps.log("error", "payment_unavailable", describeError(error));
    await change(deps, order, { status: "failed" });
    throw new ApiFailure("payment_closed");
  }
}

const change = ({ db }: Deps, { user_id, id }: Orders, values: Partial<Orders>) =>
  db.write((tx) =>
    tx
      .updateTable("orders")
      .set(values)
      .where("user_id", "=", user_id)
      .where("id", "=", id)
      .where("status", "=", sql.lit("pending"))
      .execute(),
  );

/** @throws {ApiFailure} not_signed_in; already_subscribed: unless the plan is canceled or unpaid */
async function readCustomer(queries: Queries, userId: string, offer: Offer) {
  const user = await queries
    .selectFrom("users as u")
    .leftJoin("subscriptions as s", (join) =>
      join.onRef("s.user_id", "=", "u.id").on("s.ended_at", "is", null),
    )
    .select(["u.email", "u.customer_id", "s.plan_id", "s.period", "s.status"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
  if (!user) throw new ApiFailure("not_signed_in");
  const isSame = user.plan_id === offer.id && user.period === offer.period;
  if (isSame && user.status === "active") throw new ApiFailure("already_subscribed");
  return user;
}

const findOpen = (queries: Queries, { clock, payment }: Deps, userId: string, offer: Offer) =>
  queries
    .selectFrom("orders")
    .select(["id", "payment_url"])
    .where("user_id", "=", userId)
    .where("status", "=", sql.lit("pending"))
    .where("kind", "=", offer.kind)
    .where("plan_id", "=", offer.id)
    .where("period", "is not distinct from", offer.period)
    .where("amount", "=", offer.amount)
    .where("currency", "=", offer.currency)
    .where("provider", "=", payment.name)
    .where("created_at", ">", clock() - SAME_FOR)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

function newOrder(
  { ids, clock, emailTexts, payment }: Deps,
  customer: Customer,
  offer: Offer,
): Orders {
  const { kind, id: plan_id, period, credits, amount, currency } = offer;
  return {
    user_id: customer.userId,
    id: ids(),
    kind,
    plan_id,
    period,
    name: offer.name ?? emailTexts.text(customer.locale, "payments.pack", { count: credits }),
    credits,
    amount,
    currency,
    status: "pending",
    provider: payment.name,
    provider_ref: null,
    payment_url: null,
    receipt_url: null,
    receipt_number: null,
    created_at: clock(),
    paid_at: null,
    refunded_at: null,
    subscription_id: null,
    consented_at: null,
    consent_version: null,
    cycle: null,
  };
}

/** Closes orders that were not paid in time; a later payment still counts. */
export async function closeOldOrders(
  { db, clock }: Pick<Deps, "db" | "clock">,
  mayContinue: MayContinue,
): Promise<void> {
  const until = clock() - OPEN_FOR;
  let closed: number;
  do {
    const { rows } = await db.write((tx) =>
      sql`update orders set status = 'failed'
        where status = 'pending' and created_at <= ${until} and (user_id, id) in (
          select user_id, id from orders where status = 'pending' and created_at <= ${until}
          order by created_at limit ${sql.lit(CLOSED_AT_ONCE)}
        ) returning id`.execute(tx),
    );
    closed = rows.length;
  } while (closed === CLOSED_AT_ONCE && (await mayContinue()));
}
