import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "002-payments";

const STEPS = [
  `alter table orders add column subscription_id text`,
  `alter table orders add column cycle bigint`,
  `create unique index orders_cycle on orders (user_id, subscription_id, cycle) where subscription_id is not null`,
  `create index orders_id on orders (id)`,
  `create index orders_open on orders (created_at) where status = 'pending'`,
  `alter table subscriptions add column plan_name text not null default ''`,
  `alter table subscriptions add column credits bigint not null default 0`,
  `alter table subscriptions add column amount bigint not null default 0`,
  `alter table subscriptions add column currency text not null default ''`,
  `alter table subscriptions add column cycle bigint not null default 0`,
  `alter table subscriptions add column next_at bigint not null default 0`,
  `create index subscriptions_next on subscriptions (next_at) where ended_at is null`,
  `create table payment_refs (
    provider text not null,
    ref text not null,
    user_id text not null,
    order_id text not null,
    primary key (ref, provider)
  )`,
  `create index payment_refs_user on payment_refs (user_id)`,
  `create table provider_tasks (
    id text primary key,
    provider text not null,
    kind text not null,
    ref text not null,
    tries bigint not null,
    next_at bigint not null
  )`,
  `create index provider_tasks_next on provider_tasks (next_at)`,
  `create table receipt_numbers (year bigint primary key, last bigint not null)`,
  `create table sandbox_checkouts (
    id text primary key,
    user_id text not null,
    order_id text not null,
    kind text not null,
    name text not null,
    amount bigint not null,
    currency text not null,
    locale text not null,
    return_url text not null,
    customer text not null,
    state text not null,
    renewals text not null,
    created_at bigint not null
  )`,
  `create unique index sandbox_checkouts_order on sandbox_checkouts (order_id)`,
  `create index sandbox_checkouts_user on sandbox_checkouts (user_id)`,
  `create table sandbox_events (
    id text primary key,
    body text not null,
    due_at bigint not null,
    tries bigint not null
  )`,
  `create index sandbox_events_due on sandbox_events (due_at)`,
  `create table history_marks (
    user_id text not null,
    list text not null,
    last_id text not null,
    count bigint not null,
    primary key (user_id, list, last_id)
  )`,
  `create index usages_shown on usages (user_id, id) where hidden = 0`,
  `create index usages_shown_tool on usages (user_id, tool, id) where hidden = 0`,
  `create table podcast_audio (
    id text primary key,
    user_id text not null,
    type text not null,
    size bigint not null,
    podcast_id text,
    created_at bigint not null
  )`,
  `create index podcast_audio_user on podcast_audio (user_id)`,
  `create index podcast_audio_loose on podcast_audio (created_at) where podcast_id is null`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
