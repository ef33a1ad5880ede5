import { createHash } from "node:crypto";
import type { MayContinue } from "../background/run-steps.ts";
import { processDue } from "../db/due-rows.ts";
import type { JobErasures, JobFiles } from "../db/schema/files.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps, ErasureHook } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { moveStorageTotal } from "../podcasts/storage-total.ts";
import { type ErasureReason, contentOf, signReceipt } from "./receipts.ts";
import { folderOf } from "./write-file.ts";

/** Milliseconds for which a process works on the objects of an erased file. */
const LEASE = 120_000;
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 6 * 3_600_000;
/** Milliseconds for which receipts are stored. */
const RECEIPTS_LAST = 400 * 86_400_000;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export type EraseDeps = Pick<Deps, "settings" | "clock" | "site">;

/** Deletes the rows of a file, with its key, and issues the receipt. */
async function eraseFile(
  tx: Tx,
  { settings, clock, site }: EraseDeps,
  { file, reason }: { readonly file: JobFiles; readonly reason: ErasureReason },
): Promise<void> {
  const { user_id, id, bytes } = file;
  const parts = await tx
    .deleteFrom("job_file_parts")
    .where("user_id", "=", user_id)
    .where("file_id", "=", id)
    .returning(["start", "sha256"])
    .execute();
  const hash = createHash("sha256");
  for (const { sha256 } of parts.toSorted((a, b) => a.start - b.start)) hash.update(sha256, "hex");
  const now = clock();
  const receipt = signReceipt(settings.fileKeys, {
    iss: site.origin,
    iat: seconds(now),
    file: id,
    bytes,
    sha256: hash.digest("hex"),
    reason,
    key_destroyed_at: seconds(now),
    removed_at: null,
  });
  await tx
    .insertInto("job_erasures")
    .values({ id, receipt, erased_at: now, removed_at: null, tries: 0, next_at: now })
    .execute();
}

/** Files of an account: one, results of a job, or all. */
export interface ErasedFiles {
  readonly userId: string;
  readonly id?: string;
  /** Results of a job: of one attempt, or of all with lower numbers than `before`. */
  readonly job?: { readonly id: string } & (
    | { readonly attempt: number }
    | { readonly before: number }
  );
}

/**
 * Erases files: the keys that decrypt them are deleted in this transaction, which also writes the
 * signed receipts; `finishErasures` removes the objects after the commit.
 * @returns the ids of the erased files
 */
export async function eraseFiles(
  tx: Tx,
  deps: EraseDeps,
  { userId, id, job }: ErasedFiles,
  reason: ErasureReason,
): Promise<readonly string[]> {
  const files = await tx
    .deleteFrom("job_files")
    .where("user_id", "=", userId)
    .$if(id !== undefined, (query) => query.where("id", "=", id!))
    .$if(job !== undefined, (query) =>
      "attempt" in job!
        ? query.where("job_id", "=", job.id).where("attempt", "=", job.attempt)
        : query.where("job_id", "=", job!.id).where("attempt", "<", job!.before),
    )
    .returningAll()
    .execute();
  for (const file of files) await eraseFile(tx, deps, { file, reason });
  const by = -files.reduce((sum, { reserved }) => sum + reserved, 0);
  await moveStorageTotal(tx, { kind: "job_files", by });
  return files.map((file) => file.id);
}

/** Deletes an account's files with it. */
export const eraseAccountFiles: ErasureHook = {
  erase: async (tx, deps, userId) =>
    void (await eraseFiles(tx, deps, { userId }, "account_deleted")),
};

/**
 * Removes the objects of an erased file, and adds to its receipt that there is none any more.
 * @throws if an object remains
 */
async function removeObjects(deps: Deps, { id, receipt, erased_at }: JobErasures): Promise<void> {
  const { db, objects, clock, settings } = deps;
  for await (const key of objects.list(folderOf(id))) await objects.remove(key);
  for await (const key of objects.list(folderOf(id))) throw new Error(`${key} was not removed`);
  const now = clock();
  const content = { ...contentOf(receipt), iat: seconds(now), removed_at: seconds(now) };
  await db.write((tx) =>
    tx
      .updateTable("job_erasures")
      .set({
        receipt: signReceipt(settings.fileKeys, content),
        removed_at: now,
        next_at: erased_at + RECEIPTS_LAST,
      })
      .where("id", "=", id)
      .execute(),
  );
}

async function continueErasure(deps: Deps, erasure: JobErasures): Promise<void> {
  const { db, clock, log } = deps;
  const { id, removed_at, tries } = erasure;
  if (removed_at !== null) {
    await db.write((tx) => tx.deleteFrom("job_erasures").where("id", "=", id).execute());
    return;
  }
  try {
    await removeObjects(deps, erasure);
  } catch (error) {
    log("error", "file_not_removed", describeError(error));
    const next_at = clock() + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
    await db.write((tx) =>
      tx.updateTable("job_erasures").set({ next_at }).where("id", "=", id).execute(),
    );
  }
}

/**
 * Removes the objects of erased files, concurrently with other processes, and deletes receipts
 * whose time is over.
 */
export const finishErasures = (deps: Deps, mayContinue: MayContinue): Promise<void> =>
  processDue(
    deps,
    { table: "job_erasures", lease: LEASE, work: (row) => continueErasure(deps, row) },
    mayContinue,
  );
