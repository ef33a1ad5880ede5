import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../db/test-databases.ts";
import type { PaymentEvent } from "../ports/payment.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { runPayments } from "../testing/run-payments.ts";
import { paymentRef, subscriptionRef } from "./sandbox/sandbox.ts";
import {
  type Shopper,
  audit,
  createShopper,
  DAY,
  applyPaymentEvent,
} from "../testing/test-shop.ts";
import { isLong } from "#tests/left-out.ts";

const RUNS = isLong ? 300 : 15;

interface Webhook {
  readonly id: string;
  readonly event: PaymentEvent;
}

/** A provider's events for an order, in chronological order. */
function storyOf(userId: string, orderId: string, plan: string, end: "paid" | "refunded") {
  const isPlan = plan.startsWith("basic");
  const amount = { "pack-60": 600, "pack-200": 1500, "basic-monthly": 900, "basic-yearly": 9000 }[
    plan
  ]!;
  const order = { userId, orderId };
  const subscription = isPlan ? subscriptionRef(orderId) : null;
  const story: Webhook[] = [
    { id: `f${orderId}`, event: { kind: "failed", order } },
    {
      id: `p${orderId}`,
      event: {
        kind: "paid",
        order,
        amount,
        currency: "USD",
        customer: "cus",
        refs: [paymentRef(orderId)],
        subscription,
      },
    },
    // The same payment under another id, as some providers report it.
    {
      id: `q${orderId}`,
      event: {
        kind: "paid",
        order,
        amount,
        currency: "USD",
        customer: "cus",
        refs: [paymentRef(orderId)],
        subscription,
      },
    },
  ];
  if (end === "refunded")
    story.push({
      id: `r${orderId}`,
      event: { kind: "refunded", order: { ref: paymentRef(orderId) } },
    });
  return story;
}

const offer = fc.constantFrom("pack-60", "pack-200", "basic-monthly", "basic-yearly");
const purchases = fc.array(
  fc.record({ plan: offer, end: fc.constantFrom("paid" as const, "refunded" as const) }),
  { minLength: 1, maxLength: 4 },
);

describeOnDatabases("money", ({ fresh }) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer(await fresh());
  });
  afterEach(() => server.close());

  /** Sends webhooks until each is accepted, as a provider does. */
  async function deliverAll(webhooks: readonly Webhook[], together: boolean): Promise<void> {
    let left = [...webhooks];
    for (let round = 0; left.length > 0 && round < 10; round++) {
      const statuses: number[] = [];
      if (together)
        statuses.push(
          ...(await Promise.all(left.map(({ id, event }) => applyPaymentEvent(server, id, event)))),
        );
      else
        for (const { id, event } of left) statuses.push(await applyPaymentEvent(server, id, event));
      left = left.filter((_webhook, index) => statuses[index] !== 200);
    }
    expect(left).toEqual([]);
  }

  const grantsOf = ({ userId }: Shopper) =>
    server.deps.db.read((queries) =>
      queries.selectFrom("grants").selectAll().where("user_id", "=", userId).execute(),
    );

  it("duplicated, reordered and delayed webhooks give what was paid for, once", async () => {
    await fc.assert(
      fc.asyncProperty(
        purchases,
        fc.infiniteStream(fc.nat(1000)),
        fc.boolean(),
        async (bought, random, together) => {
          const shopper = await createShopper(server);
          const webhooks: Webhook[] = [];
          const orders = new Map<string, (typeof bought)[number]>();
          for (const each of bought) {
            const { orderId } = await shopper.open(each.plan);
            // A repeated request for the same offer returns the open order.
            if (orders.has(orderId)) continue;
            orders.set(orderId, each);
            webhooks.push(...storyOf(shopper.userId, orderId, each.plan, each.end));
          }
          const twice = webhooks.filter(() => random.next().value! % 3 === 0);
          const shuffled = [...webhooks, ...twice]
            .map((webhook) => ({ webhook, at: random.next().value! }))
            .sort((a, b) => a.at - b.at)
            .map(({ webhook }) => webhook);
          await deliverAll(shuffled, together);

          const grants = await grantsOf(shopper);
          for (const [orderId, { plan, end }] of orders) {
            expect(await shopper.status(orderId)).toBe(end);
            if (plan.startsWith("basic")) continue;
            const own = grants.filter(({ source_id }) => source_id === orderId);
            const amount = plan === "pack-60" ? 60 : 200;
            // If the refund was reported before the payment, the credits were never granted.
            expect(own.length).toBeLessThanOrEqual(1);
            const left = own.reduce((sum, { remaining }) => sum + remaining, 0);
            expect(left).toBe(end === "paid" ? amount : 0);
          }
          const plans = grants.filter(({ source }) => source === "plan");
          expect(new Set(plans.map(({ source_id }) => source_id)).size).toBe(plans.length);
          const planOrders = [...orders.values()].filter(({ plan }) => plan.startsWith("basic"));
          expect(plans.length).toBeLessThanOrEqual(planOrders.length);
          const paidCount = planOrders.filter(({ end }) => end === "paid").length;
          const left = plans.reduce((sum, { remaining }) => sum + remaining, 0);
          expect(left).toBe(200 * paidCount);
          const running = await server.deps.db.read((queries) =>
            queries
              .selectFrom("subscriptions")
              .select("id")
              .where("user_id", "=", shopper.userId)
              .where("ended_at", "is", null)
              .execute(),
          );
          expect(running.length).toBeLessThanOrEqual(1);
          expect(await audit(server)).toEqual({ sum: 0, isSound: true });
        },
      ),
      { numRuns: RUNS },
    );
  }, 600_000);

  it("64 webhooks of one payment at once give its credits once", async () => {
    const shopper = await createShopper(server);
    const { orderId } = await shopper.open("pack-60");
    const [, paid] = storyOf(shopper.userId, orderId, "pack-60", "paid");
    const copies = Array.from({ length: 64 }, (_, index) => ({
      id: index % 2 === 0 ? paid!.id : `other-${index}`,
      event: paid!.event,
    }));
    await deliverAll(copies, true);
    expect(await shopper.credits()).toEqual({ free: 0, paid: 60 });
  });

  it("two processes that renew the same plans take each payment once", async () => {
    const shopper = await createShopper(server);
    await shopper.buy("basic-monthly");
    for (let day = 0; day < 95; day++) {
      server.advance(DAY);
      await Promise.all([runPayments(server.deps), runPayments(server.deps)]);
    }
    const orders = await server.deps.db.read((queries) =>
      queries.selectFrom("orders").select(["cycle", "status"]).orderBy("cycle").execute(),
    );
    expect(orders).toEqual([0, 1, 2, 3].map((cycle) => ({ cycle, status: "paid" })));
    expect(await shopper.credits()).toEqual({ free: 0, paid: 200 });
    expect(await audit(server)).toEqual({ sum: 0, isSound: true });
  });
});
