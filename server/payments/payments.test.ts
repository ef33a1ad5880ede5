import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addPayRecord } from "#core/api/payments/add-pay-record.ts";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { cancelSubscription } from "#core/api/payments/cancel-subscription.ts";
import { getInvoice } from "#core/api/payments/invoice.ts";
import { getPaymentResult } from "#core/api/payments/payment-result.ts";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import { getPlans } from "#core/api/payments/plan-list.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { readUserInfo } from "../accounts/user-info.ts";
import { configSchema, siteOf } from "#core/site/config.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { openProvider } from "../open-provider.ts";
import { runPayments } from "../testing/run-payments.ts";
import { paymentRef, subscriptionRef } from "./sandbox/sandbox.ts";
import {
  type Shopper,
  audit,
  createShopper,
  DAY,
  live,
  press,
  applyPaymentEvent,
} from "../testing/test-shop.ts";
import { pageLocale } from "./return-address.ts";

const START = Date.UTC(2027, 0, 31, 12);

describeOnDatabases("payments", ({ fresh }) => {
  let server: TestServer;
  let shopper: Shopper;
  beforeEach(async () => {
    server = await createTestServer(await fresh(), { start: START });
    shopper = await createShopper(server);
  });
  afterEach(async () => {
    const { sum, isSound } = await audit(server);
    await server.close();
    if (sum !== 0 || !isSound) throw new Error("The ledger is broken");
  });
  const planOf = async () => {
    const { deps } = server;
    const user = { userId: shopper.userId, token: "" };
    const info = await deps.db.read((queries) => readUserInfo(queries, user, deps.offers));
    return info.subscription;
  };
  const orders = () =>
    server.deps.db.read((queries) =>
      queries.selectFrom("orders").selectAll().orderBy("id").execute(),
    );

  it("USR-11 API-17 plans and packs are those of the configuration", async () => {
    const { data } = await server.call(getPlans);
    expect(data).toMatchObject({ currency: "USD", daily_credits: 3 });
    expect(data.plans[0]).toEqual({
      id: "basic",
      name: "Basic",
      credits_per_month: 200,
      monthly: 9,
      yearly: 90,
    });
    expect(data.packs[0]).toEqual({ id: "pack-60", credits: 60, price: 6 });
  });

  it("API-15 a pack is ordered, paid for on its page, and gives its credits", async () => {
    const { orderId, url } = await shopper.open("pack-60");
    expect(url).toMatch(/^https:\/\/api\.example\/audio\/sandbox\/[\w-]{32}$/);
    expect(await shopper.status(orderId)).toBe("pending");
    const page = await server.app.request(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("$6.00");
    const done = await press(server, url, { action: "pay" });
    expect(done.status).toBe(303);
    expect(done.headers.get("location")).toBe(`https://api.example/pricing?order_id=${orderId}`);
    expect(await shopper.status(orderId)).toBe("paid");
    expect(await shopper.credits()).toEqual({ free: 0, paid: 60 });
  });

  it("API-15 visitors return to the language of the page that they came from", async () => {
    const { data } = await server.call(
      getPaymentUrl,
      { plan_id: "pack-60" },
      {
        token: shopper.token,
        headers: {
          origin: "https://fermata.example",
          referer: "https://fermata.example/de/pricing",
        },
      },
    );
    const page = await (await server.app.request(data.payment_url)).text();
    expect(page).toContain('<html lang="de" dir="ltr">');
    const done = await press(server, data.payment_url, { action: "pay" });
    expect(done.headers.get("location")).toBe(
      `https://fermata.example/de/pricing?order_id=${data.order_id}`,
    );
  });

  it("API-15 asking twice opens one order; another offer another one", async () => {
    const first = await shopper.open("pack-60");
    expect(await shopper.open("pack-60")).toEqual(first);
    expect((await shopper.open("pack-200")).orderId).not.toBe(first.orderId);
    server.advance(31 * 60_000);
    expect((await shopper.open("pack-60")).orderId).not.toBe(first.orderId);
  });

  it("API-15 unknown offers, orders of others and strangers get nothing", async () => {
    const { token } = shopper;
    expect(await server.call(getPaymentUrl, { plan_id: "gold" }, { token })).toMatchObject({
      status: 404,
      key: "not_found",
    });
    expect(await server.call(getPaymentUrl, { plan_id: "basic" }, { token })).toMatchObject({
      status: 404,
    });
    const other = await createShopper(server);
    const orderId = await other.buy("pack-60");
    for (const call of [getPaymentResult, getInvoice])
      expect(await server.call(call, { order_id: orderId }, { token })).toMatchObject({
        status: 404,
        key: "not_found",
      });
    const noted = await server.call(
      addPayRecord,
      { order_id: orderId, plan_id: "pack-60" },
      { token },
    );
    expect(noted).toMatchObject({ status: 404 });
    expect(await server.call(getPaymentUrl, { plan_id: "pack-60" })).toMatchObject({ status: 401 });
  });

  it("API-14 an order is noted with the plan that it is for", async () => {
    const orderId = await shopper.buy("basic-yearly");
    const { token } = shopper;
    const { data } = await server.call(
      addPayRecord,
      { order_id: orderId, plan_id: "basic-yearly" },
      { token },
    );
    expect(data).toEqual({
      order_id: orderId,
      plan_id: "basic-yearly",
      name: "Basic",
      amount: 9000,
      currency: "USD",
      status: "paid",
      created_at: START / 1000,
    });
    const wrong = await server.call(
      addPayRecord,
      { order_id: orderId, plan_id: "pack-60" },
      { token },
    );
    expect(wrong).toMatchObject({ status: 404 });
  });

  it("a declined payment fails the order and can be paid after all", async () => {
    const { orderId, url } = await shopper.open("pack-60");
    await press(server, url, { action: "decline" });
    expect(await shopper.status(orderId)).toBe("failed");
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
    await press(server, url, { action: "pay" });
    expect(await shopper.status(orderId)).toBe("paid");
    await press(server, url, { action: "pay" });
    expect(await shopper.credits()).toEqual({ free: 0, paid: 60 });
  });

  it("the extra check leads to a page of its own and pays from there", async () => {
    const { orderId, url } = await shopper.open("pack-60");
    const step = await press(server, url, { action: "step", report: "now" });
    const at = new URL(step.headers.get("location")!, url).href;
    expect(await (await server.app.request(at)).text()).toContain("Confirm the payment");
    expect(await shopper.status(orderId)).toBe("pending");
    await press(server, url, { action: "pay", report: "now" });
    expect(await shopper.status(orderId)).toBe("paid");
  });

  it("an unpaid order is abandoned", async () => {
    const { orderId } = await shopper.open("pack-60");
    await live(server, 1);
    expect(await shopper.status(orderId)).toBe("pending");
    await live(server, 2);
    expect(await shopper.status(orderId)).toBe("failed");
  });

  it("a webhook that comes late, twice or in the wrong order gives the credits once", async () => {
    const late = await shopper.buy("pack-60", { action: "pay", report: "delayed" });
    expect(await shopper.status(late)).toBe("pending");
    server.advance(60_000);
    await runPayments(server.deps);
    expect(await shopper.credits()).toEqual({ free: 0, paid: 60 });
    await shopper.buy("pack-60", { action: "pay", report: "twice" });
    expect(await shopper.credits()).toEqual({ free: 0, paid: 120 });
    const reversed = await shopper.buy("pack-60", { action: "pay", report: "reversed" });
    server.advance(10_000);
    await runPayments(server.deps);
    expect(await shopper.status(reversed)).toBe("paid");
    expect(await shopper.credits()).toEqual({ free: 0, paid: 180 });
  });

  it("a refund revokes unspent credits, and no balance becomes negative", async () => {
    const { orderId, url } = await shopper.open("pack-60");
    await press(server, url, { action: "pay" });
    const { token } = shopper;
    const { data } = await server.call(reserve, { tool: "cleaner", seconds: 600 }, { token });
    await server.call(settle, { usage_id: data.usage_id }, { token });
    expect(await shopper.credits()).toEqual({ free: 0, paid: 50 });
    await press(server, url, { action: "refund" });
    expect(await shopper.status(orderId)).toBe("refunded");
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
    await applyPaymentEvent(server, "again", {
      kind: "refunded",
      order: { ref: paymentRef(orderId) },
    });
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
  });

  it("a refund that arrives before the payment grants nothing", async () => {
    const { orderId } = await shopper.open("pack-60");
    const order = { userId: shopper.userId, orderId };
    expect(
      await applyPaymentEvent(server, "e0", { kind: "refunded", order: { ref: "pay_none" } }),
    ).toBe(409);
    expect(await applyPaymentEvent(server, "e1", { kind: "refunded", order })).toBe(200);
    const paid = {
      kind: "paid",
      order,
      amount: 600,
      currency: "USD",
      customer: "c",
      refs: [],
      subscription: null,
    } as const;
    expect(await applyPaymentEvent(server, "e2", paid)).toBe(200);
    expect(await shopper.status(orderId)).toBe("refunded");
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
  });

  it("an amount or currency that differs from the order's grants nothing and is reported to the operator", async () => {
    const { orderId } = await shopper.open("pack-60");
    const order = { userId: shopper.userId, orderId };
    const paid = {
      kind: "paid",
      order,
      customer: "c",
      refs: [],
      subscription: null,
    } as const;
    await applyPaymentEvent(server, "e1", { ...paid, amount: 599, currency: "USD" });
    await applyPaymentEvent(server, "e2", { ...paid, amount: 600, currency: "JPY" });
    expect(await shopper.status(orderId)).toBe("pending");
    const logged = server.logs.filter(({ event }) => event === "payment_not_applied");
    expect(logged.map(({ level, values }) => [level, values])).toEqual(
      ["e1", "e2"].map((eventId) => ["error", { reason: "mismatch", eventId, kind: "paid" }]),
    );
  });

  it("API-15 a foreign address never becomes the payment page of an order", async () => {
    const { settings } = server.deps;
    const local = await createTestServer(settings.database, {
      settings: { ...settings, publicUrl: null, isForPublic: false },
    });
    const ask = async (origin: string) => {
      // An open order is returned again, with its existing URL.
      const { token } = await local.addUser();
      const response = await local.app.request(`${origin}${getPaymentUrl.path}?plan_id=pack-60`, {
        headers: { authorization: token },
      });
      const { data } = (await response.json()) as { data: { payment_url: string } | null };
      return [response.status, data && new URL(data.payment_url).origin];
    };
    for (const origin of [
      "http://evil.example",
      "http://127.0.0.1.evil.example",
      "http://192.0.2.1",
    ])
      expect(await ask(origin)).toEqual([400, null]);
    const orders = await server.deps.db.read((queries) =>
      queries.selectFrom("orders").select("id").execute(),
    );
    expect(orders).toEqual([]);
    for (const origin of ["http://localhost:8787", "http://127.0.0.1:1", "http://[::1]:2"])
      expect(await ask(origin)).toEqual([200, origin]);
    await local.close();
  });

  it("API-15 where nothing is sold, payments are closed", async () => {
    const { settings } = server.deps;
    const none = openProvider(
      { ...server.deps, settings: { ...settings, payment: { provider: "none" } } },
      async () => 200,
    );
    const closed = await createTestServer(settings.database, { db: server.deps.db, payment: none });
    const { token } = shopper;
    expect(await closed.call(getPaymentUrl, { plan_id: "pack-60" }, { token })).toMatchObject({
      status: 503,
      key: "payment_closed",
    });
    const response = await closed.app.request("https://api.example/audio/webhooks/none", {
      method: "POST",
    });
    expect(response.status).toBe(400);
  });

  it("API-16 a plan gives its credits, is shown, and ends with its period", async () => {
    await shopper.buy("basic-monthly");
    expect(await planOf()).toEqual({
      plan_id: "basic",
      plan_name: "Basic",
      period: "monthly",
      status: "active",
      renews_at: Date.UTC(2027, 1, 28, 12) / 1000,
      cancel_at_period_end: false,
    });
    await shopper.buy("pack-60");
    const { token } = shopper;
    expect(await server.call(getPaymentUrl, { plan_id: "basic-monthly" }, { token })).toMatchObject(
      { status: 409, key: "already_subscribed" },
    );
    const { data } = await server.call(cancelSubscription, {}, { token });
    expect(data).toMatchObject({ status: "cancelled", cancel_at_period_end: true });
    expect(await server.call(cancelSubscription, {}, { token })).toMatchObject({
      key: "not_subscribed",
    });
    expect(await shopper.credits()).toEqual({ free: 0, paid: 260 });
    await live(server, 29);
    expect(await planOf()).toBeNull();
    expect(await shopper.credits()).toEqual({ free: 0, paid: 60 });
    expect((await orders()).length).toBe(2);
  });

  it("API-16 the same key cancels once; without a plan there is nothing to cancel", async () => {
    const { token } = shopper;
    expect(await server.call(cancelSubscription, {}, { token })).toMatchObject({ status: 409 });
    await shopper.buy("basic-monthly");
    const key = "cancel-key-1";
    const first = await server.call(cancelSubscription, {}, { token, key });
    const again = await server.call(cancelSubscription, {}, { token, key });
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("a monthly plan renews on its day, with fresh credits and a record each", async () => {
    await shopper.buy("basic-monthly");
    await live(server, 200);
    const all = await orders();
    expect(all.map(({ status, cycle }) => [status, cycle])).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((cycle) => ["paid", cycle]),
    );
    expect(new Set(all.map(({ receipt_number }) => receipt_number)).size).toBe(7);
    expect(await shopper.credits()).toEqual({ free: 0, paid: 200 });
    // The 31st, or the last day of a shorter month.
    expect((await planOf())!.renews_at).toBe(Date.UTC(2027, 7, 31, 12) / 1000);
  });

  it("a yearly plan gives credits each month and is paid for once a year", async () => {
    await shopper.buy("basic-yearly");
    for (let month = 0; month < 11; month++) {
      await live(server, 31);
      expect(await shopper.credits()).toEqual({ free: 0, paid: 200 });
    }
    expect(await orders()).toHaveLength(1);
    await live(server, 31);
    expect(await orders()).toHaveLength(2);
    const grants = await server.deps.db.read((queries) =>
      queries.selectFrom("grants").select("amount").execute(),
    );
    expect(grants).toHaveLength(13);
  });

  it("a renewal is tried three times, then the plan is past due, then it ends", async () => {
    const { url } = await shopper.open("basic-monthly");
    await press(server, url, { action: "pay" });
    await press(server, url, { action: "renewals-decline" });
    await live(server, 28);
    expect(await planOf()).toMatchObject({ status: "active" });
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
    await live(server, 3);
    expect(await planOf()).toMatchObject({ status: "past_due" });
    await live(server, 6);
    expect(await planOf()).toMatchObject({ status: "past_due" });
    await live(server, 2);
    expect(await planOf()).toBeNull();
    expect((await orders()).map(({ status }) => status)).toEqual(["paid", "failed"]);
  });

  it("a renewal that is paid at the second attempt continues normally", async () => {
    const { url } = await shopper.open("basic-monthly");
    await press(server, url, { action: "pay" });
    await press(server, url, { action: "renewals-decline" });
    await live(server, 28);
    await press(server, url, { action: "renewals-pay" });
    await live(server, 1);
    expect(await planOf()).toMatchObject({
      status: "active",
      renews_at: Date.UTC(2027, 2, 31, 12) / 1000,
    });
    expect(await shopper.credits()).toEqual({ free: 0, paid: 200 });
    expect((await orders()).map(({ status }) => status)).toEqual(["paid", "paid"]);
  });

  it("another plan takes the place of the one that runs", async () => {
    await shopper.buy("basic-monthly");
    server.advance(DAY);
    await shopper.buy("basic-yearly");
    expect(await planOf()).toMatchObject({ period: "yearly", status: "active" });
    // The credits of the first plan remain until the end of their month.
    expect(await shopper.credits()).toEqual({ free: 0, paid: 400 });
    await live(server, 30);
    expect(await shopper.credits()).toEqual({ free: 0, paid: 200 });
    expect(await orders()).toHaveLength(2);
  });

  it("a refunded plan ends at once and its credits go", async () => {
    const { url, orderId } = await shopper.open("basic-yearly");
    await press(server, url, { action: "pay" });
    await press(server, url, { action: "refund" });
    expect(await planOf()).toBeNull();
    expect(await shopper.status(orderId)).toBe("refunded");
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
    await live(server, 62);
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
  });

  it("USR-5 deleting the account ends its plan, and a later payment grants no credits", async () => {
    await shopper.buy("basic-monthly");
    const { orderId } = await shopper.open("pack-60");
    const deletion = await server.call(
      cancelAccount,
      { password: "a password of mine" },
      { token: shopper.token },
    );
    expect(deletion.status).toBe(200);
    await live(server, 40);
    const order = { userId: shopper.userId, orderId };
    const paid = { amount: 600, currency: "USD", customer: "c", refs: [], subscription: null };
    expect(await applyPaymentEvent(server, "late", { kind: "paid", order, ...paid })).toBe(200);
    const all = await orders();
    expect(all.map(({ status }) => status)).toEqual(["paid", "paid"]);
    const left = await server.deps.db.read((queries) =>
      queries.selectFrom("grants").select("id").where("remaining", ">", 0).execute(),
    );
    expect(left).toEqual([]);
  });

  it("USR-5 a payment during the deletion of the account is refunded, and the operator is notified", async () => {
    await shopper.buy("basic-monthly");
    const [plan] = await orders();
    await shopper.buy("pack-60", { action: "pay", report: "delayed" });
    const password = "a password of mine";
    await server.call(cancelAccount, { password }, { token: shopper.token });
    server.advance(60_000);
    await runPayments(server.deps);
    await applyPaymentEvent(server, "renewed while it was deleted", {
      kind: "renewed",
      subscription: subscriptionRef(plan!.id),
      amount: 900,
      currency: "USD",
      refs: [paymentRef(plan!.id, 1)],
      payment: paymentRef(plan!.id, 1),
    });
    await runPayments(server.deps);
    await runPayments(server.deps);
    expect((await orders()).map(({ kind, status }) => [kind, status])).toEqual([
      ["plan", "paid"],
      ["pack", "refunded"],
      ["plan", "refunded"],
    ]);
    const logged = server.logs.filter(({ event }) => event === "payment_not_applied");
    expect(logged.map(({ values }) => values["reason"])).toEqual(["orphaned", "orphaned"]);
    const left = await server.deps.db.read((queries) =>
      queries.selectFrom("provider_tasks").select("kind").execute(),
    );
    expect(left).toEqual([]);
    const grants = await server.deps.db.read((queries) =>
      queries.selectFrom("grants").select("amount").where("remaining", ">", 0).execute(),
    );
    expect(grants).toEqual([]);
  });

  it("renewals that are repeated, under other names or for the past count once", async () => {
    const orderId = await shopper.buy("basic-monthly");
    await live(server, 28);
    const subscription = subscriptionRef(orderId);
    const renewed = {
      kind: "renewed",
      subscription,
      amount: 900,
      currency: "USD",
      refs: [paymentRef(orderId, 1)],
    } as const;
    await applyPaymentEvent(server, "x1", { ...renewed, cycle: 1 });
    await applyPaymentEvent(server, "x2", renewed);
    await applyPaymentEvent(server, "x3", {
      kind: "renewal_failed",
      subscription,
      refs: [],
      cycle: 1,
    });
    expect(await orders()).toHaveLength(2);
    expect(await planOf()).toMatchObject({ status: "active" });
    expect(await shopper.credits()).toEqual({ free: 0, paid: 200 });
  });

  it("USR-8 the receipt is a page of the buyer's language that only its address opens", async () => {
    const orderId = await shopper.buy("pack-60");
    const { token } = shopper;
    const { data } = await server.call(getInvoice, { order_id: orderId }, { token });
    expect(data.receipt_url).toMatch(/^https:\/\/api\.example\/audio\/receipts\//);
    const answer = await server.app.request(data.receipt_url);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const part of ["2027-000001", "January 31, 2027", "$6.00", "60 credits", "@example.org"])
      expect(page).toContain(part);
    expect(page).not.toMatch(/style=|<script/);
    const wrong = data.receipt_url.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    for (const address of [wrong, `https://api.example/audio/receipts/${orderId}`]) {
      const refused = await server.app.request(address);
      expect(refused.status).toBe(404);
      expect(await refused.text()).not.toContain("$6.00");
    }
    await server.deps.db.write((tx) =>
      tx.updateTable("users").set({ locale: "ar" }).where("id", "=", shopper.userId).execute(),
    );
    const arabic = await (await server.app.request(data.receipt_url)).text();
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
  });

  it("USR-8 an order that is not paid has no receipt", async () => {
    const { orderId } = await shopper.open("pack-60");
    const { token } = shopper;
    expect(await server.call(getInvoice, { order_id: orderId }, { token })).toMatchObject({
      status: 404,
      key: "no_receipt",
    });
  });

  it("USR-12 payments, a failed renewal and the end of a plan are reported with notifications off", async () => {
    const { url } = await shopper.open("basic-monthly");
    await press(server, url, { action: "pay", report: "twice" });
    await press(server, url, { action: "renewals-decline" });
    await live(server, 45);
    expect(server.sentEmails.map(({ template }) => template)).toEqual([
      "paymentReceived",
      "renewalFailed",
      "planEnded",
    ]);
    const [paid] = server.sentEmails;
    expect(paid).toMatchObject({ values: { name: "Basic", amount: "$9.00" } });
    expect((await server.app.request(paid!.link!.url)).status).toBe(200);
  });

  it.each([
    { plan: "basic-monthly", on: 0, days: 27, reminders: 0 },
    { plan: "basic-monthly", on: 1, days: 27, reminders: 1 },
    { plan: "basic-yearly", on: 0, days: 363, reminders: 1 },
  ])(
    "USR-12 $plan with notifications $on has $reminders reminders before it renews",
    async ({ plan, on, days, reminders }) => {
      await server.deps.db.write((tx) =>
        tx
          .updateTable("users")
          .set({ is_send_email: on })
          .where("id", "=", shopper.userId)
          .execute(),
      );
      const { url } = await shopper.open(plan);
      await press(server, url, { action: "pay" });
      await live(server, days);
      const sent = server.sentEmails.filter(({ template }) => template === "renewalReminder");
      expect(sent).toHaveLength(reminders);
      if (reminders > 0)
        expect(sent[0]!.values).toMatchObject({ date: expect.stringMatching(/20/) });
    },
  );

  it("USR-12 no reminder precedes the end of a plan that was canceled", async () => {
    const { url } = await shopper.open("basic-yearly");
    await press(server, url, { action: "pay" });
    await server.call(cancelSubscription, {}, { token: shopper.token });
    await live(server, 364);
    expect(server.sentEmails.map(({ template }) => template)).toEqual(["paymentReceived"]);
  });

  it("the policy of a page allows its own style, and nothing else", async () => {
    const { url } = await shopper.open("pack-60");
    const answer = await server.app.request(url);
    const [, style] = /<style>([^]*?)<\/style>/.exec(await answer.text())!;
    const hash = createHash("sha256").update(style!).digest("base64");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' https://api.example; frame-ancestors 'none'; base-uri 'none'`,
    );
  });

  it("names and addresses on pages are text, never markup", async () => {
    await server.deps.db.write((tx) =>
      tx
        .updateTable("users")
        .set({ email: `"<img src=x>"@example.org` })
        .where("id", "=", shopper.userId)
        .execute(),
    );
    const orderId = await shopper.buy("pack-60");
    const { data } = await server.call(getInvoice, { order_id: orderId }, shopper);
    const page = await (await server.app.request(data.receipt_url)).text();
    expect(page).not.toContain("<img");
    expect(page).toContain("&lt;img src=x&gt;");
  });

  it("a page of the sandbox takes forms alone, and knows what it is asked", async () => {
    const { url } = await shopper.open("pack-60");
    expect((await press(server, url, { action: "steal" })).status).toBe(400);
    expect((await press(server, `${url}x`, { action: "pay" })).status).toBe(404);
    expect((await server.app.request(`${url}x`)).status).toBe(404);
    const json = await server.app.request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(json.status).toBe(415);
  });
});

const site = siteOf(
  configSchema.parse({
    site: { name: "S", origin: "https://s.example", contact: "c" },
    locales: [
      { code: "en", language: "en-US", name: "English", endonym: "English" },
      {
        code: "de",
        language: "de",
        name: "German",
        endonym: "Deutsch",
        domain: "https://s-de.example",
      },
      { code: "fr", language: "fr", name: "French", endonym: "Français" },
    ],
  }),
);

it.each([
  ["https://s.example/pricing", "en"],
  ["https://s.example/fr/pricing", "fr"],
  ["https://s.example/fr", "fr"],
  ["https://s.example/french-press", "en"],
  ["https://s-de.example/pricing", "de"],
  ["https://s-fr.example/pricing", "en"],
  ["no address", "en"],
  [null, "en"],
])("USR-11 LOC-3 a payment on %s returns to the page in %s", (referrer, code) => {
  expect(pageLocale(site, referrer)).toBe(code);
});
