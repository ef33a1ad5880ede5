import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "015-jobs";

const STEPS = [
  `create table jobs (
    user_id text not null,
    id text not null,
    usage_id text not null,
    tool text not null,
    task text not null,
    upload text not null,
    state text not null check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
    pool text not null,
    turn_at bigint not null,
    at_once bigint not null,
    due_at bigint not null,
    attempt bigint not null,
    failures bigint not null,
    lease_until bigint not null,
    progress bigint not null,
    stage text,
    fault text,
    result text,
    milliseconds_paid bigint not null,
    milliseconds_found bigint,
    created_at bigint not null,
    started_at bigint,
    ended_at bigint,
    expires_at bigint not null,
    changed_at bigint not null,
    primary key (user_id, id)
  )`,
  `create index jobs_queued on jobs (pool, turn_at, id) where state = 'queued'`,
  `create index jobs_running on jobs (lease_until) where state = 'running'`,
  `create index jobs_busy on jobs (user_id) where state = 'running'`,
  `create index jobs_expiry on jobs (expires_at)`,
  `create unique index jobs_id on jobs (id)`,
  `alter table usages add column held_until bigint not null default 0`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
