import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { cancelSubscription } from "#core/api/payments/cancel-subscription.ts";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import { readUserInfo } from "../../accounts/user-info.ts";
import { describeOnDatabases } from "../../db/test-databases.ts";
import { type TestServer, createTestServer } from "../../testing/test-server.ts";
import { addMonths } from "../periods.ts";
import { runPayments } from "../../testing/run-payments.ts";
import { sign } from "./signature.ts";
import { type Shopper, audit, createShopper, DAY } from "../../testing/test-shop.ts";
import { callStripe, encodeFields } from "./call-stripe.ts";
import { createStripe } from "./stripe.ts";

const SECRET = "whsec_0123456789";
const START = Date.UTC(2027, 0, 15, 9);

interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly fields: URLSearchParams;
  readonly headers: Headers;
}

describeOnDatabases("Stripe", ({ fresh }) => {
  let server: TestServer;
  let shopper: Shopper;
  let requests: StripeRequest[];
  let status: number;
  let code: string;
  let count: number;
  beforeEach(async () => {
    requests = [];
    status = 200;
    code = "resource_missing";
    count = 0;
    const stripeFetch = (async (address: string, init: RequestInit) => {
      const { pathname: path } = new URL(address);
      const fields = new URLSearchParams(init.body as string);
      requests.push({ method: init.method!, path, fields, headers: new Headers(init.headers) });
      const answer =
        status === 200
          ? {
              id: `cs_${fields.get("client_reference_id")}`,
              url: "https://checkout.example/c",
              payment_intent: "pi_of_invoice",
              items: {
                data: [
                  { id: "si_1", price: { product: "prod_1", recurring: { interval: "month" } } },
                ],
              },
            }
          : { error: { code, message: "sk_secret" } };
      return Response.json(answer, { status });
    }) as typeof fetch;
    const options = { secretKey: "sk_secret", fetch: stripeFetch, pause: async () => {} };
    server = await createTestServer(await fresh(), {
      start: START,
      payment: createStripe(options, SECRET),
    });
    shopper = await createShopper(server);
  });
  afterEach(() => server.close());

  it("USR-11 an announced price is charged from the next invoice on, without proration", async () => {
    const { payment } = server.deps;
    await payment.setPrice("sub_1", { amount: 1200, currency: "USD" });
    const [read, write] = requests;
    expect([read!.method, read!.path]).toEqual(["GET", "/v1/subscriptions/sub_1"]);
    expect([write!.method, write!.path]).toEqual(["POST", "/v1/subscriptions/sub_1"]);
    expect(Object.fromEntries(write!.fields)).toEqual({
      "items[0][id]": "si_1",
      "items[0][price_data][currency]": "usd",
      "items[0][price_data][unit_amount]": "1200",
      "items[0][price_data][product]": "prod_1",
      "items[0][price_data][recurring][interval]": "month",
      proration_behavior: "none",
    });
    status = 404;
    await payment.setPrice("sub_1", { amount: 1200, currency: "USD" });
    status = 503;
    await expect(payment.setPrice("sub_1", { amount: 1, currency: "USD" })).rejects.toThrow();
  });

  async function deliver(type: string, object: object, extra: object = {}, secret = SECRET) {
    const now = server.deps.clock();
    const body = Buffer.from(
      JSON.stringify({
        id: `evt_${++count}`,
        object: "event",
        api_version: "2024-06-20",
        created: Math.floor(now / 1000),
        type,
        data: { object, ...extra },
      }),
    );
    const answer = await server.app.request("https://api.example/audio/webhooks/stripe", {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": sign(body, secret, now),
      },
      body: Uint8Array.from(body),
    });
    return answer.status;
  }
  const metadataOf = (orderId: string) => ({ order_id: orderId, user_id: shopper.userId });
  const sessionOf = (orderId: string, change: object = {}) => ({
    id: `cs_${orderId}`,
    object: "checkout.session",
    metadata: metadataOf(orderId),
    mode: "payment",
    payment_status: "paid",
    amount_total: 600,
    currency: "usd",
    customer: "cus_1",
    subscription: null,
    payment_intent: `pi_${orderId}`,
    invoice: null,
    ...change,
  });
  const planSession = (orderId: string) =>
    sessionOf(orderId, {
      mode: "subscription",
      amount_total: 900,
      subscription: "sub_1",
      payment_intent: null,
      invoice: `in_${orderId}`,
    });
  const invoiceOf = (orderId: string, change: object = {}) => ({
    id: "in_2",
    object: "invoice",
    billing_reason: "subscription_cycle",
    subscription: "sub_1",
    subscription_details: { metadata: metadataOf(orderId) },
    payment_intent: "pi_2",
    amount_paid: 900,
    currency: "usd",
    lines: { data: [{ period: { start: 0, end: addMonths(START, 2) / 1000 } }] },
    ...change,
  });
  const info = () => {
    const user = { userId: shopper.userId, token: "" };
    const { deps } = server;
    return deps.db.read((queries) => readUserInfo(queries, user, deps.offers));
  };

  it("API-15 opens a checkout for a pack", async () => {
    const { orderId, url } = await shopper.open("pack-60");
    expect(url).toBe("https://checkout.example/c");
    const [{ path, fields, headers } = requests[0]!] = requests;
    expect(path).toBe("/v1/checkout/sessions");
    expect(headers.get("authorization")).toBe("Bearer sk_secret");
    expect(headers.get("idempotency-key")).toBe(`checkout-${orderId}`);
    expect(headers.get("stripe-version")).toBe("2024-06-20");
    expect(Object.fromEntries(fields)).toMatchObject({
      mode: "payment",
      client_reference_id: orderId,
      "metadata[order_id]": orderId,
      "payment_intent_data[metadata][user_id]": shopper.userId,
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "600",
      "line_items[0][price_data][product_data][name]": "60 credits",
      "consent_collection[terms_of_service]": "required",
      "custom_text[terms_of_service_acceptance][message]": expect.stringContaining("14 days"),
      success_url: `https://api.example/pricing?order_id=${orderId}`,
    });
  });

  it("API-15 opens a checkout for a plan, for the customer that is known", async () => {
    await deliver("checkout.session.completed", sessionOf((await shopper.open("pack-60")).orderId));
    await shopper.open("basic-yearly");
    expect(Object.fromEntries(requests[1]!.fields)).toMatchObject({
      mode: "subscription",
      customer: "cus_1",
      "line_items[0][price_data][recurring][interval]": "year",
      "line_items[0][price_data][unit_amount]": "9000",
    });
    expect((await info()).kodepay_user_id).toBe("cus_1");
  });

  it("USR-11 stores that the customer asked for the credits at once", async () => {
    const { orderId } = await shopper.open("pack-60");
    const consent = { terms_of_service: "accepted" };
    await deliver("checkout.session.completed", sessionOf(orderId, { consent }));
    const { consented_at } = await server.deps.db.read((queries) =>
      queries
        .selectFrom("orders")
        .select("consented_at")
        .where("id", "=", orderId)
        .executeTakeFirstOrThrow(),
    );
    expect(consented_at).toBe(START);
  });

  it("API-15 says that payments are closed when Stripe does not answer", async () => {
    status = 500;
    const { token } = shopper;
    const answer = await server.call(getPaymentUrl, { plan_id: "pack-60" }, { token });
    expect(answer).toMatchObject({ status: 503, key: "payment_closed" });
    expect(requests).toHaveLength(3);
    expect(JSON.stringify(server.logs)).not.toContain("sk_secret");
  });

  it("gives a pack's credits when it is paid for, once, and takes them back", async () => {
    const { orderId } = await shopper.open("pack-60");
    const session = sessionOf(orderId);
    expect(await deliver("checkout.session.completed", session)).toBe(200);
    expect(await deliver("checkout.session.completed", session)).toBe(200);
    expect(await shopper.credits()).toEqual({ free: 0, paid: 60 });
    const charge = { refunded: true, payment_intent: `pi_${orderId}`, metadata: {} };
    await deliver("charge.refunded", { ...charge, refunded: false });
    expect(await shopper.status(orderId)).toBe("paid");
    await deliver("charge.refunded", charge);
    expect(await shopper.status(orderId)).toBe("refunded");
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
  });

  it("API-15 takes a payment back that is charged back, until the dispute about it is won", async () => {
    const { orderId } = await shopper.open("pack-60");
    const dispute = (status: string, id = "du_1") => ({
      id,
      payment_intent: `pi_${orderId}`,
      status,
    });
    // Before the payment is known: Stripe has to resend the event.
    expect(await deliver("charge.dispute.created", dispute("needs_response"))).toBe(409);
    await deliver("checkout.session.completed", sessionOf(orderId));
    // An inquiry moves no money.
    await deliver("charge.dispute.created", dispute("warning_needs_response"));
    await deliver("charge.dispute.closed", dispute("warning_closed"));
    expect(await shopper.credits()).toEqual({ free: 0, paid: 60 });
    await deliver("charge.dispute.created", dispute("needs_response"));
    await deliver("charge.dispute.funds_withdrawn", dispute("needs_response"));
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
    expect(await shopper.status(orderId)).toBe("refunded");
    await deliver("charge.dispute.closed", dispute("won"));
    await deliver("charge.dispute.funds_reinstated", dispute("won"));
    // A late event changes nothing.
    await deliver("charge.dispute.created", dispute("needs_response"));
    expect(await shopper.credits()).toEqual({ free: 0, paid: 60 });
    expect(await shopper.status(orderId)).toBe("paid");
    await deliver("charge.dispute.closed", dispute("lost", "du_2"));
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
  });

  it("API-15 knows the payment of a plan's first period by its invoice, also before the checkout", async () => {
    const { orderId } = await shopper.open("basic-monthly");
    const invoice = invoiceOf(orderId, {
      billing_reason: "subscription_create",
      id: `in_${orderId}`,
      payment_intent: "pi_first",
    });
    expect(await deliver("invoice.paid", invoice)).toBe(200);
    await deliver("checkout.session.completed", planSession(orderId));
    expect(await shopper.credits()).toEqual({ free: 0, paid: 200 });
    const dispute = { id: "du_1", payment_intent: "pi_first", status: "needs_response" };
    expect(await deliver("charge.dispute.created", dispute)).toBe(200);
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
  });

  it("waits for money that takes days, and gives up what does not come", async () => {
    const { orderId } = await shopper.open("pack-60");
    await deliver("checkout.session.completed", sessionOf(orderId, { payment_status: "unpaid" }));
    expect(await shopper.status(orderId)).toBe("pending");
    await deliver("checkout.session.async_payment_failed", sessionOf(orderId));
    expect(await shopper.status(orderId)).toBe("failed");
    await deliver("checkout.session.async_payment_succeeded", sessionOf(orderId));
    expect(await shopper.status(orderId)).toBe("paid");
  });

  it("renews a plan by its invoices, however they come", async () => {
    const { orderId } = await shopper.open("basic-monthly");
    const renewal = invoiceOf(orderId);
    // Before the plan is known: Stripe has to resend the event.
    expect(await deliver("invoice.paid", renewal)).toBe(409);
    await deliver("checkout.session.completed", planSession(orderId));
    const first = { id: "in_1", payment_intent: "pi_1", billing_reason: "subscription_create" };
    await deliver("invoice.paid", { ...renewal, ...first });
    expect(await shopper.credits()).toEqual({ free: 0, paid: 200 });
    server.advance(addMonths(START, 1) - START + 3_600_000);
    await runPayments(server.deps);
    expect(await shopper.credits()).toEqual({ free: 0, paid: 0 });
    expect(await deliver("invoice.paid", renewal)).toBe(200);
    expect(await deliver("invoice.paid", renewal)).toBe(200);
    await deliver("invoice.payment_failed", renewal);
    expect(await shopper.credits()).toEqual({ free: 0, paid: 200 });
    expect((await info()).subscription).toMatchObject({
      status: "active",
      renews_at: addMonths(START, 2) / 1000,
    });
    expect(await audit(server)).toEqual({ sum: 0, isSound: true });
  });

  it("reads invoices of newer versions, too", async () => {
    const { orderId } = await shopper.open("basic-monthly");
    await deliver("checkout.session.completed", planSession(orderId));
    const { subscription: _a, subscription_details: _b, ...rest } = invoiceOf(orderId);
    const parent = {
      subscription_details: { subscription: "sub_1", metadata: metadataOf(orderId) },
    };
    expect(await deliver("invoice.paid", { ...rest, parent })).toBe(200);
    expect((await info()).subscription!.renews_at).toBe(addMonths(START, 2) / 1000);
  });

  it("is past due after three tries that failed, and ends when Stripe says so", async () => {
    const { orderId } = await shopper.open("basic-monthly");
    await deliver("checkout.session.completed", planSession(orderId));
    server.advance(addMonths(START, 1) - START);
    for (let attempt = 0; attempt < 3; attempt++) {
      await deliver("invoice.payment_failed", invoiceOf(orderId));
      server.advance(DAY);
      await runPayments(server.deps);
    }
    expect((await info()).subscription).toMatchObject({ status: "past_due" });
    await deliver("customer.subscription.deleted", {
      id: "sub_1",
      metadata: metadataOf(orderId),
      cancel_at_period_end: false,
    });
    expect((await info()).subscription).toBeNull();
  });

  it("API-16 cancels at Stripe first; a subscription that no longer exists counts as canceled", async () => {
    const { orderId } = await shopper.open("basic-monthly");
    await deliver("checkout.session.completed", planSession(orderId));
    const { token } = shopper;
    status = 500;
    const closed = await server.call(cancelSubscription, {}, { token });
    expect(closed).toMatchObject({ status: 503, key: "payment_closed" });
    expect((await info()).subscription).toMatchObject({ cancel_at_period_end: false });
    status = 404;
    const { data } = await server.call(cancelSubscription, {}, { token });
    expect(data).toMatchObject({ status: "cancelled", cancel_at_period_end: true });
    const last = requests.at(-1)!;
    expect([last.method, last.path]).toEqual(["POST", "/v1/subscriptions/sub_1"]);
    expect(last.fields.get("cancel_at_period_end")).toBe("true");
  });

  it("hears of what was chosen in Stripe's own pages", async () => {
    const { orderId } = await shopper.open("basic-monthly");
    await deliver("checkout.session.completed", planSession(orderId));
    const plan = { id: "sub_1", metadata: metadataOf(orderId), cancel_at_period_end: true };
    const changed = { previous_attributes: { cancel_at_period_end: false } };
    await deliver("customer.subscription.updated", plan, changed);
    expect((await info()).subscription).toMatchObject({ cancel_at_period_end: true });
    await deliver(
      "customer.subscription.updated",
      { ...plan, cancel_at_period_end: false },
      { previous_attributes: { cancel_at_period_end: true } },
    );
    expect((await info()).subscription).toMatchObject({
      cancel_at_period_end: false,
      status: "active",
    });
    // An unrelated change.
    await deliver("customer.subscription.updated", plan, { previous_attributes: { items: {} } });
    expect((await info()).subscription).toMatchObject({ cancel_at_period_end: false });
  });

  it("ends a replaced plan at Stripe, and tries again until it is done", async () => {
    const first = await shopper.open("basic-monthly");
    await deliver("checkout.session.completed", planSession(first.orderId));
    server.advance(DAY);
    const second = await shopper.open("basic-yearly");
    const session = { ...planSession(second.orderId), amount_total: 9000, subscription: "sub_2" };
    await deliver("checkout.session.completed", session);
    status = 500;
    await runPayments(server.deps);
    status = 200;
    requests.length = 0;
    await runPayments(server.deps);
    expect(requests).toEqual([]);
    server.advance(300_000);
    await runPayments(server.deps);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "DELETE /v1/subscriptions/sub_1",
    ]);
  });

  it("USR-5 refunds a payment during the deletion of the account, once", async () => {
    const pack = await shopper.open("pack-60");
    const plan = await shopper.open("basic-monthly");
    const password = "a password of mine";
    await server.call(cancelAccount, { password }, { token: shopper.token });
    await deliver("checkout.session.completed", sessionOf(pack.orderId));
    await deliver("checkout.session.completed", planSession(plan.orderId));
    status = 500;
    await runPayments(server.deps);
    status = 400;
    code = "charge_already_refunded";
    server.advance(300_000);
    requests.length = 0;
    await runPayments(server.deps);
    status = 200;
    server.advance(600_000);
    await runPayments(server.deps);
    const refunds = requests.filter(({ path }) => path === "/v1/refunds");
    expect(refunds.map(({ fields }) => fields.get("payment_intent"))).toEqual([
      `pi_${pack.orderId}`,
      "pi_of_invoice",
    ]);
    expect(refunds[0]!.headers.get("idempotency-key")).toBe(`refund-pi_${pack.orderId}`);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        "DELETE /v1/subscriptions/sub_1",
        `GET /v1/invoices/in_${plan.orderId}`,
      ]),
    );
    await deliver("charge.refunded", {
      metadata: metadataOf(pack.orderId),
      refunded: true,
      payment_intent: `pi_${pack.orderId}`,
      invoice: null,
    });
    await deliver("charge.refunded", {
      metadata: {},
      refunded: true,
      payment_intent: "pi_of_invoice",
      invoice: `in_${plan.orderId}`,
    });
    const states = await server.deps.db.read((queries) =>
      queries.selectFrom("orders").select("status").execute(),
    );
    expect(states).toEqual([{ status: "refunded" }, { status: "refunded" }]);
  });

  it.each([
    ["another secret", "checkout.session.completed", "whsec_other"],
    ["an unknown type", "account.updated", SECRET],
  ])("webhooks of %s move nothing", async (_what, type, secret) => {
    const { orderId } = await shopper.open("pack-60");
    expect(await deliver(type, sessionOf(orderId), {}, secret)).toBe(secret === SECRET ? 200 : 400);
    expect(await shopper.status(orderId)).toBe("pending");
  });

  it("what other programs sell through the same account is left alone", async () => {
    const foreign = { ...sessionOf("x"), metadata: {} };
    expect(await deliver("checkout.session.completed", foreign)).toBe(200);
    expect(await deliver("invoice.paid", invoiceOf("x", { subscription_details: null }))).toBe(200);
    const charge = { refunded: true, payment_intent: "pi_foreign", metadata: {} };
    expect(await deliver("charge.refunded", charge)).toBe(409);
    const sandbox = await server.app.request("https://api.example/audio/webhooks/sandbox", {
      method: "POST",
    });
    expect(sandbox.status).toBe(404);
    expect((await server.app.request("https://api.example/audio/sandbox/abc")).status).toBe(404);
  });
});

