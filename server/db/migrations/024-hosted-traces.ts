import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "024-hosted-traces";

const STEPS = [
  `alter table hosted_calls add column traceparent text`,
  `alter table hosted_calls add column run_traceparent text`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
