import type { Deps } from "../deps/deps.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { ProviderTasks } from "../db/schema/payments.ts";
import { describeError } from "../deps/log.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";

const AT_ONCE = 100;
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 6 * 3_600_000;

/**
 * Notes what somebody outside is to be told, in the transaction that decides it; it is told after
 * that, and again until it is done.
 */
export async function addTask(
  tx: Tx,
  { ids, clock }: LedgerDeps,
  task: Pick<ProviderTasks, "provider" | "kind" | "ref">,
): Promise<void> {
  await tx
    .insertInto("provider_tasks")
    .values({ id: ids(), ...task, tries: 0, next_at: clock() })
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

/** Does what is due. What fails is tried again later, less and less often. */
export async function runTasks(deps: Deps): Promise<void> {
  const due = await deps.db.read((queries) =>
    queries
      .selectFrom("provider_tasks")
      .selectAll()
      .where("next_at", "<=", deps.clock())
      .orderBy("next_at")
      .limit(AT_ONCE)
      .execute(),
  );
  for (const task of due) {
    try {
      await perform(deps, task);
      await deps.db.write((tx) =>
        tx.deleteFrom("provider_tasks").where("id", "=", task.id).execute(),
      );
    } catch (error) {
      deps.log("error", "task_failed", { kind: task.kind, ...describeError(error) });
      const tries = task.tries + 1;
      const next_at = deps.clock() + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
      await deps.db.write((tx) =>
        tx
          .updateTable("provider_tasks")
          .set({ tries, next_at })
          .where("id", "=", task.id)
          .execute(),
      );
    }
  }
}
