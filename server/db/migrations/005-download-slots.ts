import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "005-download-slots";

const STEPS = [
  `create table download_slots (
    subject text not null,
    slot bigint not null,
    holder text not null,
    until bigint not null,
    primary key (subject, slot)
  )`,
  `create index download_slots_holder on download_slots (holder)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
