import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "./deps/deps.ts";
import { type PaymentProvider, PaymentUnavailable, WebhookRefused } from "./ports/payment.ts";
import { createSandbox } from "./payments/sandbox/sandbox.ts";
import { createStripe } from "./payments/stripe/stripe.ts";

/** Takes no money: what is asked for is not to be had. */
const closed: PaymentProvider = {
  name: "none",
  openCheckout: () => Promise.reject(new PaymentUnavailable("Nothing is sold here")),
  cancelAtPeriodEnd: async () => {},
  end: async () => {},
  refund: () => Promise.reject(new PaymentUnavailable("Nothing is sold here")),
  readWebhook: () => {
    throw new WebhookRefused("Nothing is sold here");
  },
};

/**
 * Who takes the money, as the settings say.
 * @param receive takes the sandbox's webhooks, and gives the status that answers them
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
