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
  HostedCalls,
  HostedContents,
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
import type { Announcements } from "./announcements.ts";
import type { Jobs, Workers } from "./jobs.ts";
import type { JobErasures, JobFileParts, JobFiles } from "./files.ts";
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
 * The schema is the same on SQLite and PostgreSQL: ids are text (UUIDv7), amounts and times are
 * integers, times are epoch milliseconds, structures are JSON as text. Keys of a user's rows begin
 * with `user_id`, so that a distributed PostgreSQL can shard the tables by user (`users` by `id`).
 * `codes`, `tokens`, `limits`, `free_credits`, `webhook_events`, `payment_reversals`, `podcasts`,
 * `podcast_feeds`, `download_tickets`, `slots`, `outbox`, `ratings` and `job_erasures` are sharded by their own
 * key; `addresses`, `probes`, `storage_totals`, `leases`, `workers`, `ledger_audits`, `rating_totals`,
 * `announcements` and `migrations` are small and joined with all others: they are replicated to each node.
 *
 * Queries repeat the condition of a partial index as a literal: with a parameter, SQLite prepares
 * the statement again each time.
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
  hosted_calls: HostedCalls;
  hosted_contents: HostedContents;
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
  jobs: Jobs;
  workers: Workers;
  job_files: JobFiles;
  job_file_parts: JobFileParts;
  job_erasures: JobErasures;
  announcements: Announcements;
}

/** Runs read-only queries, inside or outside of a transaction. */
export type Queries = Kysely<Tables>;

export type Tx = Transaction<Tables>;
