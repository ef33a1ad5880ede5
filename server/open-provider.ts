import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "./deps/deps.ts";
import { type PaymentProvider, PaymentUnavailable, WebhookRefused } from "./ports/payment.ts";
import { createSandbox } from "./payments/sandbox/sandbox.ts";
import { createStripe } from "./payments/stripe/stripe.ts";

/** Accepts no payments: all offers are unavailable. */
const closed: PaymentProvider = {
  name: "none",
  openCheckout: () => Promise.reject(new PaymentUnavailable("Nothing is sold here")),
  cancelAtPeriodEnd: async () => {},
  end: async () => {},
  setPrice: async () => {},
  refund: () => Promise.reject(new PaymentUnavailable("Nothing is sold here")),
  readWebhook: () => {
    throw new WebhookRefused("Nothing is sold here");
  },
};

/**
 * Creates the configured payment provider.
 * @param receive handles webhooks of the sandbox, and returns the response status
 */
export function openProvider(
  base: Pick<Deps, "settings" | "db" | "clock" | "ids" | "random">,
  receive: (body: Uint8Array, headers: Headers) => Promise<number>,
): PaymentProvider {
  const { payment, secret } = base.settings;
  switch (payment.provider) {
    case "none":
      return closed;
    case "sandbox":
      return createSandbox(base, secret, receive);
    case "stripe": {
      const { secretKey, webhookSecret } = payment;
      return createStripe({ secretKey, fetch: globalThis.fetch, pause }, webhookSecret);
    }
  }
}
