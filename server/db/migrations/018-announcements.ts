import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "018-announcements";

const STEPS = [
  `create table announcements (
    id text primary key,
    kind text not null check (kind in ('prices', 'terms', 'privacy')),
    effective_at bigint not null,
    prices text,
    created_at bigint not null,
    last_user text not null,
    sent bigint not null,
    done_at bigint
  )`,
  `alter table subscriptions add column new_amount bigint`,
  `alter table subscriptions add column new_amount_cycle bigint`,
  `alter table subscriptions add column new_amount_sent bigint not null default 0`,
  `create index subscriptions_new_amount on subscriptions (new_amount_sent) where new_amount is not null`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
