import { getPlans } from "#core/api/payments/plan-list.ts";
import { type Route, openRoute } from "../http/route.ts";

export const PLAN_ROUTES: readonly Route[] = [
  openRoute(getPlans, async (_request, { deps: { offers } }) => ({
    currency: offers.currency,
    daily_credits: offers.daily,
    plans: offers.plans.map(({ creditsPerMonth, ...plan }) => ({
      ...plan,
      credits_per_month: creditsPerMonth,
    })),
    packs: [...offers.packs],
  })),
];
