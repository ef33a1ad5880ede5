import { getPaymentResult } from "#core/api/payments/payment-result.ts";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import { readBalance } from "../ledger/balance.ts";
import type { PaymentEvent } from "../ports/payment.ts";
import type { TestServer } from "./test-server.ts";
import { receiveWebhook } from "../payments/receive-webhook.ts";
import { runPayments } from "./run-payments.ts";
import { SANDBOX_SIGNATURE, sandboxSecret } from "../payments/sandbox/sandbox.ts";
import { sign } from "../payments/stripe/signature.ts";

export const DAY = 86_400_000;

export interface Shopper {
  readonly userId: string;
  readonly token: string;
  readonly open: (planId: string) => Promise<{ orderId: string; url: string }>;
  /** Creates an order and presses a button on its page. */
  readonly buy: (planId: string, form?: Record<string, string>) => Promise<string>;
  readonly status: (orderId: string) => Promise<string>;
  readonly credits: () => Promise<{ free: number; paid: number }>;
}

/** Presses a button on a page of the sandbox. */
export const press = async (
  { app }: TestServer,
  url: string,
  form: Record<string, string>,
): Promise<Response> =>
  await app.request(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ consent: "on", ...form }).toString(),
  });

export async function createShopper(server: TestServer): Promise<Shopper> {
  const { userId, token } = await server.addUser();
  const open = async (plan_id: string) => {
    const { data } = await server.call(getPaymentUrl, { plan_id }, { token });
    return { orderId: data.order_id, url: data.payment_url };
  };
  return {
    userId,
    token,
    open,
    buy: async (planId, form = { action: "pay" }) => {
      const { orderId, url } = await open(planId);
      await press(server, url, form);
      return orderId;
    },
    status: async (order_id) =>
      (await server.call(getPaymentResult, { order_id }, { token })).data.status,
    credits: async () => {
      // Reads without a session, because tests advance the clock by months and sessions would
      // expire.
      const { free_credits: free, buy_credits: paid } = await server.deps.db.read((queries) =>
        readBalance(queries, userId, server.deps.clock()),
      );
      return { free, paid };
    },
  };
}

/** Sends a webhook signed like the sandbox's. */
export async function applyPaymentEvent(
  { deps }: TestServer,
  id: string,
  event: PaymentEvent,
): Promise<number> {
  const body = Buffer.from(JSON.stringify({ id, event }));
  const secret = sandboxSecret(deps.settings.secret);
  const headers = new Headers({ [SANDBOX_SIGNATURE]: sign(body, secret, deps.clock()) });
  return await receiveWebhook(deps, body, headers);
}

/** Advances the clock day by day, with a sweep on each. */
export async function live(server: TestServer, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    server.advance(DAY);
    await runPayments(server.deps);
  }
}

/** Sum of all ledger entries, and whether each grant's remaining amount matches its entries. */
export async function audit({ deps }: TestServer): Promise<{ sum: number; isSound: boolean }> {
  const { entries, grants } = await deps.db.read(async (queries) => ({
    entries: await queries.selectFrom("ledger_entries").selectAll().execute(),
    grants: await queries.selectFrom("grants").selectAll().execute(),
  }));
  const isSound = grants.every(({ id, remaining }) => {
    const own = entries.filter((entry) => entry.grant_id === id && entry.account === "available");
    return own.reduce((sum, { delta }) => sum + delta, 0) === remaining && remaining >= 0;
  });
  return { sum: entries.reduce((sum, { delta }) => sum + delta, 0), isSound };
}
