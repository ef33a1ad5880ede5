import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "020-creation-keys";

export async function up(tx: Tx): Promise<void> {
  await sql.raw(`alter table jobs add column creation_key text`).execute(tx);
}
