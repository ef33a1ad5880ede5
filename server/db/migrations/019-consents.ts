import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "019-consents";

const STEPS = [
  `alter table orders add column consented_at bigint`,
  `alter table orders add column consent_version text`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
