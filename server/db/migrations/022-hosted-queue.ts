import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "022-hosted-queue";

/**
 * @param bytes type of a column for binary data, which is the last one: SQLite reads what precedes
 *   another column
 */
const steps = (bytes: string): readonly string[] => [
  `alter table hosted_calls add column call text`,
  `alter table hosted_calls add column lease_until bigint not null default 0`,
  `alter table hosted_calls add column due_at bigint not null default 0`,
  `alter table hosted_calls add column canceled bigint not null default 0`,
  `alter table hosted_calls add column fault text`,
  `create index hosted_calls_open on hosted_calls (due_at) where state <> 'done' and call is not null`,
  `create table hosted_contents (
    user_id text not null,
    key text not null,
    role text not null check (role in ('input', 'result')),
    usage_id text not null,
    key_id text not null,
    wrapped_key text not null,
    bytes bigint not null,
    created_at bigint not null,
    sealed ${bytes} not null,
    primary key (user_id, key, role)
  )`,
  `create index hosted_contents_age on hosted_contents (created_at)`,
];

export async function up(tx: Tx, engine: "sqlite" | "postgres"): Promise<void> {
  for (const step of steps(engine === "postgres" ? "bytea" : "blob"))
    await sql.raw(step).execute(tx);
}
