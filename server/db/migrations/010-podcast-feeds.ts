import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "010-podcast-feeds";

const STEP = `create table podcast_feeds (
  user_id text primary key,
  id text not null unique,
  created_at bigint not null
)`;

export async function up(tx: Tx): Promise<void> {
  await sql.raw(STEP).execute(tx);
}
