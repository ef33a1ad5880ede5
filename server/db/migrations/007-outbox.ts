import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "007-outbox";

const STEPS = [
  `create table outbox (
    id text primary key,
    recipient text not null,
    sealed text not null,
    tries bigint not null,
    next_at bigint not null,
    until bigint not null
  )`,
  `create index outbox_next on outbox (next_at)`,
  `create index outbox_recipient on outbox (recipient)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
