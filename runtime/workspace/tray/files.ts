import { FaultError } from "../../contract/fault.ts";
import { type FilesStore, type TrayFile, UNDO_MS } from "../../contract/file.ts";
import { sanitizeName, withEnding } from "../session/file-names.ts";
import { lastRank, rankAt } from "../session/ranks.ts";
import type { Session } from "../session/session.ts";
import type { StoredFile } from "../session/stored.ts";
import { releaseBytes } from "../session/tidy.ts";
import { createTrash } from "../session/trash.ts";
import { createFileSelection } from "./file-selection.ts";
import { type FileStore, createFileStore } from "./file-store.ts";
import type { FilesDeps, OwnFilesStore } from "./files-deps.ts";
import { guessKind } from "./probe/probe.ts";
import { restoreFiles } from "./restore-files.ts";

/**
 * The tray: files that are usable at once, saved in the background, and restored after a reload.
 */
export function createFilesStore(deps: FilesDeps): OwnFilesStore {
  const { session, onEvent, report } = deps;
  const { tab, bytes } = session;
  const fileStore = createFileStore(deps);
  const { store, records, saver, publish, measure } = fileStore;
  const selection = createFileSelection(fileStore, session, deps);
  const { select } = selection;
  const recordOf = createRecords(fileStore, deps);
  const saveAgain = (): Promise<void> => saveUnsaved(fileStore, deps);
  const remove = createRemove(fileStore, deps, { select, saveAgain });

  return Object.assign(store, {
    add(files: readonly File[], origin: TrayFile["origin"]) {
      let count = 0;
      const ids = files.map((file) => {
        const source = sourceOf(file, origin);
        const known =
          source !== null &&
          store
            .getState()
            .files.find((one) => isUsable(one) && records.get(one.id)?.source === source);
        if (known) return known.id;
        count++;
        const record = { ...recordOf(file, origin), ...(source !== null && { source }) };
        bytes.hold(record.bytes, file);
        records.upsert(record);
        saver.start(record.id);
        return record.id;
      });
      if (ids.length === 0) return ids;
      publish();
      select(ids);
      store.setState({ added: ids });
      if (count > 0) onEvent({ kind: "filesAdded", count });
      return ids;
    },
    addResult(result: Parameters<FilesStore["addResult"]>[0]) {
      const stored = result.state === "ready";
      const record = { ...recordOf(result, "result"), bytes: result.id, stored };
      records.upsert(record);
      select([record.id]);
      saver.probe(record.id);
      store.setState({ added: [record.id] });
      return record.id;
    },
    clearAdded: () => store.setState({ added: [] }),
    remove,
    clear: () => remove(records.listed().map(({ id }) => id)),
    rename(id: string, name: string) {
      const record = records.get(id);
      if (record && name.trim() !== "")
        records.change(id, { name: withEnding(sanitizeName(name), record.name) });
    },
    select,
    move(id: string, to: number) {
      for (const [moved, rank] of rankAt(records.listed(), id, to)) records.change(moved, { rank });
    },
    open: (id: string) => openFile(fileStore, session, id),
    saveAgain,
    measure,
    busy: () =>
      store
        .getState()
        .files.some(
          ({ id, state, problem }) =>
            !problem &&
            (state === "unsaved" || (state === "saving" && records.get(id)?.tab === tab)),
        ),
    async restore() {
      session.channel.listen((message) => {
        if (message.kind === "changed" && message.store === "files")
          records.refresh(message.ids).catch(report);
      });
      try {
        await restoreFiles(fileStore, selection, session);
      } finally {
        store.setState({ restored: true });
      }
    },
  });
}

/** Identifies a file of the device without reading it; null for others, which may be alike in all of these. */
const sourceOf = (
  { name, size, type, lastModified }: File,
  origin: TrayFile["origin"],
): string | null =>
  origin === "picked" || origin === "dropped"
    ? JSON.stringify([name, size, type, lastModified])
    : null;

/** Whether a file is complete and without problems. */
const isUsable = ({ state, problem }: TrayFile): boolean => state !== "missing" && !problem;

/** Creates the record of a file that is added at the end of the tray. */
const createRecords =
  ({ records }: FileStore, { session, now }: FilesDeps) =>
  (
    { name, size, type }: { readonly name: string; readonly size: number; readonly type: string },
    origin: StoredFile["origin"],
  ): StoredFile => {
    const id = session.newId();
    return {
      id,
      bytes: id,
      name: sanitizeName(name),
      size,
      type,
      kind: guessKind({ name, type }),
      origin,
      added: now(),
      duration: null,
      problem: null,
      stored: false,
      tab: session.tab,
      rank: lastRank(records.all()),
      removedBy: null,
    };
  };

/** Tries again to save the files that are only in memory. */
async function saveUnsaved(
  { store, saver, setFull, measure }: FileStore,
  { saveResults }: FilesDeps,
): Promise<void> {
  setFull(false);
  const unsaved = store.getState().files.filter(({ state }) => state === "unsaved");
  // First, because files of the tray may share the bytes of results.
  await saveResults();
  await Promise.all(unsaved.map(({ id }) => saver.save(id)));
  await measure();
}

/** Removes files. Returns a function that undoes it for a while. */
function createRemove(
  { store, records }: FileStore,
  { session, setTimer, inUse, report }: FilesDeps,
  { select, saveAgain }: Pick<FilesStore, "select" | "saveAgain">,
): FilesStore["remove"] {
  const trash = createTrash({
    setTimer,
    inUse,
    async purge(id) {
      const record = records.get(id);
      await records.delete(id);
      if (record) await releaseBytes(session, [record.bytes]);
      await saveAgain();
    },
    report,
  });
  return (ids) => {
    const removed = ids.filter((id) => records.get(id)?.removedBy === null);
    const { selected } = store.getState();
    for (const id of removed) records.change(id, { removedBy: session.tab });
    select(store.getState().selected);
    return trash.put(removed, UNDO_MS, () => {
      for (const id of removed) records.change(id, { removedBy: null });
      select([...selected, ...store.getState().selected]);
    });
  };
}

/** @throws {FaultError} `file.missing` if its bytes no longer exist */
async function openFile(
  { records, views, publish }: FileStore,
  { bytes, tab }: Session,
  id: string,
): Promise<File> {
  const record = records.get(id);
  if (!record) throw new FaultError("file.missing");
  /** Whether a file that could not be opened may still become available. */
  const mayCome = async (): Promise<boolean> =>
    record.stored
      ? (await bytes.keys()).includes(record.bytes)
      : bytes.isHeld(record.bytes) || record.tab !== tab;
  try {
    const { name, type, added } = record;
    return new File([await bytes.open(record.bytes)], name, { type, lastModified: added });
  } catch (error) {
    if (!(await mayCome())) {
      views.lose(id);
      publish();
    }
    throw error;
  }
}
