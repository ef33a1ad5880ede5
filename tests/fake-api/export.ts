import { exportData } from "#core/api/accounts/export-data.ts";
import { balanceOf } from "./credits.ts";
import { recordOf } from "./purchases.ts";
import { usageRecordOf } from "./records.ts";
import { type Route, route } from "./route.ts";

export const EXPORT_ROUTES: readonly Route[] = [
  route(exportData, (_request, { world, ...visit }) => {
    const account = visit.account();
    const { id, email, created, purse, sendsEmail, customer, usages, orders } = account;
    const tokens = [...world.tokens.values()].filter((owner) => owner === email);
    return {
      account: {
        user_id: id,
        user_email: email,
        locale: "en",
        is_send_email: sendsEmail,
        kodepay_user_id: customer,
        created_at: created,
      },
      sessions: tokens.map(() => ({ client: "", created_at: created, used_at: world.now() })),
      balance: balanceOf(account),
      grants: (["free", "plan", "bought"] as const)
        .filter((bucket) => purse[bucket] > 0)
        .map((bucket) => ({
          source: "fake",
          bucket,
          amount: purse[bucket],
          remaining: purse[bucket],
          created_at: created,
          expires_at: null,
        })),
      usages: usages.map((usage) => ({ ...usageRecordOf(usage), hidden: usage.hidden })).reverse(),
      payments: orders
        .map((order) => ({
          ...recordOf(order, world.offers),
          consented_at: null,
          consent_version: null,
        }))
        .reverse(),
      podcasts: account.podcasts.map((podcast) => world.podcasts.get(podcast)!),
      ratings: [],
      subscriptions: [],
      podcast_feed: null,
      audio: [],
      second_factor: null,
      jobs: [],
      job_files: [],
      downloads: [],
      hosted_calls: [],
    };
  }),
];
