import type { Subscription } from "#core/api/contract/shapes.ts";
import { subscriptionOf } from "../accounts/user-info.ts";
import type { Deps } from "../deps/deps.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { describeError } from "../deps/log.ts";
import { PaymentUnavailable } from "../ports/payment.ts";

const findCancellable = (queries: Queries, userId: string) =>
  queries
    .selectFrom("subscriptions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("cancel_at_period_end", "=", 0)
    .executeTakeFirst();

/**
 * Cancels a plan at the provider.
 * @throws {ApiFailure} not_subscribed, payment_closed
 */
export async function prepareCancel(deps: Deps, userId: string): Promise<void> {
  const plan = await deps.db.read((queries) => findCancellable(queries, userId));
  if (!plan) throw new ApiFailure("not_subscribed");
  if (plan.provider_ref === null) return;
  try {
    await deps.payment.cancelAtPeriodEnd(plan.provider_ref);
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    deps.log("error", "payment_unavailable", describeError(error));
    throw new ApiFailure("payment_closed");
  }
}

/**
 * Cancels a plan at the end of its period (API-16); purchased credits remain (USR-11). A past-due
 * plan ends with its grace period.
 * @throws {ApiFailure} not_subscribed
 */
export async function cancelPlan(tx: Tx, deps: Deps, userId: string): Promise<Subscription> {
  await lockWallet(tx, userId);
  const plan = await tx
    .updateTable("subscriptions")
    .set({ cancel_at_period_end: 1, status: "cancelled" })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("cancel_at_period_end", "=", 0)
    .returningAll()
    .executeTakeFirst();
  if (!plan) {
    // The webhook for the cancellation may have arrived earlier.
    const running = await tx
      .selectFrom("subscriptions")
      .selectAll()
      .where("user_id", "=", userId)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (!running) throw new ApiFailure("not_subscribed");
    return subscriptionOf(running, deps.offers);
  }
  return subscriptionOf(plan, deps.offers);
}
