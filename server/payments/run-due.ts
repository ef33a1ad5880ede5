import type { MayContinue } from "../background/run-steps.ts";
import type { Deps } from "../deps/deps.ts";
import type { Subscriptions } from "../db/schema/payments.ts";
import { describeError } from "../deps/log.ts";
import type { Renewal } from "../ports/payment.ts";
import { hasWallet } from "./has-wallet.ts";
import { type Notifying, writeAndNotify } from "./notices.ts";
import {
  endSubscription,
  GRACE,
  grantMonth,
  nextAmountOf,
  nextOf,
  reminderOf,
  TRIES,
} from "./subscriptions.ts";

const AT_ONCE = 200;
/** Milliseconds after which a payment is requested again if its event has not arrived. */
const RESPONSE_TIMEOUT = 6 * 3_600_000;

/**
 * Grants monthly credits, collects renewals and ends plans; applies events of the provider before
 * and after that.
 */
export async function runSubscriptions(deps: Deps, mayContinue: MayContinue): Promise<void> {
  await deps.payment.deliver?.();
  let last: Due | undefined;
  do {
    const due = await findDue(deps, last);
    for (const plan of due) {
      try {
        const renewal = await bringUpToDate(deps, plan);
        if (renewal) await deps.payment.collect!(renewal);
      } catch (error) {
        deps.log("error", "subscription_failed", describeError(error));
      }
      if (!(await mayContinue())) break;
    }
    last = due.length < AT_ONCE ? undefined : due.at(-1);
  } while (last && (await mayContinue()));
  await deps.payment.deliver?.();
}

type Due = Pick<Subscriptions, "user_id" | "id" | "next_at">;

/** Due plans after a given one, so that plans which fail each time do not block others. */
const findDue = ({ db, clock }: Deps, last: Due | undefined): Promise<Due[]> =>
  db.read((queries) => {
    const due = queries
      .selectFrom("subscriptions")
      .select(["user_id", "id", "next_at"])
      .where("ended_at", "is", null)
      .where("next_at", "<=", clock())
      .orderBy("next_at")
      .orderBy("user_id")
      .limit(AT_ONCE);
    if (!last) return due.execute();
    // An account has one active plan.
    return due
      .where("next_at", ">=", last.next_at)
      .where((where) =>
        where.or([where("next_at", ">", last.next_at), where("user_id", ">", last.user_id)]),
      )
      .execute();
  });

/** @returns the renewal to be collected */
async function bringUpToDate(
  deps: Deps,
  { user_id, id }: Pick<Subscriptions, "user_id" | "id">,
): Promise<Renewal | null> {
  return await writeAndNotify(deps, async (tx, scope) => {
    if (!(await hasWallet(tx, user_id))) return null;
    const now = deps.clock();
    const plan = await tx
      .selectFrom("subscriptions")
      .selectAll()
      .where("user_id", "=", user_id)
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .where("next_at", "<=", now)
      .executeTakeFirst();
    if (!plan) return null;
    await grantMonth(tx, scope, plan);
    if (plan.next_at === reminderOf(plan) && now < plan.period_end) await remind(scope, plan);
    const step = nextStep(plan, now, deps.payment.collect !== undefined);
    if (step === "end") {
      const { plan_name: name, currency } = plan;
      const amount = nextAmountOf(plan);
      // Users who have canceled are not notified.
      if (plan.cancel_at_period_end === 0)
        await scope.notify({ userId: user_id, template: "planEnded", name, amount, currency });
      await endSubscription(tx, scope, plan, { notifyProvider: plan.cancel_at_period_end === 0 });
      return null;
    }
    await tx
      .updateTable("subscriptions")
      .set({ next_at: step.next })
      .where("user_id", "=", user_id)
      .where("id", "=", id)
      .execute();
    if (!step.collects || plan.provider_ref === null) return null;
    return { ref: plan.provider_ref, cycle: plan.cycle + 1, attempt: plan.failures };
  });
}

/** Announces a renewal: those of yearly plans to everyone, because many laws require it. */
async function remind(scope: Notifying, plan: Subscriptions): Promise<void> {
  if (plan.cancel_at_period_end === 1) return;
  const { user_id: userId, plan_name: name, currency, period_end: day } = plan;
  const amount = nextAmountOf(plan);
  const isOptional = plan.period === "monthly";
  const notice = { userId, name, amount, currency, day, isOptional };
  await scope.notify({ ...notice, template: "renewalReminder" });
}

type Step = "end" | { readonly next: number; readonly collects: boolean };

function nextStep(plan: Subscriptions, now: number, canCollect: boolean): Step {
  if (now < plan.period_end) return { next: nextOf(plan, now), collects: false };
  if (plan.cancel_at_period_end === 1) return "end";
  const last = plan.period_end + GRACE;
  if (now >= last) return "end";
  // A provider that collects automatically reports the result by events.
  if (!canCollect || plan.failures >= TRIES) return { next: last, collects: false };
  return { next: now + RESPONSE_TIMEOUT, collects: true };
}
