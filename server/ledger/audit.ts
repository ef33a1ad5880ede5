import { sql } from "kysely";
import type { Queries } from "../db/schema/tables.ts";
import { checkGrants, checkHostedCalls, checkJobs, checkTransactions } from "./audit-checks.ts";
import { auditLargeAccount } from "./audit-large.ts";
import { type Slice, accountAfter, findSlice, ofAccounts, SLICE_ROWS } from "./audit-slices.ts";

/** Result of a slice of the audit, and the start of the next slice. */
export interface SliceAudit {
  /** A line for each error. */
  readonly faults: readonly string[];
  /** First account of the next slice; null: this was the last one. */
  readonly next: string | null;
}

/**
 * Checks the ledger for invariant violations, starting at an account: in the rows of some accounts,
 * or of a single large one. Each statement reads a consistent snapshot, so credits may move
 * concurrently.
 * @param now epoch milliseconds @param rows maximum rows of one table that a statement may read
 */
export async function auditSlice(
  queries: Queries,
  from: string,
  now: number,
  rows = SLICE_ROWS,
): Promise<SliceAudit> {
  const slice = await findSlice(queries, from, rows);
  if (slice === null) return { faults: [], next: null };
  if (slice.kind === "large")
    return {
      faults: await auditLargeAccount(queries, slice.userId, now, rows),
      next: await accountAfter(queries, slice.userId),
    };
  return { faults: await auditAccounts(queries, slice), next: slice.before };
}

async function auditAccounts(
  queries: Queries,
  slice: Extract<Slice, { kind: "accounts" }>,
): Promise<string[]> {
  const of = (alias: string) => ofAccounts(slice, sql.ref(`${alias}.user_id`));
  return [
    ...(await checkTransactions(queries, of("e"), of("t"))),
    ...(await checkGrants(queries, of("e"), of("g"))),
    ...(await checkJobs(queries, of("t"), of("u"))),
    ...(await checkHostedCalls(queries, of("c"))),
  ];
}

/** Audits the whole ledger, slice by slice. @returns a line for each error */
export async function auditLedger(queries: Queries, rows = SLICE_ROWS): Promise<string[]> {
  const all: string[] = [];
  let from: string | null = "";
  while (from !== null) {
    const { faults, next }: SliceAudit = await auditSlice(queries, from, Date.now(), rows);
    all.push(...faults);
    from = next;
  }
  return all;
}
