import { createStore } from "zustand/vanilla";
import { FaultError } from "../workspace/fault.ts";
import type { Probed } from "../workspace/probe.ts";
import { guessKind } from "../workspace/probe.ts";
import type { Session } from "../workspace/session/session.ts";
import type { StoredFile } from "../workspace/session/stored.ts";
import { releaseBytes } from "../workspace/session/tidy.ts";
import type { FilesState, FilesStore, TrayFile, WorkspaceEvent } from "../workspace/types.ts";
import { UNDO_MS } from "../workspace/types.ts";
import { watchDepartures } from "./departures.ts";
import { createFileSaver } from "./file-saver.ts";
import { createFileViews } from "./file-views.ts";
import { tidyName, withEnding } from "./file-names.ts";
import { createKept } from "./kept.ts";
import { lastRank, rankAt } from "./ranks.ts";
import { createTrash } from "./trash.ts";

export interface FilesDeps {
  readonly session: Session;
  readonly probe: (file: File, options: { readonly signal: AbortSignal }) => Promise<Probed>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  /** Files that jobs still need: their bytes are not deleted. */
  readonly inUse: () => ReadonlySet<string>;
  /** Saves results that are in memory only, when there may be room for them. */
  readonly saveResults: () => Promise<void>;
  readonly onEvent: (event: WorkspaceEvent) => void;
  readonly report: (error: unknown) => void;
}

export interface OwnFilesStore extends FilesStore {
  /** Brings back what was kept, and follows what other tabs do. */
  restore(): Promise<void>;
}

const SELECTION = "selection";

