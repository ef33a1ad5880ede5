import type { Kysely, Transaction } from "kysely";

/*
 * The same on SQLite and PostgreSQL: ids are text (UUIDv7), amounts and times are integers, times are
 * epoch milliseconds, structures are JSON as text. Keys of what belongs to a user begin with
 * `user_id`, so that a distributed PostgreSQL can spread them by it (`users` by `id`). `codes`,
 * `tokens`, `limits`, `webhook_events`, `podcasts` and `download_tickets` are spread by their own
 * key; `addresses` and `migrations` are small and joined from everywhere: whole on each node.
 *
 * What an index with a condition asks for is written as a literal in queries: with a parameter SQLite
 * prepares the statement anew each time.
 */

export interface Users {
  id: string;
  /** As it was typed. */
  email: string;
  /** PHC string; null where none can be accepted until a new one is set. */
  password_hash: string | null;
  /** Locale for messages. */
  locale: string;
  /** 1: notices by e-mail. */
  is_send_email: number;
  /** Customer at the payment provider; empty before the first purchase. */
  customer_id: string;
  created_at: number;
}
/** Who an address belongs to; the address is in the form in which it is looked up. */
export interface Addresses {
  address: string;
  user_id: string;
}
/** One code at most for a purpose, an address and where it is asked for from. */
export interface Codes {
  purpose: "register" | "reset";
  address: string;
  id: string;
  code_hash: string;
  /** Of the account to be made. */
  password_hash: string | null;
  email: string;
  locale: string;
  /** Entries from where it was asked for from; from everywhere else. */
  attempts: number;
  strange_attempts: number;
  /** Keyed hash of where it was asked for from. */
  origin: string;
  /** 1: while it was valid, somebody elsewhere asked for the same address. */
  contested: number;
  sent_at: number;
  expires_at: number;
}
export interface Tokens {
  /** SHA-256 of the token, in hexadecimal. */
  hash: string;
  user_id: string;
  created_at: number;
  used_at: number;
}
/** How often something was tried since a window of time began. */
export interface Limits {
  key: string;
  count: number;
  ends_at: number;
}
/** One a user; updated first by whatever moves the user's credits, so that moves wait for each other. */
export interface Wallets {
  user_id: string;
  version: number;
  /** 0 before the first daily claim; in full seconds, as the browser is told it. */
  claimed_at: number;
  claims: number;
}

export type Bucket = "free" | "plan" | "bought";
/** Credits that came in together. */
export interface Grants {
  user_id: string;
  id: string;
  bucket: Bucket;
  /** Lower ones burn first. */
  priority: number;
  amount: number;
  /** Sum of the entries of its account `available`. */
  remaining: number;
  /** What it was given for; with `source_id` unique for a user, so that nothing is given twice. */
  source: string;
  source_id: string;
  created_at: number;
  expires_at: number | null;
}
/** `available` is at hand, `held` waits for a job; the others are where credits come from and go. */
export type LedgerAccount = "issued" | "available" | "held" | "spent" | "expired" | "voided";
export type Movement = "grant" | "hold" | "settle" | "release" | "expire" | "void";
/** Appended to, never changed. */
export interface LedgerTransactions {
  user_id: string;
  id: string;
  kind: Movement;
  usage_id: string | null;
  created_at: number;
}
/** Appended to, never changed. Those of a transaction sum to zero. */
export interface LedgerEntries {
  user_id: string;
  transaction_id: string;
  grant_id: string;
  account: LedgerAccount;
  delta: number;
}
export interface Usages {
  user_id: string;
  id: string;
  tool: string;
  /** Length of the input. */
  milliseconds: number;
  cost: number;
  state: "reserved" | "settled" | "refunded";
  /** SHA-256 of the input, in hexadecimal. */
  input_hash: string | null;
  created_at: number;
  /** When it was settled or refunded. */
  closed_at: number | null;
  /** 1: deleted from the history. */
  hidden: number;
}
/** First answers of calls that carry an `Idempotency-Key`. */
export interface Idempotency {
  user_id: string;
  path: string;
  key: string;
  body_hash: string;
  status: number;
  /** JSON of the envelope. */
  answer: string;
  /** Seconds, for a `Retry-After` header. */
  retry_after: number | null;
  created_at: number;
}

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
  state: "open" | "paid" | "failed" | "refunded";
  /** What becomes of renewals. */
  renewals: "pay" | "decline";
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
/** Ends of the blocks of a list that is shown in pages, and how much of each is shown. */
export interface HistoryMarks {
  user_id: string;
  list: string;
  last_id: string;
  count: number;
}
/** Audio that was handed in for a podcast. */
export interface PodcastAudio {
  id: string;
  user_id: string;
  type: string;
  size: number;
  /** Null until it is shared. */
  podcast_id: string | null;
  created_at: number;
}
export interface WebhookEvents {
  provider: string;
  event_id: string;
  type: string;
  received_at: number;
}
export interface Podcasts {
  id: string;
  user_id: string;
  title: string;
  language: string;
  milliseconds: number;
  audio_url: string;
  /** JSON */
  transcript: string;
  created_at: number;
}
export interface DownloadTickets {
  /** SHA-256 of the ticket, in hexadecimal. */
  hash: string;
  user_id: string;
  url: string;
  format: string;
  created_at: number;
  expires_at: number;
}

export interface Tables {
  users: Users;
  addresses: Addresses;
  codes: Codes;
  tokens: Tokens;
  limits: Limits;
  wallets: Wallets;
  grants: Grants;
  ledger_transactions: LedgerTransactions;
  ledger_entries: LedgerEntries;
  usages: Usages;
  idempotency: Idempotency;
  orders: Orders;
  subscriptions: Subscriptions;
  webhook_events: WebhookEvents;
  podcasts: Podcasts;
  download_tickets: DownloadTickets;
  payment_refs: PaymentRefs;
  provider_tasks: ProviderTasks;
  receipt_numbers: ReceiptNumbers;
  sandbox_checkouts: SandboxCheckouts;
  sandbox_events: SandboxEvents;
  history_marks: HistoryMarks;
  podcast_audio: PodcastAudio;
}

/** Where queries that only read can be made: outside of a transaction or in one. */
export type Queries = Kysely<Tables>;
/** A transaction that may write. */
export type Tx = Transaction<Tables>;
