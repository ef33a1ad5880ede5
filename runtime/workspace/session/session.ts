import { createBlobStore } from "./byte-store-blobs.ts";
import type { ByteStore } from "./bytes/byte-store.ts";
import { type Bytes, createBytes } from "./bytes/bytes.ts";
import type { TabChannel } from "./channel.ts";
import { createMemoryDatabase } from "./database-memory.ts";
import { type Presence, createLonePresence } from "./presence.ts";
import type { Database } from "./stored.ts";
import type { StorageInfo } from "../contract/file.ts";

/** What is there once the session has been opened. */
export interface OpenSession {
  readonly kind: Exclude<StorageInfo["kind"], "unknown">;
  readonly database: Database;
  readonly presence: Presence;
}

/** What is kept of the workspace between two visits, and shared by the tabs of the site. */
export interface Session {
  /** Name of this tab; a reload makes a new one. */
  readonly tab: string;
  /** Makes an id that tells which tab has made it. */
  newId(): string;
  /** Opens it when it is asked for first. Never rejects. */
  open(): Promise<OpenSession>;
  readonly bytes: Bytes;
  readonly channel: TabChannel;
  measure(): Promise<Omit<StorageInfo, "full">>;
  /** Asks the browser not to clear what is kept, once. */
  persist(): Promise<void>;
}

export interface SessionParts {
  readonly tab: string;
  /** Rejects where the browser refuses. */
  readonly openDatabase: () => Promise<Database>;
  readonly openFiles: () => Promise<ByteStore>;
  /** Absent where a browser cannot tell. */
  readonly storage: Partial<Pick<StorageManager, "estimate" | "persist" | "persisted">> | null;
  readonly openPresence: () => Promise<Presence>;
  readonly channel: TabChannel;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  /** Told why something better could not be had. */
  readonly report: (error: unknown) => void;
}

/** A browser that answers neither yes nor no in this time, in ms, counts as one that refuses. */
const OPENING_MS = 10_000;

/** Errors with which browsers say that they have it not, or that they keep nothing. */
const REFUSALS = new Set(["NotSupportedError", "SecurityError"]);

/** Id of the tab that made an id. */
export const tabOf = (id: string): string => id.slice(0, id.indexOf("."));

/** Takes what the browser lets us have: its file system, its database, or nothing but memory. */
export function createSession(parts: SessionParts): Session {
  const { tab, storage, channel, setTimer, report } = parts;
  let opening: Promise<OpenSession & { readonly store: ByteStore }> | null = null;
  let lastId = 0;
  let asked = false;

  /** Null when it cannot be had. */
  async function attempt<T>(open: () => Promise<T>): Promise<T | null> {
    let cancel = (): void => {};
    try {
      const late = new Promise<never>((_, reject) => {
        cancel = setTimer(() => reject(new DOMException("No answer", "TimeoutError")), OPENING_MS);
      });
      return await Promise.race([open(), late]);
    } catch (error) {
      if (!REFUSALS.has((error as DOMException).name)) report(error);
      return null;
    } finally {
      cancel();
    }
  }
  async function openAll() {
    const [kept, files, presence] = await Promise.all([
      attempt(parts.openDatabase),
      attempt(parts.openFiles),
      attempt(parts.openPresence),
    ]);
    const database = kept ?? createMemoryDatabase();
    // Files without the records that name them would be lost all the same.
    const store =
      kept && files ? files : createBlobStore(database.blobs, kept ? "indexeddb" : "memory");
    const lone = createLonePresence(tab);
    return { kind: store.kind, database, presence: presence ?? lone, store };
  }
  const open = () => (opening ??= openAll());
  const estimate = async (): Promise<StorageEstimate> => {
    try {
      return (await storage?.estimate?.()) ?? {};
    } catch {
      return {};
    }
  };

  return {
    tab,
    newId: () => `${tab}.${++lastId}`,
    open,
    bytes: createBytes({
      report,
      open: async () => (await open()).store,
      async room() {
        const { quota, usage } = await estimate();
        return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
      },
    }),
    channel,
    async measure() {
      const [{ kind }, { usage, quota }, persisted] = await Promise.all([
        open(),
        estimate(),
        storage?.persisted?.().catch(() => false) ?? false,
      ]);
      return { kind, persisted, used: usage ?? null, quota: quota ?? null };
    },
    async persist() {
      if (asked || (await open()).kind === "memory") return;
      asked = true;
      await storage?.persist?.().catch(report);
    },
  };
}
