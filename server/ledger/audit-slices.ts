import { type RawBuilder, sql } from "kysely";
import type { Queries } from "../db/schema/tables.ts";

/** Maximum number of rows of one table in a slice of several accounts. */
export const SLICE_ROWS = 10_000;

/** Rows that are audited together: those of some accounts, or of a single large one. */
export type Slice =
  | {
      readonly kind: "accounts";
      readonly from: string;
      /** First account after the slice; null: the slice contains the last accounts. */
      readonly before: string | null;
    }
  | { readonly kind: "large"; readonly userId: string };

/** Condition for the rows of a range of accounts; `column` is the user id. */
export const ofAccounts = (
  { from, before }: Pick<Extract<Slice, { kind: "accounts" }>, "from" | "before">,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  before === null ? sql`${column} >= ${from}` : sql`${column} >= ${from} and ${column} < ${before}`;

/** Tables with rows of the ledger, including those of deleted accounts. */
const TABLES = ["ledger_entries", "ledger_transactions", "grants", "usages"] as const;

/**
 * Minimum of a query over all tables. The database compares, because its collation defines the
 * order.
 */
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

/** The first account with rows, starting at an id. */
const firstAccount = (queries: Queries, from: string): Promise<string | null> =>
  lowest(
    queries,
    (table) =>
      sql`select user_id from ${sql.table(table)} where user_id >= ${from} order by user_id limit 1`,
  );

/** The first account after an id. */
export const accountAfter = (queries: Queries, userId: string): Promise<string | null> =>
  lowest(
    queries,
    (table) =>
      sql`select user_id from ${sql.table(table)} where user_id > ${userId} order by user_id limit 1`,
  );

/** The slice that begins with the first account at or after an id; null: there is none. */
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
