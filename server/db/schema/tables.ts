import type { Kysely, Transaction } from "kysely";
import type {
  Users,
  Addresses,
  Codes,
  Tokens,
  Limits,
  SlotRows,
  SecondFactors,
  RecoveryCodes,
} from "./accounts.ts";
import type {
  Wallets,
  Grants,
  LedgerTransactions,
  LedgerEntries,
  Usages,
  Idempotency,
  HistoryMarks,
  FreeCredits,
} from "./credits.ts";
import type {
  Orders,
  Subscriptions,
  PaymentRefs,
  PaymentReversals,
  ProviderTasks,
  ReceiptNumbers,
  WebhookEvents,
  SandboxCheckouts,
  SandboxEvents,
} from "./payments.ts";
import type { Outbox } from "./outbox.ts";
import type { Probes } from "./probes.ts";
import type { Ratings, RatingTotals } from "./ratings.ts";
import type { LedgerAudits, Leases } from "./sweeps.ts";
import type {
  PodcastAudio,
  PodcastFeeds,
  Podcasts,
  StorageTotals,
  DownloadTickets,
} from "./media.ts";

/*
 * The same on SQLite and PostgreSQL: ids are text (UUIDv7), amounts and times are integers, times are
 * epoch milliseconds, structures are JSON as text. Keys of what belongs to a user begin with
 * `user_id`, so that a distributed PostgreSQL can spread them by it (`users` by `id`). `codes`,
 * `tokens`, `limits`, `free_credits`, `webhook_events`, `payment_reversals`, `podcasts`, `podcast_feeds`, `download_tickets`, `slots`, `outbox` and `ratings` are spread by
 * their own key; `addresses`, `probes`, `storage_totals`, `leases`, `ledger_audits`, `rating_totals` and `migrations` are small and joined from everywhere: whole on each node.
 *
 * What an index with a condition asks for is written as a literal in queries: with a parameter SQLite
 * prepares the statement anew each time.
 */

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
  slots: SlotRows;
  storage_totals: StorageTotals;
  payment_refs: PaymentRefs;
  payment_reversals: PaymentReversals;
  provider_tasks: ProviderTasks;
  receipt_numbers: ReceiptNumbers;
  sandbox_checkouts: SandboxCheckouts;
  sandbox_events: SandboxEvents;
  history_marks: HistoryMarks;
  free_credits: FreeCredits;
  podcast_audio: PodcastAudio;
  podcast_feeds: PodcastFeeds;
  ratings: Ratings;
  probes: Probes;
  outbox: Outbox;
  second_factors: SecondFactors;
  recovery_codes: RecoveryCodes;
  leases: Leases;
  ledger_audits: LedgerAudits;
  rating_totals: RatingTotals;
}

/** Where queries that only read can be made: outside of a transaction or in one. */
export type Queries = Kysely<Tables>;

/** A transaction that may write. */
export type Tx = Transaction<Tables>;
