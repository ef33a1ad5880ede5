import { sql } from "kysely";
import type { Db } from "../db/db.ts";
import type { HostedCallKind, HostedCalls } from "../db/schema/credits.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";
import type { Metrics } from "../deps/metrics.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";
import { type CallName, CALL_RUNS } from "./hosted-calls.ts";

/**
 * Milliseconds after which a run counts as abandoned by its process, unless the process extends
 * them; and the interval between two extensions.
 */
export const CALL_LEASE = 30_000;
export const CALL_BEAT = 5000;
/** Maximum calls of an account that run at the same time, in all processes. */
export const CALLS_AT_ONCE = 3;

/** An arbitrary lock id, the same in all processes. */
const LOCK = 7_412_311;

type QueueDeps = { readonly db: Db } & Pick<LedgerDeps, "clock">;

/** A run of a call: only this run may end it. */
export interface CallRun extends CallName {
  readonly usageId: string;
  readonly kind: HostedCallKind;
  /** Number of the run; the first is 1. */
  readonly run: number;
  /** Counted work. */
  readonly milliseconds: number;
  /** W3C trace contexts of the request that created the call, and of its run before. */
  readonly traceparent: string | null;
  readonly lastTraceparent: string | null;
}

/**
 * Condition of the calls that may run: queued ones, and those of dead processes. It has the
 * condition of the index literally.
 */
const isDue = (kinds: readonly HostedCallKind[], now: number) => sql<boolean>`
  c.state <> 'done' and c.call is not null and c.call in (${sql.join(kinds)})
  and c.due_at <= ${now} and c.lease_until <= ${now} and c.until > ${now} and c.canceled = 0
  and c.run < ${CALL_RUNS}
  and ${CALLS_AT_ONCE} > (
    select count(*) from hosted_calls r
    where r.user_id = c.user_id and r.state <> 'done' and r.lease_until > ${now}
  )`;

/** Whether a call may run. It takes no lock, so that idle processes may look often. */
export const hasDueCall = async (
  queries: Queries,
  kinds: readonly HostedCallKind[],
  now: number,
): Promise<boolean> =>
  (
    await sql`select 1 as found from hosted_calls c where ${isDue(kinds, now)} limit 1`.execute(
      queries,
    )
  ).rows.length > 0;

/** Takes the call that is next. @returns null if no call may run */
export const takeCall = (
  { db, clock }: QueueDeps,
  kinds: readonly HostedCallKind[],
): Promise<CallRun | null> =>
  db.write(async (tx) => {
    // Claims run one after another, so that each sees how many calls of an account are running.
    if (db.engine === "postgres") await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const now = clock();
    const { rows } = await sql<HostedCalls>`
      update hosted_calls set run = run + 1, lease_until = ${now + CALL_LEASE}
      where (user_id, key) = (
        select c.user_id, c.key from hosted_calls c where ${isDue(kinds, now)}
        order by c.due_at, c.key limit 1
        ${db.engine === "postgres" ? sql`for update of c skip locked` : sql``}
      ) returning *`.execute(tx);
    const [row] = rows;
    if (!row) return null;
    return {
      userId: row.user_id,
      key: row.key,
      usageId: row.usage_id,
      kind: row.call!,
      run: row.run,
      milliseconds: row.milliseconds,
      traceparent: row.traceparent,
      lastTraceparent: row.run_traceparent,
    };
  });

/** Extends the lease of a run. @returns whether the run is still the call's, and not canceled */
export async function extendCall(
  tx: Tx,
  { clock }: Pick<LedgerDeps, "clock">,
  { userId, key, run }: CallRun,
): Promise<boolean> {
  const row = await tx
    .updateTable("hosted_calls")
    .set({ lease_until: clock() + CALL_LEASE })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("run", "=", run)
    .where("state", "<>", "done")
    .returning("canceled")
    .executeTakeFirst();
  return row?.canceled === 0;
}

/** Stores the trace context of a run, for the one after it. */
export async function storeRunTrace(
  tx: Tx,
  { userId, key, run }: CallRun,
  traceparent: string,
): Promise<void> {
  await tx
    .updateTable("hosted_calls")
    .set({ run_traceparent: traceparent })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("run", "=", run)
    .execute();
}

/** Queues the call of a run that has ended without a result. @returns false: it was canceled */
export async function queueAgain(
  tx: Tx,
  { userId, key, run }: CallRun,
  dueAt: number,
): Promise<boolean> {
  const row = await tx
    .updateTable("hosted_calls")
    .set({ lease_until: 0, due_at: dueAt })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("run", "=", run)
    .where("state", "<>", "done")
    .where("canceled", "=", 0)
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

/** Publishes the number of calls that are due and wait for their turn. */
export async function showHostedQueue({
  db,
  clock,
  metrics,
}: QueueDeps & { readonly metrics: Metrics }): Promise<void> {
  const now = clock();
  const { count } = await db.read((queries) =>
    queries
      .selectFrom("hosted_calls")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("state", "<>", sql.lit("done"))
      .where("call", "is not", null)
      .where("due_at", "<=", now)
      .where("lease_until", "<=", now)
      .executeTakeFirstOrThrow(),
  );
  metrics.set("toolkit_waiting", Number(count), { queue: "hosted" });
}
