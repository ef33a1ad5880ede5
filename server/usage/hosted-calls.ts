import type { HostedCallKind, HostedCalls, HostedContents } from "../db/schema/credits.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type LedgerDeps, lockWallet } from "../ledger/wallet.ts";
import { type JobName, countHostedWork } from "./hosted-work.ts";

/*
 * Each call of a hosted model has a row from the request that creates it until its job can no
 * longer be open, so that a repeated request finds the same call. A row and its count change in one
 * transaction. `hosted-queue.ts` has its runs, and `end-hosted-calls.ts` its end.
 */

/** Milliseconds after which a call that has not ended fails. */
export const CALL_LASTS = 45 * 60_000;
/**
 * Maximum runs of a call: after failures of the model or of the process, or to replace a lost
 * result. A key must not buy unlimited work.
 */
export const CALL_RUNS = 6;
/** Maximum calls of an account that have not ended. */
export const OPEN_CALLS = 20;
/** Maximum calls of an account that cost the operator runs and have failed, for as long as their rows last. */
export const FAILED_CALLS = 60;
/**
 * The same of calls that were canceled while they ran. A canceled job has up to three, and
 * visitors who often change their mind must not be refused.
 */
export const CANCELED_CALLS = 300;
/** Seconds until a client may retry while its account has too many calls. */
const CROWDED = 5;
/** Seconds until a client may retry while a process of an earlier version runs its call. */
const IN_FLIGHT = 2;

/** A call by its idempotency key. */
export interface CallName {
  readonly userId: string;
  readonly key: string;
}

export interface NewCall extends CallName, JobName {
  readonly kind: HostedCallKind;
  /** Digest of everything that the call asks for. */
  readonly digest: string;
  /** Its encrypted input. */
  readonly input: HostedContents;
  /** W3C trace context of its request; null: it is not traced. */
  readonly traceparent: string | null;
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

export const findCall = (
  queries: Queries,
  { userId, key }: CallName,
): Promise<HostedCalls | undefined> =>
  queries
    .selectFrom("hosted_calls")
    .selectAll()
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .executeTakeFirst();

/** @throws {ApiFailure} too_many_tries: the account has too many calls in progress, failed or canceled */
async function checkRoom(tx: Tx, userId: string, now: number): Promise<void> {
  const rows = await tx
    .selectFrom("hosted_calls")
    .select(["fault", "until"])
    .where("user_id", "=", userId)
    .where((build) =>
      build.or([
        build("state", "<>", "done"),
        build.and([build("fault", "is not", null), build("run", ">", 0)]),
      ]),
    )
    .execute();
  const open = rows.filter(({ fault }) => fault === null);
  if (open.length >= OPEN_CALLS) throw new ApiFailure("too_many_tries", { retryAfter: CROWDED });
  const canceled = rows.filter(({ fault }) => fault === "canceled");
  const failed = rows.filter(({ fault }) => fault !== null && fault !== "canceled");
  for (const [ended, limit] of [
    [canceled, CANCELED_CALLS],
    [failed, FAILED_CALLS],
  ] as const) {
    if (ended.length < limit) continue;
    const first = Math.min(...ended.map(({ until }) => until));
    throw new ApiFailure("too_many_tries", { retryAfter: (first - now) / 1000 });
  }
}

const hasResult = async (tx: Tx, { userId, key }: CallName): Promise<boolean> =>
  (await tx
    .selectFrom("hosted_contents")
    .select("key")
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("role", "=", "result")
    .executeTakeFirst()) !== undefined;

/**
 * Continues with a known call. If its result is lost, the call is queued again, which is not
 * counted.
 * @throws {ApiFailure} key_reused; key_in_flight; usage_closed; not_found: it was canceled;
 *   too_many_tries: it ran too often
 */
async function attach(tx: Tx, call: NewCall, known: HostedCalls, now: number): Promise<void> {
  const { userId, usageId, key, kind, digest, input } = call;
  if (known.usage_id !== usageId || known.digest !== digest) throw new ApiFailure("key_reused");
  if (known.call === null && known.state !== "done" && known.until > now)
    throw new ApiFailure("key_in_flight", { retryAfter: IN_FLIGHT });
  if (known.call !== null && known.state !== "done") return;
  if (known.canceled === 1) throw new ApiFailure("not_found");
  if (known.fault !== null || (await hasResult(tx, call))) return;
  await requireOpen(tx, call);
  if (known.run >= CALL_RUNS)
    throw new ApiFailure("too_many_tries", { retryAfter: (known.until - now) / 1000 });
  await tx
    .updateTable("hosted_calls")
    .set({
      // A call that has never succeeded is uncounted if it fails.
      state: known.state === "running" ? "running" : "repeating",
      call: kind,
      lease_until: 0,
      due_at: now,
      until: now + CALL_LASTS,
    })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .execute();
  await tx.insertInto("hosted_contents").values(input).execute();
}

/**
 * Counts the hosted work of a call and queues it, or continues with the call that has its key.
 * @throws {ApiFailure} as `countHostedWork` does; key_reused; key_in_flight; too_many_tries: it ran
 *   too often, or the account has too many calls
 */
export async function openHostedCall(
  tx: Tx,
  { clock }: Pick<LedgerDeps, "clock">,
  call: NewCall,
  work: { readonly requested: number; readonly margin: number },
): Promise<void> {
  const { userId, usageId, key, kind, digest, input, traceparent } = call;
  await lockWallet(tx, userId);
  const now = clock();
  const known = await findCall(tx, call);
  if (known) return await attach(tx, call, known, now);
  await checkRoom(tx, userId, now);
  const milliseconds = await countHostedWork(tx, call, work);
  await tx
    .insertInto("hosted_calls")
    .values({
      user_id: userId,
      key,
      usage_id: usageId,
      digest,
      milliseconds,
      state: "running",
      run: 0,
      until: now + CALL_LASTS,
      call: kind,
      lease_until: 0,
      due_at: now,
      canceled: 0,
      fault: null,
      traceparent,
      run_traceparent: null,
    })
    .execute();
  await tx.insertInto("hosted_contents").values(input).execute();
}
