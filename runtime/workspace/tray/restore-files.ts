import type { Session } from "../session/session.ts";
import type { createFileSelection } from "./file-selection.ts";
import type { FileStore } from "./file-store.ts";

/** Loads the stored files and the selection, and marks files whose bytes are missing. */
export async function restoreFiles(
  { store, records, views, saver, publish, measure, watch }: FileStore,
  selection: ReturnType<typeof createFileSelection>,
  session: Session,
): Promise<void> {
  const { database } = await session.open();
  const [stored, keys, selected] = await Promise.all([
    database.files.all(),
    session.bytes.keys().catch(() => null),
    selection.kept(),
  ]);
  const there = keys && new Set(keys);
  for (const record of stored) {
    if (records.get(record.id)) continue;
    records.insertLocal(record);
    if (record.stored && there && !there.has(record.bytes)) views.lose(record.id);
    watch(record);
  }
  publish();
  selection.restore(selected);
  for (const { id, duration, problem, state } of store.getState().files)
    if (duration === null && !problem && state === "ready") saver.probe(id);
  await measure();
}
