import { createHash } from "node:crypto";
import type { JobFiles } from "../db/schema/files.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { inParts } from "../objects/in-parts.ts";
import { moveStorageTotal } from "../podcasts/storage-total.ts";
import type { Chunks } from "../ports/object-store.ts";
import { createFileKey, unwrapFileKey } from "./file-keys.ts";
import { encryptPart } from "./frames.ts";

/** Maximum bytes of a part, which is held in memory twice. */
export const PART = 8 * 1024 * 1024;
/** Maximum number of parts of any file, and minimum average bytes of further ones. */
const MAX_SMALL_PARTS = 256;
const SMALL_PART_BYTES = 64 * 1024;
/** Maximum number of an account's files. */
const MAX_FILES = 100;

export type FileDeps = Pick<
  Deps,
  "db" | "objects" | "clock" | "ids" | "random" | "settings" | "log"
>;

/** Folder of a file's objects. */
export const folderOf = (id: string): string => `files/${id}`;

interface NewFile {
  readonly userId: string;
  /** Declared bytes of an upload; null for a result, whose length is not known yet. */
  readonly length: number | null;
  readonly job?: { readonly id: string; readonly attempt: number };
  readonly expiresAt: number;
}

/**
 * Creates an empty file, whose declared length counts against the limits from now on.
 * @throws {ApiFailure} quota_used, storage_full, not_signed_in
 */
export async function createFile(
  tx: Tx,
  { random, settings, clock }: Pick<FileDeps, "random" | "settings" | "clock">,
  { userId, length, job, expiresAt }: NewFile,
): Promise<JobFiles> {
  await lockWallet(tx, userId);
  const { files, used } = await tx
    .selectFrom("job_files")
    .select(({ fn }) => [
      fn.countAll<number>().as("files"),
      fn.sum<number | null>("reserved").as("used"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const reserved = length ?? 0;
  const isOver =
    Number(used ?? 0) + reserved > settings.fileBytesOfAccount || Number(files) >= MAX_FILES;
  // Results are limited by the jobs of an account; a paid job must not fail at its end.
  if (isOver && !job) throw new ApiFailure("quota_used");
  const id = random.bytes(18).toString("base64url");
  const file: JobFiles = {
    user_id: userId,
    id,
    job_id: job?.id ?? null,
    attempt: job?.attempt ?? null,
    length,
    bytes: 0,
    parts: 0,
    reserved,
    state: "open",
    ...createFileKey(settings.fileKeys, random, id),
    created_at: clock(),
    expires_at: expiresAt,
  };
  await tx.insertInto("job_files").values(file).execute();
  await moveStorageTotal(tx, { kind: "job_files", by: reserved, limit: settings.fileBytes });
  return file;
}

/**
 * Appends bytes to an open file, in one part. The object is stored before its row, so that what
 * the database has is durable; the objects of an erased file are removed by its folder.
 * @returns the file with its new length
 * @throws {ApiFailure} invalid_request (409) if the file has changed in the meantime or has too
 *   many small parts; storage_full
 */
export async function appendPart(
  deps: FileDeps,
  file: JobFiles,
  bytes: Uint8Array,
): Promise<JobFiles> {
  const { db, objects, random, settings, log } = deps;
  const { user_id, id, bytes: start, length } = file;
  const end = start + bytes.length;
  if (file.parts >= MAX_SMALL_PARTS + end / SMALL_PART_BYTES)
    throw new ApiFailure("invalid_request", { status: 409 });
  const name = random.bytes(12).toString("base64url");
  const part = { fileId: id, name, start, bytes: bytes.length };
  const sealed = encryptPart(unwrapFileKey(settings.fileKeys, file), part, { bytes, random });
  const key = `${folderOf(id)}/${name}`;
  const sha256 = createHash("sha256").update(sealed).digest("hex");
  await objects.put(key, [sealed], "application/octet-stream");
  const grown = await db.write(async (tx) => {
    const moved = await tx
      .updateTable("job_files")
      .set({
        bytes: end,
        parts: file.parts + 1,
        reserved: length ?? end,
        state: end === length ? "complete" : "open",
      })
      .where("user_id", "=", user_id)
      .where("id", "=", id)
      .where("bytes", "=", start)
      .where("state", "=", "open")
      .returningAll()
      .executeTakeFirst();
    if (!moved) return null;
    await tx
      .insertInto("job_file_parts")
      .values({ user_id, file_id: id, start, bytes: bytes.length, name, sha256 })
      .execute();
    const by = moved.reserved - file.reserved;
    await moveStorageTotal(tx, { kind: "job_files", by, limit: settings.fileBytes });
    return moved;
  });
  if (grown) return grown;
  await objects
    .remove(key)
    .catch((error: unknown) => log("warn", "part_not_removed", describeError(error)));
  throw new ApiFailure("invalid_request", { status: 409 });
}

/**
 * Stores a result of a job.
 * @returns the complete file
 * @throws {ApiFailure} storage_full; not_signed_in, not_found or invalid_request (409) if the
 *   account or the file was deleted
 */
export async function storeResult(
  deps: FileDeps,
  result: Omit<NewFile, "length">,
  chunks: Chunks,
): Promise<JobFiles> {
  let file = await deps.db.write((tx) => createFile(tx, deps, { ...result, length: null }));
  for await (const part of inParts(chunks, PART)) file = await appendPart(deps, file, part);
  const completed = await deps.db.write((tx) =>
    tx
      .updateTable("job_files")
      .set({ state: "complete", length: file.bytes })
      .where("user_id", "=", file.user_id)
      .where("id", "=", file.id)
      .returningAll()
      .executeTakeFirst(),
  );
  if (!completed) throw new ApiFailure("not_found");
  return completed;
}
