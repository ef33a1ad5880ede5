import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "008-hosted-seconds";

export async function up(tx: Tx): Promise<void> {
  const step = `alter table usages add column hosted_milliseconds bigint not null default 0`;
  await sql.raw(step).execute(tx);
}
