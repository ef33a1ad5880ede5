import { FACTS } from "#core/facts/facts.ts";
import { offerOf } from "#core/credits/credits.ts";
import type { Announcements } from "../db/schema/announcements.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";
import type { Offers } from "../deps/offers.ts";
import { findOffer } from "../payments/find-offer.ts";

const DAY = 86_400_000;
/** Milliseconds between a notification and the change. */
export const NOTICE = FACTS.noticeDays * DAY;

export type AnnouncementKind = Announcements["kind"];

/** The price of a plan. */
export interface PlanPrice {
  readonly plan_id: string;
  readonly period: "monthly" | "yearly";
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

/** The prices of all plans that are sold. */
export const planPrices = (offers: Pick<Offers, "plans" | "packs" | "currency">): PlanPrice[] =>
  offers.plans.flatMap(({ id: plan_id }) =>
    (["monthly", "yearly"] as const).map((period) => {
      const { amount, currency } = findOffer(offers as Offers, offerOf(plan_id, period));
      return { plan_id, period, amount, currency };
    }),
  );

export const pricesOf = ({ prices }: Pick<Announcements, "prices">): readonly PlanPrice[] =>
  prices === null ? [] : (JSON.parse(prices) as PlanPrice[]);

type Announced = Pick<Announcements, "kind" | "prices" | "created_at" | "last_user">;

/** Accounts that have an address, after the last one that was handled, in the order of their ids. */
function accountsAfter(queries: Queries, announcement: Announced) {
  const accounts = queries
    .selectFrom("users")
    .where("users.id", ">", announcement.last_user)
    .where("users.created_at", "<=", announcement.created_at);
  if (announcement.kind !== "prices") return accounts;
  const prices = pricesOf(announcement);
  return accounts.where((where) =>
    where.exists(
      where
        .selectFrom("subscriptions as s")
        .select("s.id")
        .whereRef("s.user_id", "=", "users.id")
        .where("s.ended_at", "is", null)
        .where("s.cancel_at_period_end", "=", 0)
        .where("s.new_amount", "is", null)
        .where((of) =>
          of.or(
            prices.map(({ plan_id, period, amount, currency }) =>
              of.and([
                of("s.plan_id", "=", plan_id),
                of("s.period", "=", period),
                of("s.currency", "=", currency),
                of("s.amount", "!=", amount),
              ]),
            ),
          ),
        ),
    ),
  );
}

/** Number of accounts that are still to be notified. */
export async function countAccounts(queries: Queries, announcement: Announced): Promise<number> {
  const { count } = await accountsAfter(queries, announcement)
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The next account to be notified. */
export const findAccount = (tx: Tx, announcement: Announced) =>
  accountsAfter(tx, announcement)
    .select(["users.id", "users.email", "users.locale"])
    .orderBy("users.id")
    .limit(1)
    .executeTakeFirst();
