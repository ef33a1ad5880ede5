import { FACTS } from "#core/facts/facts.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Orders, Subscriptions } from "../db/schema/payments.ts";
import { grantCredits, restoreGrant, voidGrant } from "../ledger/grant-credits.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";
import { addMonths, MONTHS, monthOf } from "./periods.ts";
import { addTask } from "./tasks.ts";

const DAY = 86_400_000;
/** Maximum number of attempts to collect a renewal. */
export const TRIES = FACTS.renewalTries;
/** Milliseconds between a failed attempt and the next one. */
const PAUSES = [DAY, 2 * DAY] as const;
/** Milliseconds after the end of the paid period at which an unpaid plan ends. */
export const GRACE = FACTS.graceDays * DAY;

const monthSource = ({ id }: Pick<Subscriptions, "id">, month: number) =>
  ({ source: "plan", sourceId: `${id}:${month}` }) as const;

/** Whether the payment of a period was refunded or charged back. */
async function isReversed(
  tx: Tx,
  { user_id, id }: Pick<Subscriptions, "user_id" | "id">,
  cycle: number,
): Promise<boolean> {
  const order = await tx
    .selectFrom("orders")
    .select("status")
    .where("user_id", "=", user_id)
    .where("subscription_id", "=", id)
    .where("cycle", "=", cycle)
    .executeTakeFirst();
  return order?.status === "refunded";
}

type Priced = Pick<Subscriptions, "amount" | "new_amount" | "new_amount_cycle" | "cycle">;

/** What the next renewal costs: an announced price from its period on. */
export const nextAmountOf = ({ amount, new_amount, new_amount_cycle, cycle }: Priced): number =>
  new_amount !== null && cycle + 1 >= new_amount_cycle! ? new_amount : amount;

type Dated = Pick<Subscriptions, "created_at" | "period_end">;

/** Time at which the renewal of a plan is announced. */
export const reminderOf = ({ period_end }: Pick<Dated, "period_end">): number =>
  period_end - FACTS.reminderDays * DAY;

/**
 * Time of the next action: the credits of another month, the reminder, or the end of the paid
 * period.
 */
export function nextOf(plan: Dated, now: number): number {
  const month = addMonths(plan.created_at, monthOf(plan.created_at, now) + 1);
  const reminder = reminderOf(plan);
  return Math.min(month, now < reminder ? reminder : plan.period_end);
}

/**
 * Grants the credits of the current month, if it is paid and they have not been granted; they
 * expire at its end. Earlier months were granted at their time, or their credits would have
 * expired.
 */
export async function grantMonth(tx: Tx, deps: LedgerDeps, plan: Subscriptions): Promise<void> {
  const { user_id: userId, created_at: anchor } = plan;
  const month = monthOf(anchor, deps.clock());
  if (addMonths(anchor, month) >= plan.period_end) return;
  if (await isReversed(tx, plan, Math.floor(month / MONTHS[plan.period]))) return;
  const expiresAt = addMonths(anchor, month + FACTS.planCreditsMonths);
  const { credits: amount } = plan;
  const source = monthSource(plan, month);
  await grantCredits(tx, deps, { userId, bucket: "plan", amount, ...source, expiresAt });
}

type Plan = Pick<Subscriptions, "id" | "user_id" | "period">;

function grantsOf(plan: Plan, cycle: number) {
  const months = MONTHS[plan.period];
  return Array.from({ length: months }, (_, month) => ({
    userId: plan.user_id,
    ...monthSource(plan, cycle * months + month),
  }));
}

/** Revokes the rest of the credits of a period's months. */
export async function voidPeriod(
  tx: Tx,
  deps: LedgerDeps,
  plan: Plan,
  cycle: number,
): Promise<void> {
  for (const grant of grantsOf(plan, cycle)) await voidGrant(tx, deps, grant);
}

/** Reverses `voidPeriod`. */
export async function restorePeriod(
  tx: Tx,
  deps: LedgerDeps,
  plan: Plan,
  cycle: number,
): Promise<void> {
  for (const grant of grantsOf(plan, cycle)) await restoreGrant(tx, deps, grant);
}

/**
 * Resumes a plan that ended because of a chargeback, until the end of the paid period: the provider
 * has canceled it and does not renew it. Does nothing if the period is over or another plan is
 * active.
 * @param since end of the plan in epoch milliseconds; the months that have passed are extended by
 *   the same time
 */
export async function resumeSubscription(
  tx: Tx,
  deps: LedgerDeps,
  plan: Subscriptions,
  since: number,
): Promise<void> {
  const now = deps.clock();
  if (plan.period_end <= now || (await findRunning(tx, plan.user_id))) return;
  await tx
    .updateTable("subscriptions")
    .set({ ended_at: null, cancel_at_period_end: 1, next_at: nextOf(plan, now) })
    .where("user_id", "=", plan.user_id)
    .where("id", "=", plan.id)
    .execute();
  const { user_id: userId, created_at: anchor, credits: amount } = plan;
  for (let month = monthOf(anchor, since) + 1; month < monthOf(anchor, now); month++) {
    const expiresAt = addMonths(anchor, month + FACTS.planCreditsMonths) + now - since;
    const grant = { userId, bucket: "plan", amount, expiresAt } as const;
    await grantCredits(tx, deps, { ...grant, ...monthSource(plan, month) });
  }
  await grantMonth(tx, deps, plan);
}

