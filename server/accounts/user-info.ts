import type { Subscription, UserInfo } from "#core/api/contract/shapes.ts";
import type { Queries } from "../db/schema/tables.ts";
import type { Subscriptions } from "../db/schema/payments.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { Offers } from "../deps/offers.ts";

/** A subscription as the browser receives it. */
export const subscriptionOf = (
  row: Pick<Subscriptions, "plan_id" | "period" | "status" | "period_end" | "cancel_at_period_end">,
  { plans }: Pick<Offers, "plans">,
): Subscription => ({
  plan_id: row.plan_id,
  plan_name: plans.find(({ id }) => id === row.plan_id)?.name ?? row.plan_id,
  period: row.period,
  status: row.status,
  renews_at: Math.floor(row.period_end / 1000),
  cancel_at_period_end: row.cancel_at_period_end === 1,
});

/**
 * The signed-in user as the browser receives them (API-6).
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function readUserInfo(
  queries: Queries,
  { userId, token }: { readonly userId: string; readonly token: string },
  offers: Pick<Offers, "plans">,
): Promise<UserInfo> {
  const user = await queries
    .selectFrom("users as u")
    .innerJoin("wallets as w", "w.user_id", "u.id")
    .select(["u.email", "u.customer_id", "w.claimed_at", "w.claims"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
  if (!user) throw new ApiFailure("not_signed_in");
  const subscription = await queries
    .selectFrom("subscriptions")
    .select(["plan_id", "period", "status", "period_end", "cancel_at_period_end"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return {
    token,
    last_get_credits_time: user.claimed_at / 1000,
    user_info: { user_id: userId, user_email: user.email, daily_credits_count: user.claims },
    subscription: subscription ? subscriptionOf(subscription, offers) : null,
    kodepay_user_id: user.customer_id,
  };
}
