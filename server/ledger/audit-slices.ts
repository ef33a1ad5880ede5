import { type RawBuilder, sql } from "kysely";
import type { Queries } from "../db/schema/tables.ts";

/** Rows of one table that a slice has at most, but for those of a single account. */
export const SLICE_ROWS = 10_000;

/** Rows that are audited together: of some accounts, or of one that has very many. */
export type Slice =
  | {
      readonly kind: "accounts";
      readonly from: string;
      /** The first account that does not belong to it; null: it has the last ones. */
      readonly before: string | null;
    }
  | { readonly kind: "large"; readonly userId: string };

/** Condition for the rows of accounts; `column` is the id of the user. */
export const ofAccounts = (
  { from, before }: Pick<Extract<Slice, { kind: "accounts" }>, "from" | "before">,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  before === null ? sql`${column} >= ${from}` : sql`${column} >= ${from} and ${column} < ${before}`;

/** Tables that have rows of the ledger: also of accounts that are gone. */
const TABLES = ["ledger_entries", "ledger_transactions", "grants", "usages"] as const;

/** The lowest of what a query finds in each table. Comparing is the database's own, as its order is. */
async function lowest(
  queries: Queries,
  find: (table: (typeof TABLES)[number]) => RawBuilder<unknown>,
): Promise<string | null> {
  const all = sql.join(
    TABLES.map((table) => sql`select * from (${find(table)}) ${sql.ref(`of_${table}`)}`),
    sql` union all `,
  );
  const { rows } = await sql<{ user_id: string | null }>`
    select min(user_id) as user_id from (${all}) found`.execute(queries);
  return rows[0]?.user_id ?? null;
}

/** The first account from an id on that has rows. */
const firstAccount = (queries: Queries, from: string): Promise<string | null> =>
  lowest(
    queries,
    (table) =>
      sql`select user_id from ${sql.table(table)} where user_id >= ${from} order by user_id limit 1`,
  );

/** The first account behind one. */
export const accountAfter = (queries: Queries, userId: string): Promise<string | null> =>
  lowest(
    queries,
    (table) =>
      sql`select user_id from ${sql.table(table)} where user_id > ${userId} order by user_id limit 1`,
  );

/** The slice that begins with the first account from an id on; null: there is none. */
export async function findSlice(
  queries: Queries,
  from: string,
  rows = SLICE_ROWS,
): Promise<Slice | null> {
  const first = await firstAccount(queries, from);
  if (first === null) return null;
  const before = await lowest(
    queries,
    (table) =>
      sql`select user_id from ${sql.table(table)} where user_id >= ${first}
        order by user_id limit 1 offset ${sql.lit(rows)}`,
  );
  return before === first
    ? { kind: "large", userId: first }
    : { kind: "accounts", from: first, before };
}
