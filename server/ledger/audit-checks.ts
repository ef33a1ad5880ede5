import { type RawBuilder, sql } from "kysely";
import type { LedgerAccount, Movement } from "../db/schema/credits.ts";
import type { Queries } from "../db/schema/tables.ts";

/** Maximum number of errors of one kind listed for a slice. */
const LISTED = 1000;

/** Source and destination accounts of each movement. */
const ACCOUNTS: Readonly<
  Record<
    Movement,
    { readonly from: readonly LedgerAccount[]; readonly to: readonly LedgerAccount[] }
  >
> = {
  grant: { from: ["issued"], to: ["available"] },
  hold: { from: ["available"], to: ["held"] },
  settle: { from: ["held"], to: ["spent"] },
  // Credits of a grant whose payment was reversed are voided instead.
  release: { from: ["held"], to: ["available", "voided"] },
  correct: { from: ["spent"], to: ["available", "voided"] },
  expire: { from: ["available"], to: ["expired"] },
  void: { from: ["available"], to: ["voided"] },
  restore: { from: ["voided"], to: ["available"] },
};

/** Movements that reference a job. */
const FOR_JOBS: ReadonlySet<string> = new Set<Movement>(["hold", "settle", "release", "correct"]);

/** Whether an entry `e` is allowed in its transaction `t`. */
const FITS = sql.join(
  Object.entries(ACCOUNTS).map(
    ([kind, { from, to }]) =>
      sql`(t.kind = ${sql.lit(kind)} and ${FOR_JOBS.has(kind) ? sql`t.usage_id is not null` : sql`1 = 1`} and (
        (e.delta < 0 and e.account in (${sql.join(from.map((name) => sql.lit(name)))}))
        or (e.delta > 0 and e.account in (${sql.join(to.map((name) => sql.lit(name)))}))))`,
  ),
  sql` or `,
);

type Condition = RawBuilder<unknown>;

async function list(
  queries: Queries,
  found: RawBuilder<{ id: string }>,
  line: (id: string) => string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${found} limit ${sql.lit(LISTED)}`.execute(queries);
  return rows.map(({ id }) => line(id));
}

/**
 * Finds transactions that do not balance for each grant, that have entries of another movement or
 * no entries, and entries without a transaction. Each statement reads a consistent snapshot.
 * @param entries condition for entries `e` @param transactions condition for transactions `t`
 */
export async function checkTransactions(
  queries: Queries,
  entries: Condition,
  transactions: Condition,
): Promise<string[]> {
  return [
    ...(await list(
      queries,
      sql`select distinct transaction_id as id from (
        select e.user_id, e.transaction_id from ledger_entries e where ${entries}
        group by e.user_id, e.transaction_id, e.grant_id having sum(e.delta) <> 0) unbalanced`,
      (id) => `transaction ${id} does not sum to zero`,
    )),
    ...(await list(
      queries,
      sql`select distinct e.transaction_id as id from ledger_entries e
        left join ledger_transactions t on t.user_id = e.user_id and t.id = e.transaction_id
        where ${entries} and (t.id is null or not (${FITS}))`,
      (id) => `transaction ${id} is not what its entries say`,
    )),
    ...(await list(
      queries,
      sql`select t.id from ledger_transactions t where ${transactions} and not exists (
        select 1 from ledger_entries e where e.user_id = t.user_id and e.transaction_id = t.id)`,
      (id) => `transaction ${id} has no entries`,
    )),
  ];
}

/**
 * Finds grants whose remaining or original amount differs from their entries, and entries of
 * missing grants.
 * @param entries condition for entries `e` @param grants condition for grants `g`
 */
export const checkGrants = (
  queries: Queries,
  entries: Condition,
  grants: Condition,
): Promise<string[]> =>
  list(
    queries,
    sql`select grant_id as id from (
      select e.user_id, e.grant_id,
        sum(case when e.account = 'available' then e.delta else 0 end) as remaining,
        sum(case when e.account = 'issued' then -e.delta else 0 end) as amount, 0 as grants
      from ledger_entries e where ${entries} group by e.user_id, e.grant_id
      union all
      select g.user_id, g.id, -g.remaining, -g.amount, 1 from grants g where ${grants}
    ) all_rows group by user_id, grant_id having sum(remaining) <> 0 or sum(amount) <> 0 or sum(grants) <> 1`,
    grantFault,
  );

export const grantFault = (id: string): string => `grant ${id} does not have what its entries say`;

/**
 * Finds jobs that count less hosted work than their calls, and calls of missing jobs. The reverse is
 * no error: the rows of calls are deleted before those of jobs.
 * @param calls condition for calls `c`
 */
export const checkHostedCalls = (queries: Queries, calls: Condition): Promise<string[]> =>
  list(
    queries,
    sql`select c.usage_id as id from hosted_calls c
      left join usages u on u.user_id = c.user_id and u.id = c.usage_id
      where ${calls} group by c.user_id, c.usage_id
      having sum(c.milliseconds) > coalesce(max(u.hosted_milliseconds), -1)`,
    (id) => `job ${id} does not count its calls of hosted models`,
  );

/**
 * Finds jobs whose held credits are incorrect: a reserved job holds its cost, a closed one nothing;
 * and holds of missing jobs.
 * @param transactions condition for transactions `t` @param usages condition for jobs `u`
 */
export const checkJobs = (
  queries: Queries,
  transactions: Condition,
  usages: Condition,
): Promise<string[]> =>
  list(
    queries,
    sql`select coalesce(usage_id, 'that has no id') as id from (
      select t.user_id, t.usage_id, e.delta as held from ledger_transactions t
        join ledger_entries e on e.user_id = t.user_id and e.transaction_id = t.id
        where ${transactions} and e.account = 'held'
      union all
      select u.user_id, u.id, -u.cost from usages u where ${usages} and u.state = 'reserved'
    ) all_rows group by user_id, usage_id having sum(held) <> 0`,
    (id) => `job ${id} does not hold what it costs`,
  );
