import { urlOf } from "#core/site/site.ts";
import type { MayContinue } from "../background/run-steps.ts";
import type { Announcements } from "../db/schema/announcements.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import type { Email } from "../deps/mail.ts";
import { hasWallet } from "../payments/has-wallet.ts";
import { formatDay, formatMoney } from "../payments/money.ts";
import { addMonths, MONTHS } from "../payments/periods.ts";
import { findRunning } from "../payments/subscriptions.ts";
import { findAccount, NOTICE, pricesOf } from "./announcement.ts";

/** Maximum number of accounts that a round notifies, so that mail servers accept the messages. */
const AT_ONCE = 100;

const TEMPLATES = {
  prices: { template: "priceChanged", route: "/subscription" },
  terms: { template: "termsChanged", route: "/terms-policy" },
  privacy: { template: "privacyChanged", route: "/privacy-policy" },
} as const;

/**
 * Notifies the accounts that a change concerns. Each one is handled in a transaction of its own,
 * which also queues the email: a process that dies loses no message and repeats none.
 */
export async function sendAnnouncements(deps: Deps, mayContinue: MayContinue): Promise<void> {
  const open = await deps.db.read((queries) =>
    queries
      .selectFrom("announcements")
      .select("id")
      .where("done_at", "is", null)
      .orderBy("created_at")
      .execute(),
  );
  let left = AT_ONCE;
  for (const { id } of open)
    while (await deps.db.write((tx) => notifyNext(tx, deps, id)))
      if (--left <= 0 || !(await mayContinue())) return;
}

/** @returns whether there may be more accounts to notify */
async function notifyNext(tx: Tx, deps: Deps, id: string): Promise<boolean> {
  const announcement = await tx
    .selectFrom("announcements")
    .selectAll()
    .where("id", "=", id)
    .where("done_at", "is", null)
    .executeTakeFirst();
  if (!announcement) return false;
  const account = await findAccount(tx, announcement);
  const advance = tx
    .updateTable("announcements")
    .where("id", "=", id)
    // Another process may have handled the account in the meantime.
    .where("last_user", "=", announcement.last_user)
    .returning("id");
  if (!account) {
    await advance.set({ done_at: deps.clock() }).execute();
    return false;
  }
  const isOurs = await advance
    .set((fields) => ({ last_user: account.id, sent: fields("sent", "+", 1) }))
    .executeTakeFirst();
  if (!isOurs) return false;
  const locale = deps.site.locales.some(({ code }) => code === account.locale)
    ? account.locale
    : deps.site.defaultLocale;
  const language = deps.locales.find(({ code }) => code === locale)?.language ?? "en";
  const values =
    announcement.kind === "prices"
      ? await changePrice(tx, deps, announcement, { userId: account.id, language })
      : { date: formatDay(earliestOf(deps, announcement), language) };
  if (!values) return true;
  const { template, route } = TEMPLATES[announcement.kind];
  await deps.emails.add(tx, account.email, {
    to: account.email,
    locale,
    template,
    values,
    link: { label: `${template}.link`, url: urlOf(deps.site, locale, route) },
  });
  return true;
}

/** The day from which a change may apply to an account that is notified now. */
const earliestOf = ({ clock }: Deps, { effective_at }: Announcements): number =>
  Math.max(effective_at, clock() + NOTICE);

/**
 * Stores the new price of an account's plan, and the period in which it begins.
 * @returns the values of the email; undefined if the plan has changed in the meantime
 */
async function changePrice(
  tx: Tx,
  deps: Deps,
  announcement: Announcements,
  { userId, language }: { readonly userId: string; readonly language: string },
): Promise<Email["values"]> {
  const plan = (await hasWallet(tx, userId)) ? await findRunning(tx, userId) : undefined;
  const price = pricesOf(announcement).find(
    ({ plan_id, period, currency }) =>
      plan?.plan_id === plan_id && plan.period === period && plan.currency === currency,
  );
  if (!plan || !price || plan.cancel_at_period_end === 1) return undefined;
  const months = MONTHS[plan.period];
  const earliest = earliestOf(deps, announcement);
  let cycle = plan.cycle + 1;
  let day = plan.period_end;
  while (day < earliest) day = addMonths(plan.created_at, months * ++cycle);
  await tx
    .updateTable("subscriptions")
    .set({ new_amount: price.amount, new_amount_cycle: cycle, new_amount_sent: 0 })
    .where("user_id", "=", userId)
    .where("id", "=", plan.id)
    .execute();
  return {
    name: plan.plan_name,
    before: formatMoney(plan.amount, plan.currency, language),
    amount: formatMoney(price.amount, price.currency, language),
    date: formatDay(day, language),
  };
}