export const findRunning = (tx: Tx, userId: string): Promise<Subscriptions | undefined> =>
  tx
    .selectFrom("subscriptions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .executeTakeFirst();

/** Ends a plan; its credits remain until the end of their month. */
export async function endSubscription(
  tx: Tx,
  deps: LedgerDeps,
  plan: Pick<Subscriptions, "user_id" | "id" | "provider" | "provider_ref">,
  { notifyProvider }: { readonly notifyProvider: boolean },
): Promise<void> {
  const ended = await tx
    .updateTable("subscriptions")
    .set({ status: "cancelled", ended_at: deps.clock() })
    .where("user_id", "=", plan.user_id)
    .where("id", "=", plan.id)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  const { provider, provider_ref: ref } = plan;
  if (ended && notifyProvider && ref !== null)
    await addTask(tx, deps, { provider, kind: "end", ref });
}

/** The first order of a plan. */
const orderOf = (tx: Tx, { user_id, id }: Subscriptions) =>
  tx
    .selectFrom("orders")
    .select("id")
    .where("user_id", "=", user_id)
    .where("subscription_id", "=", id)
    .where("cycle", "=", 0)
    .executeTakeFirst();

/**
 * Starts the plan of a paid order. It replaces the active plan, unless that one was ordered later:
 * then the new plan grants its first credits and ends.
 * @param ref id of the subscription at the provider
 */
export async function startSubscription(
  tx: Tx,
  deps: LedgerDeps,
  order: Orders,
  ref: string | null,
): Promise<void> {
  const now = deps.clock();
  const running = await findRunning(tx, order.user_id);
  const rival = running && (await orderOf(tx, running));
  const isLate = rival !== undefined && rival.id > order.id;
  if (running && !isLate) await endSubscription(tx, deps, running, { notifyProvider: true });
  const period = order.period!;
  const dates = { created_at: now, period_end: addMonths(now, MONTHS[period]) };
  const plan: Subscriptions = {
    ...dates,
    user_id: order.user_id,
    id: deps.ids(),
    plan_id: order.plan_id,
    plan_name: order.name,
    period,
    status: isLate ? "cancelled" : "active",
    cancel_at_period_end: 0,
    period_start: now,
    failures: 0,
    provider: order.provider,
    provider_ref: ref,
    ended_at: isLate ? now : null,
    credits: order.credits,
    amount: order.amount,
    currency: order.currency,
    cycle: 0,
    next_at: nextOf(dates, now),
    new_amount: null,
    new_amount_cycle: null,
    new_amount_sent: 0,
  };
  await tx.insertInto("subscriptions").values(plan).execute();
  await tx
    .updateTable("orders")
    .set({ subscription_id: plan.id, cycle: 0 })
    .where("user_id", "=", order.user_id)
    .where("id", "=", order.id)
    .execute();
  if (isLate && ref !== null)
    await addTask(tx, deps, { provider: order.provider, kind: "end", ref });
  await grantMonth(tx, deps, plan);
}

/** Records a failed attempt; after three of them the plan is past due. */
export async function noteFailure(tx: Tx, deps: LedgerDeps, plan: Subscriptions): Promise<void> {
  const failures = plan.failures + 1;
  const isLast = failures >= TRIES;
  await tx
    .updateTable("subscriptions")
    .set({
      failures,
      status: isLast && plan.cancel_at_period_end === 0 ? "past_due" : plan.status,
      next_at: isLast ? plan.period_end + GRACE : deps.clock() + PAUSES[failures - 1]!,
    })
    .where("user_id", "=", plan.user_id)
    .where("id", "=", plan.id)
    .execute();
}

/** Extends a plan by a period, and grants the month's credits. */
export async function extendSubscription(
  tx: Tx,
  deps: LedgerDeps,
  plan: Subscriptions,
  { cycle, until }: { readonly cycle: number; readonly until: number | undefined },
): Promise<void> {
  const end = until ?? addMonths(plan.created_at, MONTHS[plan.period] * (cycle + 1));
  const extended: Subscriptions = {
    ...plan,
    // A plan that has ended was paid, too: it grants its credits and remains ended.
    status: plan.ended_at !== null || plan.cancel_at_period_end === 1 ? "cancelled" : "active",
    cycle: Math.max(plan.cycle, cycle),
    failures: 0,
    period_start: plan.period_end,
    period_end: Math.max(plan.period_end, end),
  };
  const next_at = nextOf(extended, deps.clock());
  const { status, failures, period_start, period_end } = extended;
  await tx
    .updateTable("subscriptions")
    .set({
      status,
      cycle: extended.cycle,
      failures,
      period_start,
      period_end,
      next_at,
      // An announced price is the plan's price once the provider has charged it.
      ...(plan.new_amount_sent === 1 && {
        amount: nextAmountOf(plan),
        new_amount: null,
        new_amount_cycle: null,
        new_amount_sent: 0,
      }),
    })
    .where("user_id", "=", plan.user_id)
    .where("id", "=", plan.id)
    .execute();
  await grantMonth(tx, deps, extended);
}
