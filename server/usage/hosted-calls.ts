import type { HostedCalls } from "../db/schema/credits.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";
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
 * not buy unlimited work.
 */
export const CALL_RUNS = 3;
/**
 * Seconds until a client may retry while its call runs, and after the last run if that was
 * abandoned: by then, a sweep has ended the call.
 */
const IN_FLIGHT = 2;
const SWEPT_AFTER = 120;

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

const findCall = (
  queries: Queries,
  { userId, key }: Pick<CallName, "userId" | "key">,
): Promise<HostedCalls | undefined> =>
  queries
    .selectFrom("hosted_calls")
    .selectAll()
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .executeTakeFirst();

/** @throws {ApiFailure} key_reused: for another job; key_in_flight; too_many_tries: it ran too often */
function requireRun(known: HostedCalls, { usageId }: JobName, now: number): void {
  if (known.usage_id !== usageId) throw new ApiFailure("key_reused");
  if (known.state !== "done" && known.until > now)
    throw new ApiFailure("key_in_flight", { retryAfter: IN_FLIGHT });
  if (known.run < CALL_RUNS) return;
  // The key is free when its row is deleted.
  const retryAfter = known.state === "done" ? (known.until - now) / 1000 : SWEPT_AFTER;
  throw new ApiFailure("too_many_tries", { retryAfter });
}

/**
 * Rejects a request whose key does not allow a run, before its body is read.
 * @throws {ApiFailure} key_reused, key_in_flight, too_many_tries
 */
export async function checkHostedCall(
  queries: Queries,
  { clock }: Pick<LedgerDeps, "clock">,
  call: Omit<CallName, "digest">,
): Promise<void> {
  const known = await findCall(queries, call);
  if (known) requireRun(known, call, clock());
}

/** Starts another run of a known call, which is counted already. */
async function repeatCall(
  tx: Tx,
  call: CallName,
  known: HostedCalls,
  now: number,
): Promise<CallRun> {
  if (known.digest !== call.digest) throw new ApiFailure("key_reused");
  await requireOpen(tx, call);
  requireRun(known, call, now);
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
  const known = await findCall(tx, call);
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

const endOfRow = (clock: LedgerDeps["clock"]): number => clock() + RESERVATION_LASTS * 1000;

/**
 * Ends a successful run: its count stays.
 * @returns false if its work is not counted, because the sweep has taken its count back and the job
 *   does not pay for it anymore
 */
export async function settleHostedCall(
  tx: Tx,
  { clock }: Pick<LedgerDeps, "clock">,
  call: CallRun,
): Promise<boolean> {
  const settled = await tx
    .updateTable("hosted_calls")
    .set({ state: "done", until: endOfRow(clock) })
    .where("user_id", "=", call.userId)
    .where("key", "=", call.key)
    .where("run", "=", call.run)
    .returning("key")
    .executeTakeFirst();
  return settled !== undefined || (await countAgain(tx, clock, call));
}

/**
 * Counts a successful run whose lease has ended, as that of a process that was suspended does.
 * @returns whether its work is counted
 */
async function countAgain(tx: Tx, clock: LedgerDeps["clock"], call: CallRun): Promise<boolean> {
  const { userId, usageId, key, digest, milliseconds, run } = call;
  try {
    await lockWallet(tx, userId);
    const known = await findCall(tx, call);
    if (known) {
      // A later run has the count, and keeps it if it fails.
      if (known.state === "running")
        await tx
          .updateTable("hosted_calls")
          .set({ state: "repeating" })
          .where("user_id", "=", userId)
          .where("key", "=", key)
          .where("state", "=", "running")
          .execute();
      return true;
    }
    await countHostedWork(tx, call, { requested: milliseconds, margin: 0 });
  } catch (error) {
    if (error instanceof ApiFailure) return false;
    throw error;
  }
  const row = { user_id: userId, key, usage_id: usageId, digest, milliseconds, run };
  await tx
    .insertInto("hosted_calls")
    .values({ ...row, state: "done", until: endOfRow(clock) })
    .execute();
  return true;
}

/**
 * Ends a failed run. If no run of the call has succeeded, its work is uncounted.
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function releaseHostedCall(
  tx: Tx,
  deps: LedgerDeps,
  { userId, key, run }: Pick<CallRun, "userId" | "key" | "run">,
  /** Only if its lease ended before this time. */
  expired?: number,
): Promise<void> {
  await lockWallet(tx, userId);
  const row = await tx
    .selectFrom("hosted_calls")
    .selectAll()
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("run", "=", run)
    .executeTakeFirst();
  if (!row || row.state === "done" || (expired !== undefined && row.until > expired)) return;
  if (row.state === "repeating") {
    await tx
      .updateTable("hosted_calls")
      .set({ state: "done", until: endOfRow(deps.clock) })
      .where("user_id", "=", userId)
      .where("key", "=", key)
      .where("run", "=", run)
      // As below.
      .where("state", "=", "repeating")
      .where("until", "=", row.until)
      .execute();
    return;
  }
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
