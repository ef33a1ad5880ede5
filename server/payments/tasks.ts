import type { MayContinue } from "../background/run-steps.ts";
import { processDue } from "../db/due-rows.ts";
import type { Deps } from "../deps/deps.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { ProviderTasks } from "../db/schema/payments.ts";
import { describeError } from "../deps/log.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";

/** Milliseconds for which a process holds a task: longer than any call of a provider may take. */
const LEASE = 120_000;
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 6 * 3_600_000;

/**
 * Queues a call to a provider in the transaction that decides it; the call is made after the
 * commit, and repeated until it succeeds.
 */
export async function addTask(
  tx: Tx,
  deps: LedgerDeps,
  task: Pick<ProviderTasks, "provider" | "kind" | "ref">,
): Promise<void> {
  await addTasks(tx, deps, [task]);
}

export async function addTasks(
  tx: Tx,
  { ids, clock }: LedgerDeps,
  tasks: readonly Pick<ProviderTasks, "provider" | "kind" | "ref">[],
): Promise<void> {
  if (tasks.length === 0) return;
  await tx
    .insertInto("provider_tasks")
    .values(tasks.map((task) => ({ id: ids(), ...task, tries: 0, next_at: clock() })))
    .execute();
}

/**
 * Refunds a payment of a deleted account. The order stays paid until the provider reports the
 * refund; a plan that it started does not continue.
 */
export async function returnPayment(
  tx: Tx,
  deps: LedgerDeps,
  provider: string,
  paid: { readonly payment?: string; readonly subscription: string | null },
): Promise<"orphaned"> {
  const { payment, subscription } = paid;
  if (subscription !== null) await addTask(tx, deps, { provider, kind: "end", ref: subscription });
  if (payment !== undefined) await addTask(tx, deps, { provider, kind: "refund", ref: payment });
  return "orphaned";
}

async function perform(deps: Deps, { kind, ref, provider }: ProviderTasks): Promise<void> {
  if (kind === "erase") return await deps.objects.remove(ref);
  if (provider !== deps.payment.name)
    throw new Error(`There is something to do at ${provider}, which is not in use: ${kind}`);
  return await (kind === "end" ? deps.payment.end(ref) : deps.payment.refund(ref));
}

async function runTask(deps: Deps, task: ProviderTasks): Promise<void> {
  const { db, clock, log } = deps;
  try {
    await perform(deps, task);
    await db.write((tx) => tx.deleteFrom("provider_tasks").where("id", "=", task.id).execute());
  } catch (error) {
    log("error", "task_failed", { kind: task.kind, ...describeError(error) });
    const next_at = clock() + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** task.tries);
    await db.write((tx) =>
      tx.updateTable("provider_tasks").set({ next_at }).where("id", "=", task.id).execute(),
    );
  }
}

/**
 * Runs due tasks, concurrently with other processes. Failed ones are retried with increasing
 * delays.
 */
export const runTasks = (deps: Deps, mayContinue: MayContinue): Promise<void> =>
  processDue(
    deps,
    { table: "provider_tasks", lease: LEASE, work: (task) => runTask(deps, task) },
    mayContinue,
  );
