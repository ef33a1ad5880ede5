import type { Deps } from "../deps/deps.ts";
import type { Subscriptions } from "../db/schema/payments.ts";
import { describeError } from "../deps/log.ts";
import type { Renewal } from "../ports/payment.ts";
import { hasWallet } from "./has-wallet.ts";
import { writeAndNotify } from "./notices.ts";
import { closeOldOrders } from "./orders.ts";
import { endSubscription, GRACE, grantMonth, nextOf, TRIES } from "./subscriptions.ts";
import { runTasks } from "./tasks.ts";

const AT_ONCE = 200;
/** Milliseconds after which a payment is asked for again whose answer has not come. */
const ANSWER_TIME = 6 * 3_600_000;

/** A round of what payments need by themselves: credits of a month, renewals, ends, what failed. */
export async function runPayments(deps: Deps): Promise<void> {
  await deps.payment.deliver?.();
  await runSubscriptions(deps);
  await deps.payment.deliver?.();
  await closeOldOrders(deps);
  await runTasks(deps);
}

async function runSubscriptions(deps: Deps): Promise<void> {
  const due = await deps.db.read((queries) =>
    queries
      .selectFrom("subscriptions")
      .select(["user_id", "id"])
      .where("ended_at", "is", null)
      .where("next_at", "<=", deps.clock())
      .orderBy("next_at")
      .limit(AT_ONCE)
      .execute(),
  );
  for (const name of due) {
    try {
      const renewal = await bringUpToDate(deps, name);
      if (renewal) await deps.payment.collect!(renewal);
    } catch (error) {
      deps.log("error", "subscription_failed", describeError(error));
    }
  }
}

/** @returns the renewal that is to be paid for now */
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
    const step = nextStep(plan, now, deps.payment.collect !== undefined);
    if (step === "end") {
      const { plan_name: name, amount, currency } = plan;
      // Who has cancelled knows.
      if (plan.cancel_at_period_end === 0)
        await scope.notify({ userId: user_id, template: "planEnded", name, amount, currency });
      await endSubscription(tx, scope, plan, { tellsProvider: plan.cancel_at_period_end === 0 });
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

type Step = "end" | { readonly next: number; readonly collects: boolean };

function nextStep(plan: Subscriptions, now: number, canCollect: boolean): Step {
  if (now < plan.period_end) return { next: nextOf(plan, now), collects: false };
  if (plan.cancel_at_period_end === 1) return "end";
  const last = plan.period_end + GRACE;
  if (now >= last) return "end";
  // Where the provider collects by itself, its events say how it went.
  if (!canCollect || plan.failures >= TRIES) return { next: last, collects: false };
  return { next: now + ANSWER_TIME, collects: true };
}
