import type { HostedCalls } from "../db/schema/credits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type LedgerDeps, lockWallet } from "../ledger/wallet.ts";
import { type JobName, countHostedWork, uncountHostedWork } from "./hosted-work.ts";

/*
 * Each count of hosted work has a row while its call runs, so that the count of a killed process is
 * taken back, and for as long as its job can be open, so that a repeated request is not counted
 * again. A row and its count change in one transaction.
 */

/**
 * Milliseconds after which a call counts as abandoned by its process, unless the process extends
 * them; and the interval between two extensions.
 */
export const CALL_LEASE = 90_000;
export const CALL_BEAT = 30_000;
/**
 * Maximum runs of a call under one key. The answer of an earlier run may be lost, but a key must
 * not buy any amount of work.
 */
export const CALL_RUNS = 3;
/** Seconds until a client may retry while its call runs, and after the last run. */
const IN_FLIGHT = 2;
const NO_MORE = 3600;

/** A call by its idempotency key. */
export interface CallName extends JobName {
  readonly key: string;
  /** Digest of everything that the call asks for. */
  readonly digest: string;
}

/** A run of a call: only this run may end it. */
export interface CallRun extends CallName {
  readonly run: number;
  /** Counted work. */
  readonly milliseconds: number;
}

/** @throws {ApiFailure} usage_closed */
async function requireOpen(tx: Tx, { userId, usageId }: JobName): Promise<void> {
  const job = await tx
    .selectFrom("usages")
    .select("state")
    .where("user_id", "=", userId)
    .where("id", "=", usageId)
    .executeTakeFirst();
  if (job?.state !== "reserved") throw new ApiFailure("usage_closed");
}

/** Starts another run of a known call, which is counted already. */
async function repeatCall(
  tx: Tx,
  call: CallName,
  known: HostedCalls,
  now: number,
): Promise<CallRun> {
  if (known.usage_id !== call.usageId || known.digest !== call.digest)
    throw new ApiFailure("key_reused");
  await requireOpen(tx, call);
  if (known.state !== "done" && known.until > now)
    throw new ApiFailure("key_in_flight", { retryAfter: IN_FLIGHT });
  if (known.run >= CALL_RUNS) throw new ApiFailure("too_many_tries", { retryAfter: NO_MORE });
  const run = known.run + 1;
  await tx
    .updateTable("hosted_calls")
    // A call that has never succeeded is uncounted if this run fails.
    .set({
      state: known.state === "running" ? "running" : "repeating",
      run,
      until: now + CALL_LEASE,
    })
    .where("user_id", "=", call.userId)
    .where("key", "=", call.key)
    .execute();
  return { ...call, run, milliseconds: known.milliseconds };
}

/**
 * Counts the hosted work of a call, unless a call with the same key has counted it.
 * @throws {ApiFailure} as `countHostedWork` does; key_reused; key_in_flight; too_many_tries: it ran
 *   too often
 */
export async function beginHostedCall(
  tx: Tx,
  { clock }: Pick<LedgerDeps, "clock">,
  call: CallName,
  work: { readonly requested: number; readonly margin: number },
): Promise<CallRun> {
  await lockWallet(tx, call.userId);
  const now = clock();
  const known = await tx
    .selectFrom("hosted_calls")
    .selectAll()
    .where("user_id", "=", call.userId)
    .where("key", "=", call.key)
    .executeTakeFirst();
  if (known) return await repeatCall(tx, call, known, now);
  const milliseconds = await countHostedWork(tx, call, work);
  const { userId: user_id, usageId: usage_id, key, digest } = call;
  const until = now + CALL_LEASE;
  await tx
    .insertInto("hosted_calls")
    .values({ user_id, key, usage_id, digest, milliseconds, state: "running", run: 1, until })
    .execute();
  return { ...call, run: 1, milliseconds };
}

/** Extends the lease of a running call. */
export async function extendHostedCall(
  tx: Tx,
  { clock }: Pick<LedgerDeps, "clock">,
  { userId, key, run }: CallRun,
): Promise<void> {
  await tx
    .updateTable("hosted_calls")
    .set({ until: clock() + CALL_LEASE })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("run", "=", run)
    .where("state", "!=", "done")
    .execute();
}

type EndedCall = Pick<CallRun, "userId" | "key" | "run">;

/** Ends a successful run: its count stays. */
export async function settleHostedCall(
  tx: Tx,
  { clock }: Pick<LedgerDeps, "clock">,
  { userId, key, run }: EndedCall,
): Promise<void> {
  await tx
    .updateTable("hosted_calls")
    .set({ state: "done", until: clock() + RESERVATION_LASTS * 1000 })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("run", "=", run)
    .execute();
}

/**
 * Ends a failed run. If no run of the call has succeeded, its work is uncounted.
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function releaseHostedCall(
  tx: Tx,
  deps: LedgerDeps,
  call: EndedCall,
  /** Only if its lease ended before this time. */
  expired?: number,
): Promise<void> {
  const { userId, key, run } = call;
  await lockWallet(tx, userId);
  const row = await tx
    .selectFrom("hosted_calls")
    .selectAll()
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("run", "=", run)
    .executeTakeFirst();
  if (!row || row.state === "done" || (expired !== undefined && row.until > expired)) return;
  if (row.state === "repeating") return await settleHostedCall(tx, deps, call);
  const released = await tx
    .deleteFrom("hosted_calls")
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("run", "=", run)
    // A process may end or extend its call without locking the wallet.
    .where("state", "=", "running")
    .where("until", "=", row.until)
    .returning("milliseconds")
    .executeTakeFirst();
  if (!released) return;
  await uncountHostedWork(tx, deps, { userId, usageId: row.usage_id }, released.milliseconds);
}
