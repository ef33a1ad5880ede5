import type { Jobs } from "../db/schema/jobs.ts";
import type { Tx } from "../db/schema/tables.ts";
import { type EraseDeps, eraseFiles } from "../files/erase-files.ts";
import { findFile, readFile } from "../files/read-file.ts";
import { type FileDeps, storeResult } from "../files/write-file.ts";
import type { ByteRange } from "../http/byte-range.ts";
import type { Chunks } from "../ports/object-store.ts";
import type { JobAttempt } from "../ports/job-queue.ts";
import type { JobDeps } from "./job-deps.ts";
import { expiryOf } from "./job-expiry.ts";

type ReadDeps = Pick<FileDeps, "db" | "objects" | "settings">;

/** Whether an account has a complete upload. */
export async function hasUpload(
  deps: Pick<FileDeps, "db" | "clock">,
  userId: string,
  upload: string,
): Promise<boolean> {
  const file = await findFile(deps, userId, upload);
  return file?.state === "complete" && file.job_id === null && file.expires_at > deps.clock();
}

/** The bytes of a job's input; null if it does not exist any more. */
export async function openInput(
  deps: ReadDeps,
  { user_id, upload }: Pick<Jobs, "user_id" | "upload">,
): Promise<AsyncIterable<Uint8Array> | null> {
  const file = await findFile(deps, user_id, upload);
  return file?.state === "complete" ? readFile(deps, file) : null;
}

/**
 * Stores the result of an attempt, which no other attempt can replace.
 * @throws if it is not stored
 */
export async function storeJobResult(
  deps: FileDeps & JobDeps,
  { userId, id, attempt }: JobAttempt,
  chunks: Chunks,
): Promise<void> {
  const expiresAt = expiryOf(deps).filesUntil;
  await storeResult(deps, { userId, job: { id, attempt }, expiresAt }, chunks);
}

/** The bytes of an attempt's result, or a range of them; null if there is none. */
export async function openResult(
  deps: ReadDeps,
  { userId, id, attempt }: JobAttempt,
  range?: ByteRange,
): Promise<AsyncIterable<Uint8Array> | null> {
  const file = await deps.db.read((queries) =>
    queries
      .selectFrom("job_files")
      .selectAll()
      .where("user_id", "=", userId)
      .where("job_id", "=", id)
      .where("attempt", "=", attempt)
      .where("state", "=", "complete")
      .executeTakeFirst(),
  );
  return file ? readFile(deps, file, range) : null;
}

/** Erases the result of an attempt that does not own its job anymore. */
export async function eraseAttempt(
  deps: Pick<FileDeps, "db"> & EraseDeps,
  { userId, id, attempt }: JobAttempt,
): Promise<void> {
  await deps.db.write((tx) => eraseFiles(tx, deps, { userId, job: { id, attempt } }, "job_ended"));
}

/** Keeps the files of a job until a time. */
export async function holdFiles(
  tx: Tx,
  { user_id, id, upload }: Pick<Jobs, "user_id" | "id" | "upload">,
  until: number,
): Promise<void> {
  await tx
    .updateTable("job_files")
    .set({ expires_at: until })
    .where("user_id", "=", user_id)
    .where((where) => where.or([where("id", "=", upload), where("job_id", "=", id)]))
    .where("expires_at", "<", until)
    .execute();
}

/** Erases the input. */
export async function eraseInput(tx: Tx, deps: EraseDeps, job: Jobs): Promise<void> {
  await eraseFiles(tx, deps, { userId: job.user_id, id: job.upload }, "job_ended");
}

/**
 * Erases what attempts have stored.
 * @param until number of the first attempt whose result stays
 */
export async function eraseResults(
  tx: Tx,
  deps: EraseDeps,
  { user_id: userId, id }: Jobs,
  until: number,
): Promise<void> {
  await eraseFiles(tx, deps, { userId, job: { id, before: until } }, "job_ended");
}
