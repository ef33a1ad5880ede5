import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "011-free-credits";

const STEPS = [
  `alter table users add column security_stamp bigint not null default 0`,
  `create table free_credits (
    mailbox text primary key,
    welcome_at bigint not null,
    claimed_at bigint not null,
    expires_at bigint not null
  )`,
  `create index free_credits_expiry on free_credits (expires_at)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
