import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";

/**
 * Changes the total size of all audio, in the transaction that changes the files. Should be the
 * transaction's last step if possible, because other changes wait for it.
 * @param limit maximum bytes stored in total; 0: unlimited
 * @throws {ApiFailure} storage_full
 */
export async function moveStorageTotal(tx: Tx, by: number, limit = 0): Promise<void> {
  if (by === 0) return;
  const moved = await tx
    .updateTable("storage_totals")
    .set((fields) => ({ bytes: fields("bytes", "+", by) }))
    .where("kind", "=", "podcast_audio")
    .$if(limit > 0, (query) => query.where(({ eb }) => eb(eb("bytes", "+", by), "<=", limit)))
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
  await moveStorageTotal(tx, -bytesOf(deleted));
  return deleted.map(({ id }) => id);
}

export const bytesOf = (files: readonly { readonly size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** Interval in ms between checks, since each reads the sizes of all files. */
const CHECK_EVERY = 86_400_000;

export async function watchStorageTotal(deps: Pick<Deps, "db" | "log" | "clock">): Promise<void> {
  const now = deps.clock();
  const due = await deps.db.write((tx) =>
    tx
      .updateTable("storage_totals")
      .set({ checked_at: now })
      .where("kind", "=", "podcast_audio")
      .where("checked_at", "<=", now - CHECK_EVERY)
      .returning("kind")
      .executeTakeFirst(),
  );
  if (due) await checkStorageTotal(deps);
}

/**
 * Compares the total with the sum of the files, and corrects it if they differ: after a manual
 * change, or after a version without the total has run concurrently.
 */
export async function checkStorageTotal({ db, log }: Pick<Deps, "db" | "log">): Promise<void> {
  // A single statement reads a consistent snapshot.
  const { rows } = await db.read((queries) =>
    sql<{ counted: number; stored: number }>`select bytes as counted,
      (select coalesce(sum(size), 0) from podcast_audio) as stored
      from storage_totals where kind = 'podcast_audio'`.execute(queries),
  );
  const { counted, stored } = rows[0]!;
  const by = Number(stored) - Number(counted);
  if (by === 0) return;
  log("warn", "storage_total_corrected", { by });
  await db.write((tx) => moveStorageTotal(tx, by));
}
