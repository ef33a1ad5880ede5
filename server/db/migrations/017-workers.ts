import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "017-workers";

const STEPS = [
  `create table workers (
    id text primary key,
    pool text not null,
    slots bigint not null,
    running bigint not null,
    draining bigint not null,
    started_at bigint not null,
    seen_at bigint not null
  )`,
  `alter table jobs add column traceparent text`,
  `alter table jobs add column attempt_traceparent text`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
