import { sql } from "kysely";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";

/**
 * Moves the total of all audio, in the transaction that changes the files: as its last step where it can
 * be, since others who move it wait for that transaction.
 * @param limit bytes that may be stored in all; 0: any number
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

/** Deletes rows of files. @returns their ids */
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

/** Milliseconds between two comparisons, each of which reads the size of every file. */
const CHECK_EVERY = 86_400_000;

/** Checks the total once a day. */
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
 * Compares the total with the files, and corrects it where they differ: after a change by hand, or where
 * a version that knew no total has run beside this one.
 */
export async function checkStorageTotal({ db, log }: Pick<Deps, "db" | "log">): Promise<void> {
  // One statement sees one state.
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
