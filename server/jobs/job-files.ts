import { type JobOutput, type ServerTask, furtherUploads } from "#core/jobs/server-task.ts";
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

/** The result of a job in its row. */
export interface StoredResult {
  readonly outputs: readonly StoredOutput[];
}
export interface StoredOutput extends JobOutput {
  /** Id of the file. */
  readonly file: string;
}

type Inputs = Pick<Jobs, "upload" | "task">;

/** Ids of the uploads that a job works on; the first one is what it is paid for. */
export const uploadsOf = ({ upload, task }: Inputs): readonly string[] => [
  upload,
  ...furtherUploads(JSON.parse(task) as ServerTask),
];

/** Whether an account has complete uploads. */
export async function hasUploads(
  deps: Pick<FileDeps, "db" | "clock">,
  userId: string,
  uploads: readonly string[],
): Promise<boolean> {
  const now = deps.clock();
  for (const upload of uploads) {
    const file = await findFile(deps, userId, upload);
    if (file?.state !== "complete" || file.job_id !== null || file.expires_at <= now) return false;
  }
  return true;
}

/** The bytes of one of a job's uploads; null if it does not exist any more. */
export async function openInput(
  deps: ReadDeps,
  userId: string,
  upload: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  const file = await findFile(deps, userId, upload);
  return file?.state === "complete" ? readFile(deps, file) : null;
}

/**
 * Stores an output of an attempt, which no other attempt can replace.
 * @returns the id of its file
 * @throws if it is not stored
 */
export async function storeOutput(
  deps: FileDeps & JobDeps,
  { userId, id, attempt }: JobAttempt,
  chunks: Chunks,
): Promise<string> {
  const expiresAt = expiryOf(deps).filesUntil;
  const stored = await storeResult(deps, { userId, job: { id, attempt }, expiresAt }, chunks);
  return stored.id;
}

/** The bytes of an output, or a range of them; null if it does not exist any more. */
export async function openOutput(
  deps: ReadDeps,
  { user_id: userId, id }: Pick<Jobs, "user_id" | "id">,
  { file: fileId }: StoredOutput,
  range?: ByteRange,
): Promise<AsyncIterable<Uint8Array> | null> {
  const file = await findFile(deps, userId, fileId);
  return file?.job_id === id && file.state === "complete" ? readFile(deps, file, range) : null;
}

/** Erases the outputs of an attempt that does not own its job anymore. */
export async function eraseAttempt(
  deps: Pick<FileDeps, "db"> & EraseDeps,
  { userId, id, attempt }: JobAttempt,
): Promise<void> {
  await deps.db.write((tx) => eraseFiles(tx, deps, { userId, job: { id, attempt } }, "job_ended"));
}

/** Keeps the files of a job until a time. */
export async function holdFiles(
  tx: Tx,
  { user_id, id, ...inputs }: Pick<Jobs, "user_id" | "id"> & Inputs,
  until: number,
): Promise<void> {
  await tx
    .updateTable("job_files")
    .set({ expires_at: until })
    .where("user_id", "=", user_id)
    .where((where) => where.or([where("id", "in", uploadsOf(inputs)), where("job_id", "=", id)]))
    .where("expires_at", "<", until)
    .execute();
}

/** Erases the uploads. */
export async function eraseInput(tx: Tx, deps: EraseDeps, job: Jobs): Promise<void> {
  for (const id of uploadsOf(job))
    await eraseFiles(tx, deps, { userId: job.user_id, id }, "job_ended");
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
