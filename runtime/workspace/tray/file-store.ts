import { type StoreApi, createStore } from "zustand/vanilla";
import type { FilesState } from "../../contract/file.ts";
import { watchDepartures } from "../session/departures.ts";
import { createRecordCache } from "../session/record-cache.ts";
import type { StoredFile } from "../session/stored.ts";
import { createFileSaver } from "./file-saver.ts";
import { createFileViews } from "./file-views.ts";
import type { FilesDeps } from "./files-deps.ts";

export interface FileStore {
  readonly store: StoreApi<FilesState>;
  readonly records: ReturnType<typeof createRecordCache<StoredFile>>;
  readonly views: ReturnType<typeof createFileViews>;
  readonly saver: ReturnType<typeof createFileSaver>;
  /** Publishes the present files. */
  readonly publish: () => void;
  readonly setFull: (full: boolean) => void;
  /** Updates used and free space. */
  readonly measure: () => Promise<void>;
  /** Watches the tab that is copying a file, which is lost if that tab is closed. */
  readonly watch: (record: StoredFile) => void;
}

/** Files in their stored and in their displayed form, and their copying to the device. */
export function createFileStore(deps: FilesDeps): FileStore {
  const { session, report } = deps;
  const { tab, bytes } = session;
  const store = createStore<FilesState>(() => ({
    files: [],
    selected: [],
    added: [],
    storage: { kind: "unknown", persisted: false, used: null, quota: null, full: false },
    restored: false,
  }));
  const views = createFileViews({
    tab,
    isHeld: (id) => bytes.isHeld(id),
    live: (id) => saver.live(id),
    isProbing: (id) => saver.isProbing(id),
  });
  const records = createRecordCache<StoredFile>({
    open: async () => (await session.open()).database.files,
    onChange: publish,
    onStored: watch,
    onDeleted(id) {
      views.forget(id);
      saver.stop(id);
    },
    report,
  });
  const saver = createFileSaver({
    ...deps,
    record: records.get,
    change: (id, patch) => records.change(id, patch),
    refresh: publish,
    lose: (id) => views.lose(id),
    setFull,
    measure,
  });
  const watchTab = watchDepartures(
    session,
    (closedTab) => {
      views.loseTab(closedTab);
      publish();
    },
    report,
  );
  function watch(record: StoredFile): void {
    if (!record.stored) watchTab(record.tab);
  }
  function publish(): void {
    const files = records.listed().map((record) => views.of(record));
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
  return { store, records, views, saver, publish, setFull, measure, watch };
}
