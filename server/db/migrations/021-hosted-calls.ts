import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "021-hosted-calls";

const STEPS = [
  `create table hosted_calls (
    user_id text not null,
    key text not null,
    usage_id text not null,
    digest text not null,
    milliseconds bigint not null,
    state text not null check (state in ('running', 'repeating', 'done')),
    run bigint not null,
    until bigint not null,
    primary key (user_id, key)
  )`,
  `create index hosted_calls_due on hosted_calls (state, until)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
