import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "023-unfinished-hosted-calls";

/** For the number of calls that an account has running, among thousands that are done. */
export async function up(tx: Tx): Promise<void> {
  await sql
    .raw(
      `create index hosted_calls_unfinished on hosted_calls (user_id, lease_until) where state <> 'done'`,
    )
    .execute(tx);
}
