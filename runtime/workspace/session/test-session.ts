import type { ByteStore, ByteWriter } from "./bytes/byte-store.ts";
import { type TabMessage, createTabChannel } from "./channel.ts";
import { createMemoryDatabase } from "./database-memory.ts";
import { createSparseFile } from "../../contract/sinks/sparse-file.ts";
import type { Presence } from "./presence.ts";
import type { KeyValue } from "../../services/storage.ts";
import { type Session, createSession } from "./session.ts";
import type { Database, Records } from "./stored.ts";

/** Fake timers that the test advances. */
export function createTimers() {
  let waiting: { readonly work: () => void; readonly at: number }[] = [];
  let now = 1_000_000;
  return {
    now: () => now,
    setTimer(work: () => void, ms: number) {
      const timer = { work, at: now + ms };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((other) => other !== timer);
      };
    },
    /** Advances the time. */
    pass(ms: number): void {
      now += ms;
      for (;;) {
        const due = waiting
          .filter(({ at }) => at <= now)
          .sort((one, other) => one.at - other.at)[0];
        if (!due) return;
        waiting = waiting.filter((timer) => timer !== due);
        due.work();
      }
    },
    count: () => waiting.length,
  };
}

/** Lets all pending promises resolve. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}

/** Values that last as long as a tab. */
export function createTabStorage(): KeyValue {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      if (value === null) values.delete(key);
      else values.set(key, value);
    },
  };
}

interface FakeStore extends ByteStore {
  /** Maximum number of bytes; writing more fails. */
  quota: number;
  used(): number;
}

/** A fake device with a size. */
export function createFakeStore({ quota = 1e9, whole = false } = {}): FakeStore {
  const stored = new Map<string, { readonly size: number }>();
  /** Files that are being written. */
  const open = new Map<string, { readonly size: number }>();
  const used = (): number =>
    [...stored.values(), ...open.values()].reduce((sum, { size }) => sum + size, 0);
  const write = async (id: string): Promise<ByteWriter> => {
    const sparseFile = createSparseFile();
    open.set(id, sparseFile);
    let aborted = false;
    return {
      async write(position, data) {
        if (aborted) throw new DOMException("Aborted", "InvalidStateError");
        // Reading an unreadable file fails here.
        const bytes = data instanceof Blob ? await data.arrayBuffer() : data;
        if (used() + bytes.byteLength > store.quota)
          throw new DOMException("Full", "QuotaExceededError");
        sparseFile.write(position, bytes);
      },
      async close() {
        open.delete(id);
        stored.set(id, sparseFile.toBlob());
      },
      async abort() {
        open.delete(id);
        aborted = true;
      },
    };
  };
  const store: FakeStore = {
    kind: whole ? "indexeddb" : "opfs",
    quota,
    used,
    write: whole ? null : write,
    replace: whole ? null : write,
    async put(id, blob) {
      if (used() + blob.size > store.quota) throw new DOMException("Full", "QuotaExceededError");
      stored.set(id, blob);
    },
    get: async (id) => (stored.get(id) as Blob | undefined) ?? null,
    async delete(id) {
      stored.delete(id);
    },
    keys: async () => [...stored.keys()],
  };
  return store;
}

/** A fake browser whose tabs share storage. */
export function createFakeBrowser({
  store = createFakeStore(),
  blocked = false,
}: { readonly store?: FakeStore; readonly blocked?: boolean } = {}) {
  const timers = createTimers();
  const database = createMemoryDatabase();
  const listeners = new Map<string, (event: MessageEvent<TabMessage>) => void>();
  const closed = new Set<string>();
  const departures: { readonly tab: string; readonly notify: () => void }[] = [];
  const reported: unknown[] = [];

  const presence: Presence = {
    isClosed: async (tab) => closed.has(tab),
    whenClosed: (tab) =>
      new Promise((resolve) => {
        if (closed.has(tab)) resolve();
        else departures.push({ tab, notify: resolve });
      }),
  };
  const post = (from: string, message: TabMessage): void => {
    for (const [tab, listener] of listeners)
      if (tab !== from)
        queueMicrotask(() => listener({ data: message } as MessageEvent<TabMessage>));
  };
  /** The same records, with messages to other tabs. */
  const notifying = <R extends { readonly id: string }>(
    tab: string,
    store_: "files" | "jobs",
    records: Records<R>,
  ): Records<R> => {
    const notify = (id: string): void => post(tab, { kind: "changed", store: store_, ids: [id] });
    const guard = (): void => {
      if (closed.has(tab)) throw new DOMException("The tab has gone", "InvalidStateError");
    };
    return {
      ...records,
      async put(record) {
        guard();
        await records.put(record);
        notify(record.id);
      },
      async change(id, change) {
        guard();
        await records.change(id, change);
        notify(id);
      },
    };
  };

  return {
    timers,
    /** As the local storage of a site. */
    storage: createTabStorage(),
    database,
    store,
    reported,
    open(tab: string): Session {
      const own: Database = {
        ...database,
        files: notifying(tab, "files", database.files),
        jobs: notifying(tab, "jobs", database.jobs),
      };
      return createSession({
        tab,
        openDatabase: async () => {
          if (blocked) throw new DOMException("Refused", "SecurityError");
          return own;
        },
        openFiles: async () => store,
        openPresence: async () => presence,
        storage: {
          estimate: async () => ({ usage: store.used(), quota: store.quota }),
        },
        channel: createTabChannel({
          postMessage: (message: TabMessage) => post(tab, message),
          addEventListener: (_: string, listener: unknown) =>
            listeners.set(tab, listener as (event: MessageEvent<TabMessage>) => void),
        } as never),
        setTimer: (work, ms) => timers.setTimer(work, ms),
        report: (error) => reported.push(error),
      });
    },
    /** Closes a tab, or simulates its crash. */
    close(tab: string): void {
      closed.add(tab);
      listeners.delete(tab);
      for (const departure of departures) if (departure.tab === tab) departure.notify();
    },
  };
}
export type FakeBrowser = ReturnType<typeof createFakeBrowser>;
