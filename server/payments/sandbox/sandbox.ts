import { createHmac } from "node:crypto";
import type { Deps } from "../../deps/deps.ts";
import type { Tx } from "../../db/schema/tables.ts";
import type { SandboxCheckouts } from "../../db/schema/payments.ts";
import { type PaymentEvent, type PaymentProvider, WebhookRefused } from "../../ports/payment.ts";
import { checkSignature, sign } from "../stripe/signature.ts";

/** Path prefix of its pages. */
export const SANDBOX = "/audio/sandbox/";
export const SANDBOX_SIGNATURE = "toolkit-signature";
const TRIES = 12;
const FIRST_PAUSE = 5000;
const LONGEST_PAUSE = 3_600_000;

export type SandboxDeps = Pick<Deps, "db" | "clock" | "ids" | "random">;

/** Ways to report a payment by webhooks. */
export const REPORTS = ["now", "delayed", "twice", "reversed"] as const;
export type Report = (typeof REPORTS)[number];

interface SandboxWebhook {
  readonly id: string;
  readonly event: PaymentEvent;
}

/** Schedules a webhook. @param after delay in milliseconds */
export async function addWebhook(
  tx: Tx,
  { ids, clock }: Pick<SandboxDeps, "ids" | "clock">,
  webhook: SandboxWebhook,
  after = 0,
): Promise<void> {
  await tx
    .insertInto("sandbox_events")
    .values({ id: ids(), body: JSON.stringify(webhook), due_at: clock() + after, tries: 0 })
    .execute();
}

export const sandboxSecret = (secret: string): string =>
  createHmac("sha256", secret).update("sandbox webhooks").digest("hex");

/** The sandbox's ids of a checkout's payments. */
export const paymentRef = (orderId: string, cycle = 0): string => `pay_${orderId}_${cycle}`;
export const subscriptionRef = (orderId: string): string => `sub_${orderId}`;

const findByOrder = (deps: SandboxDeps, orderId: string): Promise<SandboxCheckouts | undefined> =>
  deps.db.read((queries) =>
    queries
      .selectFrom("sandbox_checkouts")
      .selectAll()
      .where("order_id", "=", orderId)
      .executeTakeFirst(),
  );

/**
 * A payment provider that charges no money: each outcome can be chosen on its checkout page, and is
 * reported by signed webhooks.
 * @param receive handles a webhook, and returns the response status
 */
export function createSandbox(
  deps: SandboxDeps,
  secret: string,
  receive: (body: Uint8Array, headers: Headers) => Promise<number>,
): PaymentProvider {
  const key = sandboxSecret(secret);
  return {
    name: "sandbox",
    openCheckout: async (checkout) => {
      const { orderId, userId, name, amount, currency, locale, returnUrl, origin } = checkout;
      const id = deps.random.bytes(24).toString("base64url");
      await deps.db.write((tx) =>
        tx
          .insertInto("sandbox_checkouts")
          .values({
            id,
            user_id: userId,
            order_id: orderId,
            kind: checkout.period === null ? "pack" : "plan",
            name,
            amount,
            currency,
            locale,
            return_url: returnUrl,
            customer: checkout.customer || `cus_${deps.random.bytes(9).toString("base64url")}`,
            state: "open",
            renewals: "pay",
            disputes: 0,
            created_at: deps.clock(),
          })
          .execute(),
      );
      return { ref: id, url: `${origin}${SANDBOX}${id}` };
    },
    // The server itself requests renewals, so a canceled plan simply requests none.
    cancelAtPeriodEnd: async () => {},
    end: async () => {},
    setPrice: async (ref, { amount, currency }) => {
      await deps.db.write((tx) =>
        tx
          .updateTable("sandbox_checkouts")
          .set({ amount, currency })
          .where("order_id", "=", ref.slice("sub_".length))
          .execute(),
      );
    },
    refund: async (payment) => {
      const event = { kind: "refunded", order: { ref: payment } } as const;
      await deps.db.write((tx) => addWebhook(tx, deps, { id: `returned_${payment}`, event }));
    },
    collect: async ({ ref, cycle, attempt }) => {
      const orderId = ref.slice("sub_".length);
      const checkout = await findByOrder(deps, orderId);
      const id = `renewal_${orderId}_${cycle}_${attempt}`;
      const payment = paymentRef(orderId, cycle);
      const common = { subscription: ref, refs: [payment], cycle };
      const event: PaymentEvent =
        checkout?.renewals === "pay"
          ? {
              kind: "renewed",
              ...common,
              amount: checkout.amount,
              currency: checkout.currency,
              payment,
            }
          : { kind: "renewal_failed", ...common };
      await deps.db.write((tx) => addWebhook(tx, deps, { id, event }));
    },
    deliver: () => deliver(deps, key, receive),
    readWebhook: (body, headers, now) => {
      checkSignature(body, headers.get(SANDBOX_SIGNATURE), key, now);
      const { id, event } = parseWebhook(body);
      return { id, event, at: now };
    },
  };
}

/** @throws {WebhookRefused} */
function parseWebhook(body: Uint8Array): SandboxWebhook {
  try {
    const { id, event } = JSON.parse(Buffer.from(body).toString()) as Partial<SandboxWebhook>;
    if (typeof id === "string" && typeof event?.kind === "string") return { id, event };
  } catch {
    // Reported below.
  }
  throw new WebhookRefused("It is no event");
}

async function deliver(
  deps: SandboxDeps,
  key: string,
  receive: (body: Uint8Array, headers: Headers) => Promise<number>,
): Promise<void> {
  const due = await deps.db.read((queries) =>
    queries
      .selectFrom("sandbox_events")
      .selectAll()
      .where("due_at", "<=", deps.clock())
      .orderBy("due_at")
      .orderBy("id")
      .limit(100)
      .execute(),
  );
  for (const { id, body, tries } of due) {
    const bytes = Buffer.from(body);
    const headers = new Headers({ [SANDBOX_SIGNATURE]: sign(bytes, key, deps.clock()) });
    const isTaken = (await receive(bytes, headers)) === 200;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
    await deps.db.write(async (tx) => {
      if (isTaken || tries + 1 >= TRIES)
        await tx.deleteFrom("sandbox_events").where("id", "=", id).execute();
      else
        await tx
          .updateTable("sandbox_events")
          .set({ tries: tries + 1, due_at: deps.clock() + pause })
          .where("id", "=", id)
          .execute();
    });
  }
}
