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
  /** Of a plan: what it pays for, and which period of it, the first being 0. */
  subscription_id: string | null;
  cycle: number | null;
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
  /** Failed tries to collect the renewal. */
  failures: number;
  provider: string;
  provider_ref: string | null;
  created_at: number;
  ended_at: number | null;
  plan_name: string;
  /** Credits of a month. */
  credits: number;
  /** Price of a period, in the currency's smallest unit. */
  amount: number;
  currency: string;
  /** Periods that have been renewed. */
  cycle: number;
  /** When there is something to do for it. */
  next_at: number;
}

/** Names that a provider has for an order: of the checkout, the payment, the invoice. */
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

/** What a provider is still to be told. */
export interface ProviderTasks {
  id: string;
  provider: string;
  kind: "end" | "refund" | "erase";
  /** Of a subscription, of a payment, or of a stored object. */
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

/** What the sandbox knows of a payment. */
export interface SandboxCheckouts {
  /** Nobody can guess it: who has it may pay. */
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
  /** What becomes of renewals. */
  renewals: "pay" | "decline";
  /** How often it has been charged back. */
  disputes: number;
  created_at: number;
}

/** Webhooks of the sandbox that have not arrived. */
export interface SandboxEvents {
  id: string;
  /** JSON, as it is signed. */
  body: string;
  due_at: number;
  tries: number;
}
