import { getBalance } from "#core/api/credits/get-balance.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { getPlans } from "#core/api/payments/plan-list.ts";
import type { Subscription, UsageRecord } from "#core/api/contract/shapes.ts";
import { getUsagePage } from "#core/api/usage/usage-page.ts";
import { canClaim, CLAIM_AFTER } from "#core/credits/credits.ts";
import type { Client } from "./client.ts";
import { type Pager, createPager } from "./pager.ts";
import { USAGE } from "./records.ts";
import { counted, showDay, showSpan, showTime } from "./show.ts";
import { type Use, startOfUse, summarizeUse } from "./use.ts";

/** Maximum number of jobs read for the summary. */
const READ = 1000;

/** Data of `toolkit credits`. */
export interface Overview {
  readonly email: string;
  readonly userId: string;
  readonly free: number;
  /** Credits of a plan and purchased ones. */
  readonly paid: number;
  readonly daily: {
    /** Credits of one claim. */
    readonly amount: number;
    readonly claims: number;
    readonly isDue: boolean;
    /** Epoch seconds; 0: now. */
    readonly nextAt: number;
  };
  readonly subscription: Subscription | null;
  readonly use: Use;
}

export const createUsagePager = (client: Client, tool?: string): Pager<UsageRecord> =>
  createPager(
    (request) => client.call(getUsagePage, { ...request, ...(tool !== undefined && { tool }) }),
    USAGE.idOf,
  );

/** Reads jobs until they are older than the summary's period. */
async function readUse(pager: Pager<UsageRecord>, now: number): Promise<Use> {
  const first = startOfUse(now);
  let loaded = pager.state();
  const isEnough = () => loaded.isComplete || (loaded.rows.at(-1)?.created_at ?? now) < first;
  while (!isEnough() && loaded.rows.length < READ) loaded = await pager.more();
  return summarizeUse(loaded.rows, now, isEnough());
}

/**
 * Loads the summary of an account.
 * @param now epoch seconds
 * @throws errors of client calls
 */
export async function loadOverview(
  client: Client,
  now: number,
  pager = createUsagePager(client),
): Promise<Overview> {
  const [balance, user, plans, use] = await Promise.all([
    client.call(getBalance, {}),
    client.call(getUser, {}),
    client.call(getPlans, {}),
    readUse(pager, now),
  ]);
  const claim = {
    last_get_credits_time: balance.last_get_credits_time ?? user.last_get_credits_time,
    daily_credits_count: balance.daily_credits_count ?? user.user_info.daily_credits_count,
  };
  const isDue = canClaim(claim, now);
  return {
    email: user.user_info.user_email,
    userId: user.user_info.user_id,
    free: balance.free_credits,
    paid: balance.buy_credits,
    daily: {
      amount: plans.daily_credits,
      claims: claim.daily_credits_count,
      isDue,
      nextAt: isDue ? 0 : Math.floor(claim.last_get_credits_time) + CLAIM_AFTER + 1,
    },
    subscription: user.subscription,
    use,
  };
}

/** Describes a plan. */
export function describePlan(subscription: Subscription | null): string {
  if (!subscription) return "none";
  const { plan_name, period, status, renews_at, cancel_at_period_end } = subscription;
  const day = showDay(renews_at);
  const until =
    status === "cancelled" || cancel_at_period_end ? `ends on ${day}` : `renews on ${day}`;
  return `${plan_name}, ${period}, ${status === "past_due" ? `payment is due since ${day}` : until}`;
}

/** Describes the daily credits. @param now epoch seconds */
export const describeDaily = ({ amount, isDue, nextAt }: Overview["daily"], now: number): string =>
  isDue || nextAt <= now
    ? `${counted(amount, "credit")} can be claimed now`
    : `${counted(amount, "credit")} again in ${showSpan(nextAt - now)} (${showTime(nextAt)})`;

/** Describes recent use. */
export function describeUse({ credits, jobs, days, isComplete }: Use): string {
  const busiest = days.reduce((best, day) => (day.credits > best.credits ? day : best), days[0]!);
  const sum = `${counted(credits, "credit")} in ${counted(jobs, "job")}`;
  const peak = busiest.credits > 0 ? `, at most ${busiest.credits} a day (${busiest.date})` : "";
  return `${sum}${peak}${isComplete ? "" : "; the latest jobs only"}`;
}
