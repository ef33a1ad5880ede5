import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { HostedCalls, HostedContents, HostedFault } from "../db/schema/credits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { type LedgerDeps, lockWallet } from "../ledger/wallet.ts";
import { type CallName, CALL_RUNS, findCall } from "./hosted-calls.ts";
import type { CallRun } from "./hosted-queue.ts";
import { type JobName, uncountHostedWork } from "./hosted-work.ts";

/**
 * Maximum bytes of the results of an account. Results are stored until their job ends, so that a
 * page that is reloaded gets them again; beyond this, the oldest ones are erased, and texts only after
 * all sounds.
 */
export const RESULT_BYTES = 64 * 1024 * 1024;

const endOfRow = ({ clock }: Pick<LedgerDeps, "clock">): number =>
  clock() + RESERVATION_LASTS * 1000;

const eraseContents = (tx: Tx, { userId, key }: CallName, role?: HostedContents["role"]) =>
  tx
    .deleteFrom("hosted_contents")
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .$if(role !== undefined, (query) => query.where("role", "=", role!))
    .execute();

/**
 * Bytes up to which a result is a text, such as a script or a translation: erasing it makes hardly
 * any room, and what others are made from should not be made again in other words.
 */
const TEXT_BYTES = 64 * 1024;

/** Erases results of an account that has too many bytes of them: the oldest ones, texts last. */
async function makeRoom(tx: Tx, userId: string): Promise<void> {
  const results = await tx
    .selectFrom("hosted_contents")
    .select(["key", "bytes"])
    .where("user_id", "=", userId)
    .where("role", "=", "result")
    .orderBy("created_at", "desc")
    .orderBy("key", "desc")
    .execute();
  const texts = results.filter(({ bytes }) => bytes <= TEXT_BYTES);
  const sounds = results.filter(({ bytes }) => bytes > TEXT_BYTES);
  let sum = 0;
  for (const { key, bytes } of [...texts, ...sounds])
    if ((sum += bytes) > RESULT_BYTES) await eraseContents(tx, { userId, key }, "result");
}

/**
 * Ends a successful run: its count stays, and its result is stored, unless the call was canceled.
 * @returns false if the call has been ended or run again by others, so that the result is not used
 */
export async function settleCall(
  tx: Tx,
  deps: Pick<LedgerDeps, "clock">,
  call: CallRun,
  result: HostedContents,
): Promise<boolean> {
  const settled = await tx
    .updateTable("hosted_calls")
    .set({ state: "done", lease_until: 0, until: endOfRow(deps) })
    .where("user_id", "=", call.userId)
    .where("key", "=", call.key)
    .where("run", "=", call.run)
    .where("state", "<>", "done")
    .returning("canceled")
    .executeTakeFirst();
  if (!settled) return false;
  await eraseContents(tx, call);
  if (settled.canceled === 1) return true;
  await tx.insertInto("hosted_contents").values(result).execute();
  await makeRoom(tx, call.userId);
  return true;
}

/**
 * Ends a call without a result. If none of its runs has succeeded, its work is uncounted. The caller
 * holds the wallet's lock.
 * @returns false: a process has taken or ended it meanwhile, which needs no lock
 */
async function release(
  tx: Tx,
  deps: LedgerDeps,
  { user_id: userId, key, usage_id: usageId, state, run, milliseconds }: HostedCalls,
  fault: HostedFault,
): Promise<boolean> {
  const isCounted = state === "running";
  const released = await tx
    .updateTable("hosted_calls")
    .set({
      state: "done",
      fault,
      lease_until: 0,
      until: endOfRow(deps),
      ...(isCounted && { milliseconds: 0 }),
    })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("run", "=", run)
    .where("state", "=", state)
    .returning("key")
    .executeTakeFirst();
  if (!released) return false;
  await eraseContents(tx, { userId, key });
  if (isCounted) await uncountHostedWork(tx, deps, { userId, usageId }, milliseconds);
  return true;
}

/**
 * Ends a call whose run has failed for good.
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function failCall(
  tx: Tx,
  deps: LedgerDeps,
  call: Pick<CallRun, "userId" | "key" | "run">,
  fault: HostedFault,
): Promise<void> {
  await lockWallet(tx, call.userId);
  const row = await findCall(tx, call);
  if (row?.run !== call.run || row.state === "done") return;
  await release(tx, deps, row, row.canceled === 1 ? "canceled" : fault);
}

/**
 * Ends a call whose time is over, or whose process has died in its last run, or after it was
 * canceled.
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function expireCall(tx: Tx, deps: LedgerDeps, call: CallName): Promise<void> {
  await lockWallet(tx, call.userId);
  const row = await findCall(tx, call);
  if (!row || row.state === "done") return;
  const now = deps.clock();
  const isLeft = row.lease_until <= now && (row.canceled === 1 || row.run >= CALL_RUNS);
  if (row.until > now && !isLeft) return;
  await release(tx, deps, row, row.canceled === 1 ? "canceled" : "unavailable");
}

const markCanceled = (tx: Tx, { userId, key }: CallName) =>
  tx
    .updateTable("hosted_calls")
    .set({ canceled: 1 })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .execute();

/**
 * Stops a call that has not ended. A run in progress is stopped by its process, and decides whether
 * the call counts: what a model has done is paid for.
 */
async function stop(tx: Tx, deps: LedgerDeps, row: HostedCalls): Promise<void> {
  // A process of an earlier version runs it, and ends it.
  if (row.call === null) return;
  const isQueued = row.lease_until <= deps.clock();
  if (isQueued && (await release(tx, deps, row, "canceled"))) return;
  await markCanceled(tx, { userId: row.user_id, key: row.key });
}

/**
 * Cancels a call at the request of its client; the result of one that has ended is erased.
 * @returns false: there is no such call
 */
export async function cancelCall(tx: Tx, deps: LedgerDeps, call: CallName): Promise<boolean> {
  await lockWallet(tx, call.userId);
  const row = await findCall(tx, call);
  if (!row) return false;
  if (row.state !== "done") {
    await stop(tx, deps, row);
    return true;
  }
  await eraseContents(tx, call);
  // It is not run again for a result that its client has had erased.
  await markCanceled(tx, call);
  return true;
}

/**
 * Stops all calls of a job that ends, and erases their inputs and results. The caller holds the
 * wallet's lock.
 */
export async function endCallsOf(
  tx: Tx,
  deps: LedgerDeps,
  { userId, usageId }: JobName,
): Promise<void> {
  const open = await tx
    .selectFrom("hosted_calls")
    .selectAll()
    .where("user_id", "=", userId)
    .where("usage_id", "=", usageId)
    .where("state", "<>", "done")
    .execute();
  for (const row of open) await stop(tx, deps, row);
  await tx
    .deleteFrom("hosted_contents")
    .where("user_id", "=", userId)
    .where("usage_id", "=", usageId)
    .execute();
}
