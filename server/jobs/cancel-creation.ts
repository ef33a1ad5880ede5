import { createJob } from "#core/api/jobs/create-job.ts";
import type { Tx } from "../db/schema/tables.ts";
import { blockKey } from "../http/idempotency.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { cancelJob } from "./end-job.ts";
import type { JobDeps } from "./job-deps.ts";
import { type CreatedJob, findCreated } from "./read-jobs.ts";

/**
 * Cancels the job that a request with an idempotency key has created. If there is none, such a
 * request creates none, so that one that is still on its way starts nothing.
 * @returns null: none was created, or it was deleted
 */
export async function cancelCreation(
  tx: Tx,
  deps: JobDeps,
  { userId, key }: { readonly userId: string; readonly key: string },
): Promise<CreatedJob | null> {
  // First, as a creation does: it is either complete, or finds its key blocked.
  await lockWallet(tx, userId);
  await blockKey(tx, { userId, path: createJob.path, key, now: deps.clock() });
  const created = await findCreated(tx, { userId, key });
  if (!created) return null;
  const job = await cancelJob(tx, deps, { userId, id: created.job.id });
  return { job, cost: created.cost };
}
