import { isPhone } from "#core/api/contract/addresses.ts";
import { z } from "zod";
import { type NewCheckout, type PaymentProvider, PaymentUnavailable } from "../../ports/payment.ts";
import { checkSignature } from "./signature.ts";
import { type Fields, type StripeOptions, callStripe, StripeError } from "./call-stripe.ts";
import { readStripeEvent } from "./events.ts";

/** Stripe's checkout languages by locale; for others Stripe detects the language. */
const LOCALES: Readonly<Record<string, string>> = { "pt-br": "pt-BR", "zh-tw": "zh-TW" };
const KNOWN = /^(de|en|es|fr|id|it|ja|ko|nl|pt-BR|ru|zh|zh-TW)$/;

const invoice = z.object({ payment_intent: z.string().nullable() });
const session = z.object({ id: z.string(), url: z.url({ protocol: /^https$/ }) });

function sessionFields(checkout: NewCheckout): Fields {
  const { orderId, userId, name, amount, currency, period, returnUrl, customer, email } = checkout;
  const locale = LOCALES[checkout.locale] ?? checkout.locale;
  const metadata = { order_id: orderId, user_id: userId };
  return {
    mode: period === null ? "payment" : "subscription",
    client_reference_id: orderId,
    metadata,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name },
          ...(period !== null && {
            recurring: { interval: period === "monthly" ? "month" : "year" },
          }),
        },
      },
    ],
    // Metadata by which later events refer to the order.
    ...(period === null
      ? { payment_intent_data: { metadata } }
      : { subscription_data: { metadata } }),
    ...(customer === ""
      ? {
          ...(isPhone(email) ? {} : { customer_email: email }),
          ...(period === null && { customer_creation: "always" }),
        }
      : { customer }),
    // Requires the address of the terms in Stripe's settings.
    consent_collection: { terms_of_service: "required" },
    custom_text: { terms_of_service_acceptance: { message: checkout.consent } },
    locale: KNOWN.test(locale) ? locale : "auto",
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
}

const items = z.object({
  items: z.object({
    data: z.tuple([
      z.object({
        id: z.string(),
        price: z.object({
          product: z.string(),
          recurring: z.object({ interval: z.string() }),
        }),
      }),
    ]),
  }),
});

const isMissing = (error: unknown): boolean =>
  error instanceof StripeError &&
  (error.status === 404 || (error.status === 400 && error.code === "resource_missing"));

/** The payment intent of an invoice, or the given id if it is a payment intent. */
async function intentOf(options: StripeOptions, payment: string): Promise<string | null> {
  if (!payment.startsWith("in_")) return payment;
  const path = `/v1/invoices/${encodeURIComponent(payment)}`;
  const parsed = invoice.safeParse(await callStripe(options, { method: "GET", path }));
  if (!parsed.success) throw new PaymentUnavailable("Stripe tells of no such invoice");
  return parsed.data.payment_intent;
}

/**
 * Stripe: its checkout page, its subscriptions, which it collects automatically, and its webhooks.
 */
export function createStripe(options: StripeOptions, webhookSecret: string): PaymentProvider {
  return {
    name: "stripe",
    openCheckout: async (checkout) => {
      const parsed = session.safeParse(
        await callStripe(options, {
          method: "POST",
          path: "/v1/checkout/sessions",
          fields: sessionFields(checkout),
          idempotencyKey: `checkout-${checkout.orderId}`,
        }),
      );
      if (!parsed.success) throw new PaymentUnavailable("Stripe has opened no checkout");
      return { ref: parsed.data.id, url: parsed.data.url };
    },
    cancelAtPeriodEnd: async (ref) => {
      try {
        await callStripe(options, {
          method: "POST",
          path: `/v1/subscriptions/${encodeURIComponent(ref)}`,
          fields: { cancel_at_period_end: true },
        });
      } catch (error) {
        // A missing subscription charges nothing anymore.
        if (!isMissing(error)) throw error;
      }
    },
    end: async (ref) => {
      try {
        await callStripe(options, {
          method: "DELETE",
          path: `/v1/subscriptions/${encodeURIComponent(ref)}`,
        });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    setPrice: async (ref, { amount, currency }) => {
      const path = `/v1/subscriptions/${encodeURIComponent(ref)}`;
      try {
        const parsed = items.safeParse(await callStripe(options, { method: "GET", path }));
        if (!parsed.success) throw new PaymentUnavailable("Stripe knows no price of the plan");
        const [{ id, price }] = parsed.data.items.data;
        const { product, recurring } = price;
        const price_data = {
          currency: currency.toLowerCase(),
          unit_amount: amount,
          product,
          recurring: { interval: recurring.interval },
        };
        await callStripe(options, {
          method: "POST",
          path,
          fields: { items: [{ id, price_data }], proration_behavior: "none" },
        });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    refund: async (payment) => {
      const payment_intent = await intentOf(options, payment);
      // The period was free of charge.
      if (payment_intent === null) return;
      try {
        await callStripe(options, {
          method: "POST",
          path: "/v1/refunds",
          fields: { payment_intent },
          idempotencyKey: `refund-${payment_intent}`,
        });
      } catch (error) {
        const isDone = error instanceof StripeError && error.code === "charge_already_refunded";
        if (!isDone) throw error;
      }
    },
    readWebhook: (body, headers, now) => {
      checkSignature(body, headers.get("stripe-signature"), webhookSecret, now);
      return readStripeEvent(body);
    },
  };
}
