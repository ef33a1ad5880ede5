import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type EraseDeps, eraseFiles } from "../files/erase-files.ts";

/**
 * Erases the outputs of a finished job; one that has not finished keeps what it has.
 * @returns ids of the erased files
 * @throws {ApiFailure} not_found
 */
export async function eraseOutputs(
  tx: Tx,
  deps: EraseDeps,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<readonly string[]> {
  const job = await tx
    .selectFrom("jobs")
    .select(["state", "attempt"])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!job) throw new ApiFailure("not_found");
  if (job.state !== "done") return [];
  return await eraseFiles(tx, deps, { userId, job: { id, before: job.attempt + 1 } }, "requested");
}
