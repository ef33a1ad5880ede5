import { addPayRecord } from "#core/api/payments/add-pay-record.ts";
import { cancelSubscription } from "#core/api/payments/cancel-subscription.ts";
import { getInvoice } from "#core/api/payments/invoice.ts";
import { getPaymentResult } from "#core/api/payments/payment-result.ts";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import { getPlans } from "#core/api/payments/plan-list.ts";
import type { PaymentRecord } from "#core/api/contract/shapes.ts";
import { offerOf } from "#core/credits/credits.ts";
import { FakeApiError } from "./fake-api-error.ts";
import { type Route, route } from "./route.ts";
import type { Account, Offers, Order, World } from "./world.ts";

const DAY = 24 * 3600;
const PERIODS = { monthly: 30 * DAY, yearly: 365 * DAY } as const;
type Period = keyof typeof PERIODS;

export const recordOf = (order: Order, { currency }: Offers): PaymentRecord => ({
  order_id: order.id,
  plan_id: order.planId,
  name: order.name,
  amount: order.amount,
  currency,
  status: order.status,
  created_at: order.created,
});

interface Offer {
  readonly name: string;
  /** In the currency's main unit. */
  readonly price: number;
  readonly pack: Offers["packs"][number] | null;
  readonly plan: Offers["plans"][number] | null;
  readonly period: Period;
}

function findOffer({ packs, plans }: Offers, id: string): Offer {
  const pack = packs.find((known) => known.id === id);
  if (pack)
    return {
      name: `${pack.credits} credits`,
      price: pack.price,
      pack,
      plan: null,
      period: "monthly",
    };
  for (const period of ["monthly", "yearly"] as const) {
    const plan = plans.find((known) => offerOf(known.id, period) === id);
    if (plan) return { name: plan.name, price: plan[period], pack: null, plan, period };
  }
  throw new FakeApiError("not_found");
}

const orderOf = ({ orders }: Account, id: string): Order => {
  const order = orders.find((known) => known.id === id);
  if (!order) throw new FakeApiError("not_found");
  return order;
};

/** What the payment provider reports: money has come in, or it has not. */
export function completeOrder(world: World, account: Account, id: string, isPaid: boolean): void {
  const order = orderOf(account, id);
  if (order.status !== "pending") return;
  order.status = isPaid ? "paid" : "failed";
  if (!isPaid) return;
  account.customer ||= world.nextId("kp");
  const { pack, plan, period } = findOffer(world.offers, order.planId);
  if (pack) account.purse.bought += pack.credits;
  if (!plan) return;
  account.purse.plan = plan.credits;
  account.subscription = {
    plan_id: plan.id,
    plan_name: plan.name,
    period,
    status: "active",
    renews_at: world.now() + PERIODS[period],
    cancel_at_period_end: false,
  };
}

/** Renews or ends a subscription whose period is over. What was bought stays (USR-11). */
export function passPeriods(world: World, account: Account): void {
  const { subscription } = account;
  if (!subscription || world.now() < subscription.renews_at) return;
  if (subscription.cancel_at_period_end) {
    account.purse.plan = 0;
    account.subscription = null;
    return;
  }
  const plan = world.offers.plans.find(({ id }) => id === subscription.plan_id);
  account.purse.plan = plan?.credits ?? 0;
  const renews_at = subscription.renews_at + PERIODS[subscription.period];
  account.subscription = { ...subscription, renews_at };
  passPeriods(world, account);
}

export const PURCHASE_ROUTES: readonly Route[] = [
  route(getPlans, (_request, { world: { offers } }) => ({
    currency: offers.currency,
    daily_credits: offers.dailyCredits,
    plans: offers.plans.map(({ credits, ...plan }) => ({ ...plan, credits_per_month: credits })),
    packs: [...offers.packs],
  })),
  route(getPaymentUrl, ({ plan_id }, { world, origin, ...visit }) => {
    const account = visit.account();
    const { name, price, plan, period } = findOffer(world.offers, plan_id);
    const { subscription } = account;
    const isSame = plan && subscription?.plan_id === plan.id && subscription.period === period;
    if (isSame && !subscription.cancel_at_period_end) throw new FakeApiError("already_subscribed");
    const order: Order = {
      id: world.nextId("o"),
      planId: plan_id,
      name,
      amount: price * 100,
      created: world.now(),
      status: "pending",
      noted: false,
    };
    account.orders.push(order);
    return { order_id: order.id, payment_url: `${origin}/fake-payment?order_id=${order.id}` };
  }),
  route(getPaymentResult, ({ order_id }, visit) => ({
    status: orderOf(visit.account(), order_id).status,
  })),
  route(getInvoice, ({ order_id }, { origin, ...visit }) => {
    if (orderOf(visit.account(), order_id).status !== "paid") throw new FakeApiError("no_receipt");
    return { receipt_url: `${origin}/fake-receipt?order_id=${order_id}` };
  }),
  route(addPayRecord, ({ order_id, plan_id }, { world, ...visit }) => {
    const order = orderOf(visit.account(), order_id);
    if (order.planId !== plan_id) throw new FakeApiError("not_found");
    order.noted = true;
    return recordOf(order, world.offers);
  }),
  route(cancelSubscription, (_request, visit) => {
    const account = visit.account();
    const { subscription } = account;
    if (!subscription || subscription.cancel_at_period_end)
      throw new FakeApiError("not_subscribed");
    account.subscription = { ...subscription, status: "cancelled", cancel_at_period_end: true };
    return account.subscription;
  }),
];
