import type { Jobs } from "../db/schema/jobs.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import type { LedgerDeps } from "../ledger/wallet.ts";
import { addTasks } from "../payments/tasks.ts";
import type { JobAttempt } from "../ports/job-queue.ts";

/** Key of an upload in the object store. It contains the account, so no job can name another's upload. */
export const uploadKey = (userId: string, upload: string): string => `uploads/${userId}/${upload}`;

/** Key of the result of an attempt, which no other attempt can overwrite. */
export const resultKey = ({ id, attempt }: Pick<JobAttempt, "id" | "attempt">): string =>
  `jobs/${id}/${attempt}`;

/** Whether an account has an upload. */
export async function hasUpload(
  { objects }: Pick<Deps, "objects">,
  userId: string,
  upload: string,
): Promise<boolean> {
  const first = await objects.get(uploadKey(userId, upload), { start: 0, end: 0 });
  await first?.cancel();
  return first !== null;
}

type EraseDeps = LedgerDeps;

const erase = (tx: Tx, deps: EraseDeps, keys: readonly string[]): Promise<void> =>
  addTasks(
    tx,
    deps,
    keys.map((ref) => ({ provider: "", kind: "erase", ref })),
  );

/** Erases the input after the commit. */
export const eraseInput = (tx: Tx, deps: EraseDeps, job: Jobs): Promise<void> =>
  erase(tx, deps, [uploadKey(job.user_id, job.upload)]);

/**
 * Erases what attempts have stored, after the commit. @param until number of the first attempt
 * whose result stays
 */
export const eraseResults = (tx: Tx, deps: EraseDeps, { id }: Jobs, until: number): Promise<void> =>
  erase(
    tx,
    deps,
    Array.from({ length: Math.max(0, until - 1) }, (_, at) => resultKey({ id, attempt: at + 1 })),
  );
