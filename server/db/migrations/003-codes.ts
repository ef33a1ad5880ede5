import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "003-codes";

// Codes are valid for ten minutes: users with a pending code request a new one.
const STEPS = [
  `drop table codes`,
  `create table codes (
    purpose text not null,
    address text not null,
    origin text not null,
    id text not null,
    code_hash text not null,
    password_hash text,
    email text not null,
    locale text not null,
    attempts bigint not null,
    strange_attempts bigint not null,
    contested bigint not null,
    sent_at bigint not null,
    expires_at bigint not null,
    primary key (address, purpose, origin)
  )`,
  `create index codes_expiry on codes (expires_at)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
