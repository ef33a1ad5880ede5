import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "014-sweeps";

const STEPS = [
  `create table leases (
    name text primary key,
    holder text not null,
    until bigint not null,
    next_at bigint not null
  )`,
  `create table ledger_audits (
    id bigint primary key,
    next_user text,
    started_at bigint not null,
    faults bigint not null,
    completed_at bigint not null,
    completed_faults bigint not null
  )`,
  `insert into ledger_audits (id, next_user, started_at, faults, completed_at, completed_faults)
    values (1, null, 0, 0, 0, 0)`,
  `create index tokens_created on tokens (created_at)`,
  `create table rating_totals (
    tool text primary key,
    count bigint not null,
    stars bigint not null,
    reviews bigint not null
  )`,
  `insert into rating_totals (tool, count, stars, reviews)
    select tool, count(*), sum(stars), sum(case when review <> '' then 1 else 0 end) from ratings group by tool`,
  `create index ratings_tool on ratings (tool, id)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
