/** Who takes the money. */
export interface PaymentProvider {
  readonly name: string;
  /**
   * Opens a page on which an order is paid for. With an order that has one it gives the same.
   * @throws {PaymentUnavailable}
   */
  readonly openCheckout: (checkout: NewCheckout) => Promise<{ ref: string; url: string }>;
  /** Lets a subscription end with its period. May be called again. @throws {PaymentUnavailable} */
  readonly cancelAtPeriodEnd: (ref: string) => Promise<void>;
  /** Ends a subscription now, without taking anything more. May be called again. @throws {PaymentUnavailable} */
  readonly end: (ref: string) => Promise<void>;
  /**
   * Returns a payment in full, by the name that its event has for it; an event tells when it is
   * done. May be called again. @throws {PaymentUnavailable}
   */
  readonly refund: (payment: string) => Promise<void>;
  /**
   * Asks for the payment of a further period; the answer comes as an event. Once for a renewal and a
   * try. Absent where the provider does so by itself.
   */
  readonly collect?: (renewal: Renewal) => Promise<void>;
  /** Sends webhooks whose time has come. Absent where the provider is a server of its own. */
  readonly deliver?: () => Promise<void>;
  /**
   * What a webhook tells. @param now epoch milliseconds
   * @throws {WebhookRefused} where it is not the provider's, or too old
   */
  readonly readWebhook: (body: Uint8Array, headers: Headers, now: number) => Webhook;
}

export interface Webhook {
  /** The same for each time that it is told. */
  readonly id: string;
  /** Epoch milliseconds: when it happened. */
  readonly at: number;
  /** Null: it is of no matter here. */
  readonly event: PaymentEvent | null;
}

export interface NewCheckout {
  readonly orderId: string;
  readonly userId: string;
  readonly email: string;
  /** Id of the customer at the provider; empty before the first payment. */
  readonly customer: string;
  /** What is bought, in the buyer's language. */
  readonly name: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** Null: paid once. */
  readonly period: "monthly" | "yearly" | null;
  readonly locale: string;
  /** BCP 47 */
  readonly language: string;
  /** Where the buyer comes back to, paid or not. */
  readonly returnUrl: string;
  /** Origin of the API. */
  readonly origin: string;
}

export interface Renewal {
  /** Of the subscription. */
  readonly ref: string;
  readonly cycle: number;
  /** 0, 1, 2… */
  readonly attempt: number;
}

/** Which order: by its own id, or by a name that the provider has for it. */
export type OrderName =
  | { readonly userId: string; readonly orderId: string }
  | { readonly ref: string };

/** What has happened to money, in the words of all providers. */
export type PaymentEvent =
  | {
      readonly kind: "paid";
      readonly order: OrderName;
      readonly amount: number;
      readonly currency: string;
      readonly customer: string;
      /** Names by which the provider may speak of the payment later. */
      readonly refs: readonly string[];
      /** Of the subscription that begins; null for what is paid once. */
      readonly subscription: string | null;
      /** One of the names: what to return it by; absent where nothing was taken. */
      readonly payment?: string;
    }
  | { readonly kind: "failed"; readonly order: OrderName }
  /** Further names by which the provider may speak of the payment. */
  | { readonly kind: "named"; readonly order: OrderName; readonly refs: readonly string[] }
  | { readonly kind: "refunded"; readonly order: OrderName }
  /** A bank took the money back (a chargeback), or gave it back because the dispute was won. */
  | {
      readonly kind: "disputed" | "reinstated";
      readonly order: OrderName;
      /** Id of the dispute at the provider: there may be several about a payment. */
      readonly dispute: string;
    }
  | {
      readonly kind: "renewed";
      readonly subscription: string;
      readonly amount: number;
      readonly currency: string;
      readonly refs: readonly string[];
      /** Epoch milliseconds: until when it is paid for; absent: for one more period. */
      readonly until?: number;
      /** Number of the period, where the provider was asked to collect it. */
      readonly cycle?: number;
      /** One of the names: what to return it by; absent where nothing was taken. */
      readonly payment?: string;
    }
  | {
      readonly kind: "renewal_failed";
      readonly subscription: string;
      /** Names that the payment will have when it succeeds. */
      readonly refs: readonly string[];
      readonly cycle?: number;
    }
  | { readonly kind: "cancelling"; readonly subscription: string; readonly isCancelling: boolean }
  | { readonly kind: "ended"; readonly subscription: string };

/** The provider cannot be reached, or does not do what it is asked. */
export class PaymentUnavailable extends Error {
  override readonly name = "PaymentUnavailable";
}

/** A webhook that is none. Its words are for logs. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}
