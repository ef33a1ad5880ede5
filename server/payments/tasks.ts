import type { MayContinue } from "../background/run-steps.ts";
import { processDue } from "../db/due-rows.ts";
import type { Deps } from "../deps/deps.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { ProviderTasks } from "../db/schema/payments.ts";
import { describeError } from "../deps/log.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";

/** Milliseconds for which a task is its process's own: longer than any provider may take to answer. */
const LEASE = 120_000;
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 6 * 3_600_000;

/**
 * Notes what somebody outside is to be told, in the transaction that decides it; it is told after
 * that, and again until it is done.
 */
export async function addTask(
  tx: Tx,
  deps: LedgerDeps,
  task: Pick<ProviderTasks, "provider" | "kind" | "ref">,
): Promise<void> {
  await addTasks(tx, deps, [task]);
}

/** Notes several tasks at once. */
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
 * Gives back what somebody has paid whose account is gone. The order stays paid until the provider
 * tells that it has been refunded; a plan that it began does not go on.
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

/** Does what is due, as other processes may. What fails is tried again later, less and less often. */
export const runTasks = (deps: Deps, mayContinue: MayContinue): Promise<void> =>
  processDue(
    deps,
    { table: "provider_tasks", lease: LEASE, work: (task) => runTask(deps, task) },
    mayContinue,
  );
