export interface PaymentProvider {
  readonly name: string;
  /**
   * Opens a checkout page for an order. Repeated calls for the same order return the same page.
   * @throws {PaymentUnavailable}
   */
  readonly openCheckout: (checkout: NewCheckout) => Promise<{ ref: string; url: string }>;
  /** Cancels a subscription at the end of its period. Idempotent. @throws {PaymentUnavailable} */
  readonly cancelAtPeriodEnd: (ref: string) => Promise<void>;
  /**
   * Ends a subscription immediately, without further charges. Idempotent. @throws
   * {PaymentUnavailable}
   */
  readonly end: (ref: string) => Promise<void>;
  /**
   * Changes what a subscription costs from its next renewal on. Idempotent. @throws
   * {PaymentUnavailable}
   */
  readonly setPrice: (ref: string, price: Price) => Promise<void>;
  /**
   * Refunds a payment in full, by the id in its event; another event reports the refund.
   * Idempotent. @throws {PaymentUnavailable}
   */
  readonly refund: (payment: string) => Promise<void>;
  /**
   * Requests the payment of a further period, whose result is reported by an event. Called once per
   * renewal and attempt. Undefined if the provider collects automatically.
   */
  readonly collect?: (renewal: Renewal) => Promise<void>;
  /** Sends due webhooks. Undefined if the provider is an external service. */
  readonly deliver?: () => Promise<void>;
  /**
   * Parses a webhook. @param now epoch milliseconds
   * @throws {WebhookRefused} if it does not come from the provider, or is too old
   */
  readonly readWebhook: (body: Uint8Array, headers: Headers, now: number) => Webhook;
}

export interface Webhook {
  /** Id of the event, the same for each delivery. */
  readonly id: string;
  /** Time of the event, in epoch milliseconds. */
  readonly at: number;
  /** Null: the event is irrelevant. */
  readonly event: PaymentEvent | null;
}

export interface NewCheckout {
  readonly orderId: string;
  readonly userId: string;
  readonly email: string;
  /** Id of the customer at the provider; empty before the first payment. */
  readonly customer: string;
  /** Name of the offer, in the customer's language. */
  readonly name: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** Null: a one-time payment. */
  readonly period: "monthly" | "yearly" | null;
  readonly locale: string;
  /** What the customer has to declare, by a checkbox that is not ticked in advance. */
  readonly consent: string;
  /** BCP 47. */
  readonly language: string;
  /** URL to which the customer returns, whether or not the order was paid. */
  readonly returnUrl: string;
  readonly origin: string;
}

export interface Price {
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

export interface Renewal {
  /** Id of the subscription. */
  readonly ref: string;
  readonly cycle: number;
  /** Number of the attempt, starting at 0. */
  readonly attempt: number;
}

/** Identifies an order: by its own id, or by one of the provider's ids. */
export type OrderName =
  | { readonly userId: string; readonly orderId: string }
  | { readonly ref: string };

/** A payment event in the vocabulary shared by all providers. */
export type PaymentEvent =
  | {
      readonly kind: "paid";
      readonly order: OrderName;
      readonly amount: number;
      readonly currency: string;
      readonly customer: string;
      /** Whether the customer has made the declaration. */
      readonly hasConsented?: boolean;
      /** Ids by which the provider may refer to the payment later. */
      readonly refs: readonly string[];
      /** Id of the new subscription; null for a one-time payment. */
      readonly subscription: string | null;
      /** The id by which the payment can be refunded; undefined if nothing was charged. */
      readonly payment?: string;
    }
  | { readonly kind: "failed"; readonly order: OrderName }
  /** Further ids by which the provider may refer to the payment. */
  | { readonly kind: "named"; readonly order: OrderName; readonly refs: readonly string[] }
  | { readonly kind: "refunded"; readonly order: OrderName }
  /** A chargeback, or its reversal because the dispute was won. */
  | {
      readonly kind: "disputed" | "reinstated";
      readonly order: OrderName;
      /** Id of the dispute at the provider: a payment may have several. */
      readonly dispute: string;
    }
  | {
      readonly kind: "renewed";
      readonly subscription: string;
      readonly amount: number;
      readonly currency: string;
      readonly refs: readonly string[];
      /** End of the paid period in epoch milliseconds; undefined: one more period. */
      readonly until?: number;
      /** Number of the period, if the provider was asked to collect it. */
      readonly cycle?: number;
      /** The id by which the payment can be refunded; undefined if nothing was charged. */
      readonly payment?: string;
    }
  | {
      readonly kind: "renewal_failed";
      readonly subscription: string;
      /** Ids that the payment will have once it succeeds. */
      readonly refs: readonly string[];
      readonly cycle?: number;
    }
  | { readonly kind: "cancelling"; readonly subscription: string; readonly isCancelling: boolean }
  | { readonly kind: "ended"; readonly subscription: string };

/** The provider cannot be reached, or has rejected a call. */
export class PaymentUnavailable extends Error {
  override readonly name = "PaymentUnavailable";
}

/** An invalid webhook. The message is for logs. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}
