import { sql } from "kysely";
import type { Tx } from "../schema/tables.ts";

export const name = "004-ratings";

const STEPS = [
  `create table ratings (
    tool text not null,
    visitor text not null,
    id text not null,
    user_id text,
    stars bigint not null,
    review text not null,
    locale text not null,
    created_at bigint not null,
    primary key (tool, visitor)
  )`,
  `create index ratings_newest on ratings (id)`,
  `create index ratings_user on ratings (user_id)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(tx);
}
