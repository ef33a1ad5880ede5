import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "009-second-factors";

const STEPS = [
  `create table second_factors (
    user_id text primary key,
    sealed text not null,
    confirmed_at bigint,
    last_step bigint not null,
    created_at bigint not null
  )`,
  `create table recovery_codes (
    user_id text not null,
    hash text not null,
    primary key (user_id, hash)
  )`,
  `alter table tokens add column client text not null default ''`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
