import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "001-initial";

const TABLES = [
  `create table users (
    id text primary key,
    email text not null,
    password_hash text,
    locale text not null,
    is_send_email bigint not null,
    customer_id text not null,
    created_at bigint not null
  )`,
  `create table addresses (address text primary key, user_id text not null)`,
  `create index addresses_user on addresses (user_id)`,
  `create table codes (
    purpose text not null,
    address text not null,
    id text not null,
    code_hash text not null,
    password_hash text,
    email text not null,
    locale text not null,
    attempts bigint not null,
    origin text not null,
    contested bigint not null,
    sent_at bigint not null,
    expires_at bigint not null,
    primary key (address, purpose)
  )`,
  `create index codes_expiry on codes (expires_at)`,
  `create table tokens (
    hash text primary key,
    user_id text not null,
    created_at bigint not null,
    used_at bigint not null
  )`,
  `create index tokens_user on tokens (user_id)`,
  `create index tokens_use on tokens (used_at)`,
  `create table limits (key text primary key, count bigint not null, ends_at bigint not null)`,
  `create index limits_end on limits (ends_at)`,
  `create table wallets (
    user_id text primary key,
    version bigint not null,
    claimed_at bigint not null,
    claims bigint not null
  )`,
  `create table grants (
    user_id text not null,
    id text not null,
    bucket text not null check (bucket in ('free', 'plan', 'bought')),
    priority bigint not null,
    amount bigint not null check (amount >= 0),
    remaining bigint not null check (remaining >= 0 and remaining <= amount),
    source text not null,
    source_id text not null,
    created_at bigint not null,
    expires_at bigint,
    primary key (user_id, id),
    unique (user_id, source, source_id)
  )`,
  `create index grants_left on grants (user_id, priority) where remaining > 0`,
  `create index grants_expiry on grants (expires_at) where remaining > 0`,
  `create table ledger_transactions (
    user_id text not null,
    id text not null,
    kind text not null,
    usage_id text,
    created_at bigint not null,
    primary key (user_id, id)
  )`,
  `create index ledger_usage on ledger_transactions (user_id, usage_id) where usage_id is not null`,
  `create table ledger_entries (
    user_id text not null,
    transaction_id text not null,
    grant_id text not null,
    account text not null,
    delta bigint not null check (delta <> 0),
    primary key (user_id, transaction_id, grant_id, account)
  )`,
  `create table usages (
    user_id text not null,
    id text not null,
    tool text not null,
    milliseconds bigint not null,
    cost bigint not null check (cost >= 0),
    state text not null check (state in ('reserved', 'settled', 'refunded')),
    input_hash text,
    created_at bigint not null,
    closed_at bigint,
    hidden bigint not null,
    primary key (user_id, id)
  )`,
  `create index usages_open on usages (created_at) where state = 'reserved'`,
  `create index usages_input on usages (user_id, input_hash) where input_hash is not null`,
  `create table idempotency (
    user_id text not null,
    path text not null,
    key text not null,
    body_hash text not null,
    status bigint not null,
    answer text not null,
    retry_after bigint,
    created_at bigint not null,
    primary key (user_id, path, key)
  )`,
  `create index idempotency_age on idempotency (created_at)`,
  `create table orders (
    user_id text not null,
    id text not null,
    kind text not null,
    plan_id text not null,
    period text,
    name text not null,
    credits bigint not null,
    amount bigint not null check (amount >= 0),
    currency text not null,
    status text not null check (status in ('pending', 'paid', 'failed', 'refunded')),
    provider text not null,
    provider_ref text,
    payment_url text,
    receipt_url text,
    receipt_number text,
    created_at bigint not null,
    paid_at bigint,
    refunded_at bigint,
    primary key (user_id, id)
  )`,
  `create index orders_ref on orders (provider, provider_ref) where provider_ref is not null`,
  `create table subscriptions (
    user_id text not null,
    id text not null,
    plan_id text not null,
    period text not null,
    status text not null check (status in ('active', 'past_due', 'cancelled')),
    cancel_at_period_end bigint not null,
    period_start bigint not null,
    period_end bigint not null,
    failures bigint not null,
    provider text not null,
    provider_ref text,
    created_at bigint not null,
    ended_at bigint,
    primary key (user_id, id)
  )`,
  `create unique index subscriptions_running on subscriptions (user_id) where ended_at is null`,
  `create index subscriptions_ref on subscriptions (provider, provider_ref) where provider_ref is not null`,
  `create index subscriptions_end on subscriptions (period_end) where ended_at is null`,
  `create table webhook_events (
    provider text not null,
    event_id text not null,
    type text not null,
    received_at bigint not null,
    primary key (event_id, provider)
  )`,
  `create table podcasts (
    id text primary key,
    user_id text not null,
    title text not null,
    language text not null,
    milliseconds bigint not null,
    audio_url text not null,
    transcript text not null,
    created_at bigint not null
  )`,
  `create index podcasts_user on podcasts (user_id)`,
  `create table download_tickets (
    hash text primary key,
    user_id text not null,
    url text not null,
    format text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create index download_tickets_expiry on download_tickets (expires_at)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const table of TABLES) await sql.raw(table).execute(tx);
}
