import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "006-probes";

export async function up(tx: Tx): Promise<void> {
  await sql.raw(`create table probes (id bigint primary key, at bigint not null)`).execute(tx);
}
