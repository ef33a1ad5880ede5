export interface Orders {
  user_id: string;
  id: string;
  kind: "plan" | "pack";
  plan_id: string;
  period: "monthly" | "yearly" | null;
  name: string;
  credits: number;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  status: "pending" | "paid" | "failed" | "refunded";
  provider: string;
  /** Id of the checkout, the payment or the invoice at the provider. */
  provider_ref: string | null;
  payment_url: string | null;
  receipt_url: string | null;
  receipt_number: string | null;
  created_at: number;
  paid_at: number | null;
  refunded_at: number | null;
  /** For an order of a plan: the subscription, and the number of the period, starting at 0. */
  subscription_id: string | null;
  cycle: number | null;
  /** When the customer asked for the credits at once, and the version of that text. */
  consented_at: number | null;
  consent_version: string | null;
}

export interface Subscriptions {
  user_id: string;
  id: string;
  plan_id: string;
  period: "monthly" | "yearly";
  status: "active" | "past_due" | "cancelled";
  cancel_at_period_end: number;
  period_start: number;
  period_end: number;
  /** Failed attempts to collect the renewal. */
  failures: number;
  provider: string;
  provider_ref: string | null;
  created_at: number;
  ended_at: number | null;
  plan_name: string;
  /** Credits per month. */
  credits: number;
  /** Price per period, in the currency's smallest unit. */
  amount: number;
  currency: string;
  /** Number of renewed periods. */
  cycle: number;
  /** Time of the next action for this subscription. */
  next_at: number;
  /** An announced price, and the number of the first period for which it is charged. */
  new_amount: number | null;
  new_amount_cycle: number | null;
  /** 1: the provider knows the announced price. */
  new_amount_sent: number;
}

/** A provider's ids for an order: of the checkout, the payment, the invoice. */
export interface PaymentRefs {
  provider: string;
  ref: string;
  user_id: string;
  order_id: string;
}

/** Refunds and chargebacks of orders. */
export interface PaymentReversals {
  provider: string;
  /** Id of the dispute at the provider, or `refund` and the id of the order. */
  ref: string;
  user_id: string;
  order_id: string;
  /** 0: a dispute that was won. */
  is_open: number;
}

/** Pending calls to a provider. */
export interface ProviderTasks {
  id: string;
  provider: string;
  kind: "end" | "refund" | "erase";
  /** Id of a subscription, of a payment, or of a stored object. */
  ref: string;
  tries: number;
  next_at: number;
}

/** Receipts of a year are numbered without gaps. */
export interface ReceiptNumbers {
  year: number;
  last: number;
}

export interface WebhookEvents {
  provider: string;
  event_id: string;
  type: string;
  received_at: number;
}

/** A payment in the sandbox. */
export interface SandboxCheckouts {
  /** Unguessable: anyone who knows the id may pay. */
  id: string;
  user_id: string;
  order_id: string;
  kind: "plan" | "pack";
  name: string;
  amount: number;
  currency: string;
  locale: string;
  return_url: string;
  customer: string;
  state: "open" | "paid" | "failed" | "refunded" | "disputed";
  /** Outcome of future renewals. */
  renewals: "pay" | "decline";
  /** Number of chargebacks. */
  disputes: number;
  created_at: number;
}

/** Undelivered webhooks of the sandbox. */
export interface SandboxEvents {
  id: string;
  /** The signed JSON. */
  body: string;
  due_at: number;
  tries: number;
}
