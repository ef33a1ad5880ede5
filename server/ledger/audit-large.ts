import { sql } from "kysely";
import type { Queries } from "../db/schema/tables.ts";
import { lowestIdAt } from "../ports/clock.ts";
import { checkHostedCalls, checkJobs, checkTransactions, grantFault } from "./audit-checks.ts";
import { SLICE_ROWS } from "./audit-slices.ts";

/** Maximum clock skew in milliseconds, after which no earlier id can be inserted anymore. */
const SETTLED_AFTER = 5 * 60_000;

interface Part {
  readonly after: string;
  /** Last id of the part, inclusive; null: all remaining rows. */
  readonly upTo: string | null;
}

interface Scan {
  readonly userId: string;
  readonly rows: number;
}

/** Finds the next part of an account's rows in the order of a column. */
async function findPart(
  queries: Queries,
  { userId, rows }: Scan,
  { table, column, after }: Readonly<Record<"table" | "column" | "after", string>>,
): Promise<Part> {
  const { rows: found } = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)}
    where user_id = ${userId} and ${sql.ref(column)} > ${after}
    order by ${sql.ref(column)} limit 1 offset ${sql.lit(rows)}`.execute(queries);
  return { after, upTo: found[0]?.id ?? null };
}

const within = (userId: string, { after, upTo }: Part, alias: string, column: string) => {
  const [user, id] = [sql.ref(`${alias}.user_id`), sql.ref(`${alias}.${column}`)];
  const all = sql`${user} = ${userId} and ${id} > ${after}`;
  return upTo === null ? all : sql`${all} and ${id} <= ${upTo}`;
};

/** Iterates over the rows of an account in parts, ordered by a column of one of its tables. */
async function eachPart(
  queries: Queries,
  scan: Scan,
  by: { readonly table: string; readonly column: string },
  check: (part: Part) => Promise<void>,
): Promise<void> {
  let after: string | null = "";
  while (after !== null) {
    const part: Part = await findPart(queries, scan, { ...by, after });
    await check(part);
    after = part.upTo;
  }
}

interface Sum {
  remaining: number;
  amount: number;
}

/**
 * Sums the entries of an account by grant. Old entries are immutable and are summed in parts;
 * recent ones are summed by the statement that reads the grants, so that both come from the same
 * snapshot.
 */
async function checkGrantsInParts(queries: Queries, scan: Scan, now: number): Promise<string[]> {
  const { userId } = scan;
  const old = new Map<string, Sum>();
  const settled = lowestIdAt(now - SETTLED_AFTER);
  const entrySums = sql`sum(case when e.account = 'available' then e.delta else 0 end) as remaining,
    sum(case when e.account = 'issued' then -e.delta else 0 end) as amount`;
  const by = { table: "ledger_entries", column: "transaction_id" };
  await eachPart(queries, scan, by, async (part) => {
    const { rows } = await sql<{ grant_id: string; remaining: number; amount: number }>`
      select e.grant_id, ${entrySums} from ledger_entries e
      where ${within(userId, part, "e", "transaction_id")} and e.transaction_id <= ${settled}
      group by e.grant_id`.execute(queries);
    for (const { grant_id: id, remaining, amount } of rows) {
      const sum = old.get(id) ?? { remaining: 0, amount: 0 };
      sum.remaining += Number(remaining);
      sum.amount += Number(amount);
      old.set(id, sum);
    }
  });
  const { rows } = await sql<{ id: string; remaining: number; amount: number; grants: number }>`
    select id, sum(remaining) as remaining, sum(amount) as amount, sum(grants) as grants from (
      select e.grant_id as id, ${entrySums}, 0 as grants from ledger_entries e
        where e.user_id = ${userId} and e.transaction_id > ${settled} group by e.grant_id
      union all
      select g.id, -g.remaining, -g.amount, 1 from grants g where g.user_id = ${userId}
    ) all_rows group by id`.execute(queries);
  const faults: string[] = [];
  for (const { id, remaining, amount, grants } of rows) {
    const sum = old.get(id) ?? { remaining: 0, amount: 0 };
    old.delete(id);
    const isRight =
      Number(remaining) + sum.remaining === 0 &&
      Number(amount) + sum.amount === 0 &&
      Number(grants) === 1;
    if (!isRight) faults.push(grantFault(id));
  }
  return [...faults, ...[...old.keys()].map(grantFault)];
}

/** Audits an account with more rows than one statement may read. @param now epoch milliseconds */
export async function auditLargeAccount(
  queries: Queries,
  userId: string,
  now: number,
  rows = SLICE_ROWS,
): Promise<string[]> {
  const scan = { userId, rows };
  const faults: string[] = [];
  // The bounds of parts of entries also apply to transactions, which have fewer rows.
  const entries = { table: "ledger_entries", column: "transaction_id" };
  await eachPart(queries, scan, entries, async (part) => {
    faults.push(
      ...(await checkTransactions(
        queries,
        within(userId, part, "e", "transaction_id"),
        within(userId, part, "t", "id"),
      )),
    );
  });
  faults.push(...(await checkGrantsInParts(queries, scan, now)));
  for (const by of [
    { table: "usages", column: "id" },
    { table: "ledger_transactions", column: "usage_id" },
  ])
    await eachPart(queries, scan, by, async (part) => {
      faults.push(
        ...(await checkJobs(
          queries,
          within(userId, part, "t", "usage_id"),
          within(userId, part, "u", "id"),
        )),
      );
    });
  const calls = { table: "hosted_calls", column: "usage_id" };
  await eachPart(queries, scan, calls, async (part) => {
    faults.push(...(await checkHostedCalls(queries, within(userId, part, "c", "usage_id"))));
  });
  return [...new Set(faults)];
}
