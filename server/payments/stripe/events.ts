import { z } from "zod";
import {
  type OrderName,
  type PaymentEvent,
  type Webhook,
  WebhookRefused,
} from "../../ports/payment.ts";

const name = z.string().min(1);
/** An id, or an expanded object. */
const link = z
  .union([name, z.object({ id: name }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);
const metadata = z.object({ order_id: name, user_id: name });
const anyMetadata = z.record(z.string(), z.unknown()).nullish();

const envelope = z.object({
  id: name,
  type: name,
  /** Epoch seconds. */
  created: z.int(),
  data: z.looseObject({ object: z.record(z.string(), z.unknown()) }),
});

const sessionShape = z.object({
  id: name,
  metadata,
  mode: z.string(),
  payment_status: z.string(),
  amount_total: z.int().min(0),
  currency: z.string(),
  customer: link,
  subscription: link,
  payment_intent: link,
  invoice: link,
  consent: z.object({ terms_of_service: z.string().nullish() }).nullish(),
});

const details = z.object({ subscription: link, metadata: anyMetadata }).nullish();
const invoiceShape = z.object({
  id: name,
  billing_reason: z.string().nullish(),
  /** Older and newer API versions have the subscription in different fields. */
  subscription: link,
  subscription_details: details,
  parent: z.object({ subscription_details: details }).nullish(),
  payment_intent: link,
  amount_paid: z.int().min(0),
  currency: z.string(),
  lines: z.object({ data: z.array(z.object({ period: z.object({ end: z.int() }) })) }).nullish(),
});

const subscriptionShape = z.object({
  id: name,
  metadata: anyMetadata,
  cancel_at_period_end: z.boolean(),
});

const disputeShape = z.object({ id: name, payment_intent: link, status: z.string() });

const chargeShape = z.object({
  metadata: anyMetadata,
  refunded: z.boolean(),
  payment_intent: link,
  invoice: link,
});

/** Whether an object belongs to this application rather than to another one on the same account. */
const isOurs = (data: z.output<typeof anyMetadata>): boolean => metadata.safeParse(data).success;

/**
 * Parses a Stripe webhook.
 * @returns event null: the event is irrelevant
 * @throws {WebhookRefused}
 */
export function readStripeEvent(body: Uint8Array): Webhook {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new WebhookRefused("It is no JSON");
  }
  const parsed = envelope.safeParse(value);
  if (!parsed.success) throw new WebhookRefused("It is no event");
  const { id, type, data, created } = parsed.data;
  return { id, at: created * 1000, event: READERS[type]?.(data.object, data) ?? null };
}

type Reader = (object: unknown, data: unknown) => PaymentEvent | null;

const readSession =
  (outcome: "completed" | "failed"): Reader =>
  (object) => {
    const parsed = sessionShape.safeParse(object);
    if (!parsed.success) return null;
    const { metadata: own, payment_status, amount_total, currency, ...rest } = parsed.data;
    const order: OrderName = { userId: own.user_id, orderId: own.order_id };
    if (outcome === "failed") return { kind: "failed", order };
    // For delayed payment methods, another event reports the payment.
    if (payment_status === "unpaid") return null;
    const refs = [rest.id, rest.payment_intent, rest.invoice].filter((ref) => ref !== null);
    const payment = rest.payment_intent ?? rest.invoice;
    return {
      kind: "paid",
      order,
      amount: amount_total,
      currency: currency.toUpperCase(),
      customer: rest.customer ?? "",
      hasConsented: rest.consent?.terms_of_service === "accepted",
      refs,
      subscription: rest.mode === "subscription" ? rest.subscription : null,
      ...(payment !== null && { payment }),
    };
  };

/** The invoice of a plan's first period, because the checkout does not contain the payment's id. */
function readFirstInvoice({ id, payment_intent, ...rest }: z.output<typeof invoiceShape>) {
  const known = rest.subscription_details ?? rest.parent?.subscription_details;
  const own = metadata.safeParse(known?.metadata);
  if (!own.success || payment_intent === null) return null;
  const order: OrderName = { userId: own.data.user_id, orderId: own.data.order_id };
  return { kind: "named", order, refs: [id, payment_intent] } as const;
}

const readInvoice =
  (outcome: "renewed" | "renewal_failed"): Reader =>
  (object) => {
    const parsed = invoiceShape.safeParse(object);
    if (!parsed.success) return null;
    const reason = parsed.data.billing_reason;
    // The first period is reported with the checkout.
    if (reason === "subscription_create" && outcome === "renewed")
      return readFirstInvoice(parsed.data);
    if (reason !== "subscription_cycle") return null;
    const { id, payment_intent, amount_paid, currency, lines, ...rest } = parsed.data;
    const known = rest.subscription_details ?? rest.parent?.subscription_details;
    const subscription = rest.subscription ?? known?.subscription ?? null;
    if (subscription === null || !isOurs(known?.metadata)) return null;
    const refs = [id, payment_intent].filter((ref) => ref !== null);
    if (outcome === "renewal_failed") return { kind: "renewal_failed", subscription, refs };
    const ends = (lines?.data ?? []).map(({ period }) => period.end * 1000);
    return {
      kind: "renewed",
      subscription,
      amount: amount_paid,
      currency: currency.toUpperCase(),
      refs,
      payment: payment_intent ?? id,
      ...(ends.length > 0 && { until: Math.max(...ends) }),
    };
  };

const readCharge: Reader = (object) => {
  const parsed = chargeShape.safeParse(object);
  // Partial refunds are arranged between the operator and the customer: credits remain.
  if (!parsed.success || !parsed.data.refunded) return null;
  const own = metadata.safeParse(parsed.data.metadata);
  if (own.success)
    return {
      kind: "refunded",
      order: { userId: own.data.user_id, orderId: own.data.order_id },
    };
  const ref = parsed.data.invoice ?? parsed.data.payment_intent;
  return ref === null ? null : { kind: "refunded", order: { ref } };
};

/**
 * A dispute. Inquiries (`warning_…`) and prevented disputes move no money; a lost dispute leaves
 * the money with the customer, as reported by an earlier event.
 */
const readDispute: Reader = (object) => {
  const parsed = disputeShape.safeParse(object);
  if (!parsed.success || parsed.data.payment_intent === null) return null;
  const { id: dispute, payment_intent: ref, status } = parsed.data;
  if (status === "won") return { kind: "reinstated", order: { ref }, dispute };
  return ["needs_response", "under_review", "lost"].includes(status)
    ? { kind: "disputed", order: { ref }, dispute }
    : null;
};

/** Money moved by a dispute, whatever its status. */
const readFunds =
  (kind: "disputed" | "reinstated"): Reader =>
  (object) => {
    const parsed = disputeShape.safeParse(object);
    if (!parsed.success || parsed.data.payment_intent === null) return null;
    const { id: dispute, payment_intent: ref } = parsed.data;
    return { kind, order: { ref }, dispute };
  };

const readEnd: Reader = (object) => {
  const parsed = subscriptionShape.safeParse(object);
  if (!parsed.success || !isOurs(parsed.data.metadata)) return null;
  return { kind: "ended", subscription: parsed.data.id };
};

/** A cancellation on Stripe's own pages: by the customer, or by the operator. */
const readUpdate: Reader = (object, data) => {
  const parsed = subscriptionShape.safeParse(object);
  const before = (data as { previous_attributes?: object }).previous_attributes ?? {};
  if (!parsed.success || !isOurs(parsed.data.metadata)) return null;
  if (!("cancel_at_period_end" in before)) return null;
  const { id: subscription, cancel_at_period_end: isCancelling } = parsed.data;
  return { kind: "cancelling", subscription, isCancelling };
};

const READERS: Readonly<Record<string, Reader>> = {
  "checkout.session.completed": readSession("completed"),
  "checkout.session.async_payment_succeeded": readSession("completed"),
  "checkout.session.async_payment_failed": readSession("failed"),
  "checkout.session.expired": readSession("failed"),
  "invoice.paid": readInvoice("renewed"),
  "invoice.payment_failed": readInvoice("renewal_failed"),
  "customer.subscription.updated": readUpdate,
  "customer.subscription.deleted": readEnd,
  "charge.refunded": readCharge,
  "charge.dispute.created": readDispute,
  "charge.dispute.closed": readDispute,
  "charge.dispute.funds_withdrawn": readFunds("disputed"),
  "charge.dispute.funds_reinstated": readFunds("reinstated"),
};