describe("calls of Stripe", () => {
  it("have their fields in its form", () => {
    const fields = { a: 1, b: { c: [{ d: true }, { d: "x y" }] }, e: undefined };
    expect(encodeFields(fields).toString()).toBe(
      "a=1&b%5Bc%5D%5B0%5D%5Bd%5D=true&b%5Bc%5D%5B1%5D%5Bd%5D=x+y",
    );
  });

  it.each([
    [[500, 429, 200], 200, 3],
    [[402], "Stripe answers 402 card", 1],
    [[0, 0, 0], "Stripe cannot be reached", 3],
  ])("that are answered with %j", async (statuses, outcome, tries) => {
    let made = 0;
    const waits: number[] = [];
    const call = callStripe(
      {
        secretKey: "sk",
        fetch: (async () => {
          const status = statuses[made++]!;
          if (status === 0) throw new TypeError("fetch failed");
          return Response.json({ error: { code: "card" } }, { status });
        }) as unknown as typeof fetch,
        pause: async (milliseconds) => void waits.push(milliseconds),
      },
      { method: "POST", path: "/v1/x", idempotencyKey: "k" },
    );
    if (outcome === 200) await call;
    else await expect(call).rejects.toThrow(outcome as string);
    expect(made).toBe(tries);
    expect(waits).toHaveLength(tries - 1);
  });
});
