import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import { isLong } from "#tests/left-out.ts";
import { readUserInfo } from "../accounts/user-info.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import {
  type Shopper,
  createShopper,
  DAY,
  live,
  press,
  applyPaymentEvent,
} from "../testing/test-shop.ts";
import { paymentRef } from "./sandbox/sandbox.ts";

const START = Date.UTC(2027, 0, 31, 12);
const HISTORIES = isLong ? 1000 : 25;

type Step =
  | { readonly kind: "reserve"; readonly minutes: number }
  | { readonly kind: "settle" | "refund"; readonly job: number }
  | { readonly kind: "release" | "returned" }
  | { readonly kind: "disputed" | "reinstated"; readonly dispute: number };

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("reserve"),
      minutes: fc.integer({ min: 1, max: 25 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("settle", "refund"), job: fc.nat(4) }),
  },
  fc.record({ kind: fc.constant("release") }),
  fc.record({ kind: fc.constant("returned") }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("disputed", "disputed", "reinstated"),
      dispute: fc.nat(1),
    }),
  },
) as fc.Arbitrary<Step>;

describeOnDatabases("payments that go back", ({ fresh }) => {
  let server: TestServer;
  beforeEach(async () => (server = await createTestServer(await fresh(), { start: START })));
  afterEach(async () => {
    const faults = await server.deps.db.read(auditLedger);
    await server.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });
  const planOf = async ({ userId }: Shopper) => {
    const { deps } = server;
    const user = { userId, token: "" };
    return (await deps.db.read((queries) => readUserInfo(queries, user, deps.offers))).subscription;
  };
  const paid = async (shopper: Shopper): Promise<number> => (await shopper.credits()).paid;

  it(`USR-11 API-15 nothing of a payment that went back can be spent, in ${HISTORIES} histories`, async () => {
    let events = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const shopper = await createShopper(server);
        const { token } = shopper;
        const orderId = await shopper.buy("pack-60");
        const order = { ref: paymentRef(orderId) };
        const jobs: { id: string; cost: number; state: "held" | "spent" | "back" }[] = [];
        const sum = (...states: string[]): number =>
          jobs.reduce((all, { cost, state }) => all + (states.includes(state) ? cost : 0), 0);
        const open = new Set<number>();
        const won = new Set<number>();
        let isReturned = false;
        const send = (event: Parameters<typeof applyPaymentEvent>[2]): Promise<number> =>
          applyPaymentEvent(server, `event-${++events}`, event);
        for (const one of steps) {
          const isReversed = (): boolean => isReturned || open.size > 0;
          switch (one.kind) {
            case "reserve": {
              const request = { tool: "cleaner", seconds: 60 * one.minutes };
              const { status, data } = await server.call(reserve, request, { token });
              const isThere = !isReversed() && 60 - sum("held", "spent") >= one.minutes;
              expect(status).toBe(isThere ? 200 : 402);
              if (isThere) jobs.push({ id: data.usage_id, cost: one.minutes, state: "held" });
              break;
            }
            case "settle":
            case "refund": {
              const job = jobs[one.job % Math.max(1, jobs.length)];
              if (!job) break;
              const to = one.kind === "settle" ? settle : refund;
              await server.call(to, { usage_id: job.id }, { token });
              if (job.state === "held") job.state = one.kind === "settle" ? "spent" : "back";
              break;
            }
            case "release":
              server.advance((RESERVATION_LASTS + 1) * 1000);
              await sweep(server.deps);
              for (const job of jobs) if (job.state === "held") job.state = "back";
              break;
            case "returned":
              isReturned = true;
              expect(await send({ kind: "refunded", order })).toBe(200);
              break;
            case "disputed":
            case "reinstated": {
              const { dispute } = one;
              if (one.kind === "reinstated") won.add(dispute);
              else open.add(dispute);
              for (const id of won) open.delete(id);
              const name = `${orderId} ${dispute}`;
              expect(await send({ kind: one.kind, order, dispute: name })).toBe(200);
            }
          }
          expect(await paid(shopper)).toBe(isReversed() ? 0 : 60 - sum("held", "spent"));
          expect(await shopper.status(orderId)).toBe(isReversed() ? "refunded" : "paid");
        }
      }),
      { numRuns: HISTORIES },
    );
  }, 600_000);

  it("USR-11 API-15 credits of a refunded payment do not come back when a job releases them", async () => {
    const shopper = await createShopper(server);
    const { token } = shopper;
    const { url } = await shopper.open("basic-monthly");
    await press(server, url, { action: "pay" });
    const { data } = await server.call(reserve, { tool: "cleaner", seconds: 1800 }, { token });
    await press(server, url, { action: "refund" });
    expect(await planOf(shopper)).toBeNull();
    await server.call(refund, { usage_id: data.usage_id }, { token });
    expect(await paid(shopper)).toBe(0);
  });

  it("USR-11 API-15 a plan that is charged back ends, and continues to the end of its period once the dispute is won", async () => {
    const shopper = await createShopper(server);
    const { url } = await shopper.open("basic-yearly");
    await press(server, url, { action: "pay" });
    await live(server, 10);
    await press(server, url, { action: "dispute" });
    expect([await planOf(shopper), await paid(shopper)]).toEqual([null, 0]);
    await live(server, 70);
    await press(server, url, { action: "win" });
    // The first month, the two that have passed, and the current one.
    expect(await paid(shopper)).toBe(800 - 200);
    expect(await planOf(shopper)).toMatchObject({
      status: "cancelled",
      cancel_at_period_end: true,
    });
    await live(server, 1);
    // A second, separate dispute.
    await press(server, url, { action: "dispute" });
    expect([await planOf(shopper), await paid(shopper)]).toEqual([null, 0]);
  });

  it("USR-11 a month that was paid back has lost its credits, and the dispute's time is added where it was won", async () => {
    const shopper = await createShopper(server);
    const { url } = await shopper.open("basic-monthly");
    await press(server, url, { action: "pay" });
    await live(server, 20);
    await press(server, url, { action: "dispute" });
    await live(server, 60);
    await press(server, url, { action: "win" });
    expect([await planOf(shopper), await paid(shopper)]).toEqual([null, 200]);
    server.advance(7 * DAY);
    expect(await paid(shopper)).toBe(200);
    server.advance(2 * DAY);
    expect(await paid(shopper)).toBe(0);
  });
});