/** The tray: files that are usable at once, saved in the background, and there after a reload. */
export function createFilesStore(deps: FilesDeps): OwnFilesStore {
  const { session, now, onEvent, report } = deps;
  const { tab, bytes } = session;
  const store = createStore<FilesState>(() => ({
    files: [],
    selected: [],
    storage: { kind: "unknown", persisted: false, used: null, quota: null, full: false },
    restored: false,
  }));
  const views = createFileViews({
    tab,
    isHeld: (id) => bytes.isHeld(id),
    live: (id) => saver.live(id),
  });
  const kept = createKept<StoredFile>({
    open: async () => (await session.open()).database.files,
    onChange: publish,
    onFound: watch,
    onDropped(id) {
      views.forget(id);
      saver.stop(id);
    },
    report,
  });
  const saver = createFileSaver({
    ...deps,
    record: kept.get,
    change: (id, patch) => kept.change(id, patch),
    refresh: publish,
    lose: (id) => views.lose(id),
    setFull,
    measure,
  });
  // A file that another tab is still copying is lost when that tab goes.
  const watchTab = watchDepartures(
    session,
    (gone) => {
      views.loseTab(gone);
      publish();
    },
    report,
  );
  function watch(record: StoredFile): void {
    if (!record.stored) watchTab(record.tab);
  }

  function publish(): void {
    const files = kept.listed().map((record) => views.of(record));
    const there = new Set(files.map(({ id }) => id));
    const { selected } = store.getState();
    const left = selected.filter((id) => there.has(id));
    store.setState({ files, selected: left.length === selected.length ? selected : left });
  }
  function setFull(full: boolean): void {
    const { storage } = store.getState();
    if (storage.full !== full) store.setState({ storage: { ...storage, full } });
  }
  async function measure(): Promise<void> {
    const measured = await session.measure();
    store.setState({ storage: { ...measured, full: store.getState().storage.full } });
  }
  function select(ids: readonly string[]): void {
    const there = new Set(store.getState().files.map(({ id }) => id));
    const selected = [...new Set(ids)].filter((id) => there.has(id));
    store.setState({ selected });
    session
      .open()
      .then(({ database }) => database.values.set(SELECTION, { ids: selected }))
      .catch(report);
  }

  const recordOf = (
    { name, size, type }: { readonly name: string; readonly size: number; readonly type: string },
    origin: StoredFile["origin"],
  ): StoredFile => {
    const id = session.newId();
    return {
      id,
      bytes: id,
      name: tidyName(name),
      size,
      type,
      kind: guessKind({ name, type }),
      origin,
      added: now(),
      duration: null,
      problem: null,
      stored: false,
      tab,
      rank: lastRank(kept.all()),
      removedBy: null,
    };
  };

  async function saveAgain(): Promise<void> {
    setFull(false);
    const unsaved = store.getState().files.filter(({ state }) => state === "unsaved");
    // First, since files of the tray may share their bytes.
    await deps.saveResults();
    await Promise.all(unsaved.map(({ id }) => saver.save(id)));
    await measure();
  }
  const trash = createTrash({
    setTimer: deps.setTimer,
    inUse: deps.inUse,
    async purge(id) {
      const record = kept.get(id);
      await kept.delete(id);
      if (record) await releaseBytes(session, [record.bytes]);
      await saveAgain();
    },
    report,
  });
  function remove(ids: readonly string[]): () => void {
    const removed = ids.filter((id) => kept.get(id)?.removedBy === null);
    const { selected } = store.getState();
    for (const id of removed) kept.change(id, { removedBy: tab });
    select(store.getState().selected);
    return trash.put(removed, UNDO_MS, () => {
      for (const id of removed) kept.change(id, { removedBy: null });
      select([...selected, ...store.getState().selected]);
    });
  }

  /** Whether a file that could not be opened may come yet. */
  async function mayCome(record: StoredFile): Promise<boolean> {
    if (!record.stored) return bytes.isHeld(record.bytes) || record.tab !== tab;
    return (await bytes.keys()).includes(record.bytes);
  }

  async function load(): Promise<void> {
    const { database } = await session.open();
    const [records, keys, selection] = await Promise.all([
      database.files.all(),
      bytes.keys().catch(() => null),
      database.values.get(SELECTION),
    ]);
    const there = keys && new Set(keys);
    for (const record of records) {
      if (kept.get(record.id)) continue;
      kept.take(record);
      if (record.stored && there && !there.has(record.bytes)) views.lose(record.id);
      watch(record);
    }
    publish();
    if (store.getState().selected.length === 0)
      select((selection?.["ids"] ?? []) as readonly string[]);
    for (const { id, duration, problem, state } of store.getState().files)
      if (duration === null && !problem && state === "ready") saver.probe(id);
    await measure();
  }

  return Object.assign(store, {
    add(files: readonly File[], origin: TrayFile["origin"]) {
      const ids = files.map((file) => {
        const record = recordOf(file, origin);
        bytes.hold(record.bytes, file);
        kept.put(record);
        saver.start(record.id);
        return record.id;
      });
      if (ids.length === 0) return ids;
      publish();
      select(ids);
      onEvent({ kind: "filesAdded", count: ids.length });
      return ids;
    },
    addResult(result: Parameters<FilesStore["addResult"]>[0]) {
      const stored = result.state === "ready";
      const record = { ...recordOf(result, "result"), bytes: result.id, stored };
      kept.put(record);
      select([record.id]);
      saver.probe(record.id);
      return record.id;
    },
    remove,
    clear: () => remove(kept.listed().map(({ id }) => id)),
    rename(id: string, name: string) {
      const record = kept.get(id);
      if (record && name.trim() !== "")
        kept.change(id, { name: withEnding(tidyName(name), record.name) });
    },
    select,
    move(id: string, to: number) {
      for (const [moved, rank] of rankAt(kept.listed(), id, to)) kept.change(moved, { rank });
    },
    async open(id: string) {
      const record = kept.get(id);
      if (!record) throw new FaultError("file.missing");
      try {
        const { name, type, added } = record;
        return new File([await bytes.open(record.bytes)], name, { type, lastModified: added });
      } catch (error) {
        if (!(await mayCome(record))) {
          views.lose(id);
          publish();
        }
        throw error;
      }
    },
    saveAgain,
    measure,
    busy: () =>
      store
        .getState()
        .files.some(
          ({ id, state, problem }) =>
            !problem && (state === "unsaved" || (state === "saving" && kept.get(id)?.tab === tab)),
        ),
    async restore() {
      session.channel.listen((message) => {
        if (message.kind === "changed" && message.store === "files")
          kept.follow(message.ids).catch(report);
      });
      try {
        await load();
      } finally {
        store.setState({ restored: true });
      }
    },
  });
}
