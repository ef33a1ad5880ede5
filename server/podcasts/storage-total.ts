import { type RawBuilder, sql } from "kysely";
import type { StorageTotals } from "../db/schema/media.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";

interface StorageMove {
  readonly kind: StorageTotals["kind"];
  readonly by: number;
  /** Maximum bytes stored in total; 0: unlimited. */
  readonly limit?: number;
}

/**
 * Changes the total size of all files of a kind, in the transaction that changes the files. Should
 * be the transaction's last step if possible, because other changes wait for it.
 * @throws {ApiFailure} storage_full
 */
export async function moveStorageTotal(
  tx: Tx,
  { kind, by, limit = 0 }: StorageMove,
): Promise<void> {
  if (by === 0) return;
  const moved = await tx
    .updateTable("storage_totals")
    .set((fields) => ({ bytes: fields("bytes", "+", by) }))
    .where("kind", "=", kind)
    .$if(limit > 0 && by > 0, (query) =>
      query.where(({ eb }) => eb(eb("bytes", "+", by), "<=", limit)),
    )
    .returning("bytes")
    .executeTakeFirst();
  if (!moved) throw new ApiFailure("storage_full");
}

/** Deletes the rows of files. @returns their ids */
export async function deleteAudio(
  tx: Tx,
  column: "id" | "podcast_id" | "user_id",
  value: string,
): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("podcast_audio")
    .where(column, "=", value)
    .returning(["id", "size"])
    .execute();
  await moveStorageTotal(tx, { kind: "podcast_audio", by: -bytesOf(deleted) });
  return deleted.map(({ id }) => id);
}

export const bytesOf = (files: readonly { readonly size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** Interval in ms between checks, since each reads the sizes of all files. */
const CHECK_EVERY = 86_400_000;

/** What the total of a kind is the sum of. */
const SUMS = {
  podcast_audio: sql`select sum(size) from podcast_audio`,
  job_files: sql`select sum(reserved) from job_files`,
} as const satisfies Record<StorageTotals["kind"], RawBuilder<unknown>>;

export async function watchStorageTotal(deps: Pick<Deps, "db" | "log" | "clock">): Promise<void> {
  const now = deps.clock();
  const due = await deps.db.write((tx) =>
    tx
      .updateTable("storage_totals")
      .set({ checked_at: now })
      .where("checked_at", "<=", now - CHECK_EVERY)
      .returning("kind")
      .execute(),
  );
  for (const { kind } of due) await checkStorageTotal(deps, kind);
}

/**
 * Compares the total with the sum of the files, and corrects it if they differ: after a manual
 * change, or after a version without the total has run concurrently.
 */
export async function checkStorageTotal(
  { db, log }: Pick<Deps, "db" | "log">,
  kind: StorageTotals["kind"],
): Promise<void> {
  // A single statement reads a consistent snapshot.
  const { rows } = await db.read((queries) =>
    sql<{ counted: number; stored: number }>`select bytes as counted,
      (select coalesce((${SUMS[kind]}), 0)) as stored
      from storage_totals where kind = ${kind}`.execute(queries),
  );
  const { counted, stored } = rows[0]!;
  const by = Number(stored) - Number(counted);
  if (by === 0) return;
  log("warn", "storage_total_corrected", { kind, by });
  await db.write((tx) => moveStorageTotal(tx, { kind, by }));
}

/** Publishes the bytes of stored files, by kind. */
export async function showStoredBytes({
  db,
  metrics,
}: Pick<Deps, "db" | "metrics">): Promise<void> {
  const totals = await db.read((queries) =>
    queries.selectFrom("storage_totals").select(["kind", "bytes"]).execute(),
  );
  for (const { kind, bytes } of totals) metrics.set("toolkit_stored_bytes", bytes, { kind });
}
