import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { announce } from "./announcements/announce.ts";
import { NOTICE, planPrices } from "./announcements/announcement.ts";
import { sendAnnouncements } from "./announcements/send-announcements.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { refund } from "#core/api/usage/refund.ts";
import { cancelSubscription } from "#core/api/payments/cancel-subscription.ts";
import { getConfig } from "#core/api/accounts/get-config.ts";
import { FACTS, RULES } from "#core/facts/facts.ts";
import { describeOnDatabases } from "./db/test-databases.ts";
import { type TestServer, createTestServer, TEST_OFFERS } from "./testing/test-server.ts";
import { type Shopper, createShopper, DAY, live, press } from "./testing/test-shop.ts";
import { CONSENT_VERSION, consentText } from "./payments/consent.ts";
import { readStripeEvent } from "./payments/stripe/events.ts";
import { chargeOf } from "./usage/hosted-work.ts";

const START = Date.UTC(2027, 0, 15, 9);
const POLICIES = path.resolve(import.meta.dirname, "../content/policies");

describeOnDatabases("what the policies state", ({ fresh }) => {
  let server: TestServer;
  let shopper: Shopper;
  beforeEach(async () => {
    server = await createTestServer(await fresh(), { start: START });
    shopper = await createShopper(server);
  });
  afterEach(() => server.close());
  const mails = () => server.sentEmails.map(({ template }) => template);
  const buyPlan = async (plan: string) => {
    const { orderId, url } = await shopper.open(plan);
    await press(server, url, { action: "pay" });
    return { orderId, url };
  };

  /** What the server does about each rule: whether the rule holds. */
  const OBSERVED: Readonly<Record<keyof typeof RULES, () => Promise<boolean>>> = {
    packCreditsStay: async () => {
      await shopper.buy("pack-60");
      server.advance(3 * 366 * DAY);
      return (await shopper.credits()).paid === 60;
    },
    planCreditsExpire: async () => {
      await buyPlan("basic-monthly");
      await server.call(cancelSubscription, {}, { token: shopper.token });
      const end = new Date(START);
      end.setUTCMonth(end.getUTCMonth() + FACTS.planCreditsMonths);
      server.advance(end.getTime() - START - 1000);
      const before = (await shopper.credits()).paid;
      server.advance(2000);
      return before === 200 && (await shopper.credits()).paid === 0;
    },
    plansWithoutProration: async () => {
      await buyPlan("basic-yearly");
      server.advance(DAY);
      await buyPlan("basic-monthly");
      const orders = await server.deps.db.read((queries) =>
        queries.selectFrom("orders").select(["amount", "status"]).orderBy("id").execute(),
      );
      const running = await server.deps.db.read((queries) =>
        queries
          .selectFrom("subscriptions")
          .select("period")
          .where("ended_at", "is", null)
          .execute(),
      );
      const paidInFull =
        orders.every(({ status }) => status === "paid") && orders[1]!.amount === 900;
      const staysGiven = (await shopper.credits()).paid === 400;
      return paidInFull && staysGiven && running.length === 1 && running[0]!.period === "monthly";
    },
    partialRefundsKeepCredits: async () => {
      const charge = { refunded: false, amount_refunded: 300, payment_intent: "pi_1" };
      const event = { id: "evt_1", type: "charge.refunded", created: 1, data: { object: charge } };
      return readStripeEvent(Buffer.from(JSON.stringify(event))).event === null;
    },
    fullRefundsTakeCredits: async () => {
      const { url } = await buyPlan("pack-60");
      await press(server, url, { action: "refund" });
      return (await shopper.credits()).paid === 0;
    },
    failedJobsAreFree: async () => {
      const { token } = shopper;
      await shopper.buy("pack-60");
      const { data } = await server.call(reserve, { tool: "cleaner", seconds: 600 }, { token });
      const held = (await shopper.credits()).paid;
      await server.call(refund, { usage_id: data.usage_id }, { token });
      return held === 50 && (await shopper.credits()).paid === 60;
    },
    hostedWorkIsCharged: async () => {
      const job = {
        cost: 10,
        charged: 0,
        state: "reserved",
        hosted_carried_milliseconds: 0,
      } as const;
      const paid = { ...job, hosted_paid_milliseconds: 600_000 };
      const charges = [0, 1, 61_000].map((milliseconds) =>
        chargeOf({ ...paid, hosted_milliseconds: milliseconds }),
      );
      return charges.join() === "0,1,2";
    },
    plansKeepTheirPrice: async () => {
      await buyPlan("basic-monthly");
      const plans = TEST_OFFERS.plans.map((plan) => ({ ...plan, monthly: 19 }));
      const { deps } = server;
      const later = await createTestServer(deps.settings.database, {
        db: deps.db,
        start: START,
        offers: { ...TEST_OFFERS, plans },
      });
      await live(later, 33);
      const amounts = await deps.db.read((queries) =>
        queries.selectFrom("orders").select("amount").where("status", "=", "paid").execute(),
      );
      return amounts.map(({ amount }) => amount).join() === "900,900";
    },
    changesAreAnnounced: async () => {
      await buyPlan("basic-monthly");
      const plans = TEST_OFFERS.plans.map((plan) => ({ ...plan, monthly: 19 }));
      const prices = planPrices({ ...TEST_OFFERS, plans });
      const { db } = server.deps;
      const soon = { effectiveAt: START, now: START, prices };
      const tooLate = await announce(db, { kind: "terms", ...soon }, { isDryRun: false });
      for (const kind of ["prices", "terms", "privacy"] as const)
        await announce(db, { kind, ...soon, effectiveAt: START + NOTICE }, { isDryRun: false });
      await sendAnnouncements(server.deps, async () => true);
      await live(server, FACTS.noticeDays - 1);
      const paid = () =>
        db.read((queries) =>
          queries.selectFrom("orders").select("amount").where("status", "=", "paid").execute(),
        );
      const before = (await paid()).length;
      await live(server, 3);
      const after = (await paid()).map(({ amount }) => amount);
      const sent = mails().filter((template) => template.endsWith("Changed"));
      return (
        tooLate === null &&
        before === 1 &&
        after.join() === "900,1900" &&
        sent.sort().join() === "priceChanged,privacyChanged,termsChanged"
      );
    },
    purchasesAskForConsent: async () => {
      const { orderId, url } = await shopper.open("pack-60");
      await press(server, url, { action: "pay", consent: "" });
      const without = await shopper.status(orderId);
      await press(server, url, { action: "pay" });
      const order = await server.deps.db.read((queries) =>
        queries.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirst(),
      );
      const text = consentText(server.deps, "en");
      const note = server.sentEmails.at(-1)!.values!["consent"] as string;
      return (
        without === "pending" &&
        order!.consented_at === START &&
        order!.consent_version === CONSENT_VERSION &&
        note.includes(text)
      );
    },
    paymentEmailsAlways: async () => {
      const { url } = await buyPlan("basic-monthly");
      await press(server, url, { action: "renewals-decline" });
      await live(server, 31 + FACTS.graceDays + 1);
      const { data } = await server.call(getConfig, {}, await createShopper(server));
      const expected = ["paymentReceived", "renewalFailed", "planEnded"];
      return data.is_send_email === 0 && mails().join() === expected.join();
    },
    noticesAreOptional: async () => {
      const { data } = await server.call(getConfig, {}, { token: shopper.token });
      await buyPlan("basic-monthly");
      await live(server, 29);
      return data.is_send_email === 0 && !mails().includes("renewalReminder");
    },
    yearlyPlansAreReminded: async () => {
      await buyPlan("basic-yearly");
      await live(server, 365 - FACTS.reminderDays - 1);
      const before = mails().includes("renewalReminder");
      await live(server, 2);
      return !before && mails().includes("renewalReminder");
    },
  };

  it.each(Object.entries(OBSERVED))("USR-11 %s", async (rule, observe) => {
    expect(await observe()).toBe(RULES[rule as keyof typeof RULES]);
  });
});

it("USR-11 the declaration before a payment has a version of its own for each text", () => {
  const { consent } = JSON.parse(
    fs.readFileSync(path.resolve(POLICIES, "../../locales/en/payments.json"), "utf8"),
  ) as { consent: { text: string } };
  const digest = createHash("sha256").update(consent.text).digest("hex").slice(0, 8);
  // With another text comes another version: orders store it.
  expect([CONSENT_VERSION, digest]).toEqual(["2026-11", "0eb50e5d"]);
});

it("USR-11 each fact and each rule is stated in a policy, as one", () => {
  const texts = fs
    .readdirSync(POLICIES)
    .map((name) => fs.readFileSync(path.join(POLICIES, name), "utf8"))
    .join("\n");
  const unstated = [
    ...Object.keys(FACTS).filter((name) => !texts.includes(`{{${name}}}`)),
    ...Object.keys(RULES).filter((name) => !texts.includes(`{{#${name}}}`)),
  ];
  expect(unstated).toEqual([]);
});
