import { createBlobStore } from "./byte-store-blobs.ts";
import type { ByteStore } from "./bytes/byte-store.ts";
import { type Bytes, createBytes } from "./bytes/bytes.ts";
import type { TabChannel } from "./channel.ts";
import { createMemoryDatabase } from "./database-memory.ts";
import { type Presence, createLonePresence } from "./presence.ts";
import type { Database } from "./stored.ts";
import type { StorageInfo } from "../../contract/file.ts";

/** The parts of an open session. */
export interface OpenSession {
  readonly kind: Exclude<StorageInfo["kind"], "unknown">;
  readonly database: Database;
  readonly presence: Presence;
}

/** State that the workspace stores between visits and shares between tabs. */
export interface Session {
  /** Id of this tab; a reload creates a new one. */
  readonly tab: string;
  /** Creates an id that includes the id of this tab. */
  newId(): string;
  /** Opens it when it is first needed. Never rejects. */
  open(): Promise<OpenSession>;
  readonly bytes: Bytes;
  readonly channel: TabChannel;
  measure(): Promise<Omit<StorageInfo, "full">>;
  /** Asks the browser once not to evict the storage. */
  persist(): Promise<void>;
}

export interface SessionParts {
  readonly tab: string;
  /** Rejects if the browser blocks it. */
  readonly openDatabase: () => Promise<Database>;
  readonly openFiles: () => Promise<ByteStore>;
  /** Missing if the browser lacks this API. */
  readonly storage: Partial<Pick<StorageManager, "estimate" | "persist" | "persisted">> | null;
  readonly openPresence: () => Promise<Presence>;
  readonly channel: TabChannel;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  /** Called with the reason for a fallback. */
  readonly report: (error: unknown) => void;
}

/** Time in ms after which a browser that does not respond counts as blocking. */
const OPEN_TIMEOUT_MS = 10_000;

/** Names of errors by which browsers report that storage is not supported or blocked. */
const BLOCKED_ERRORS = new Set(["NotSupportedError", "SecurityError"]);

/** Id of the tab that created an id. */
export const tabOf = (id: string): string => id.slice(0, id.indexOf("."));

/** Opens the best available storage: file system, database or memory. */
export function createSession(parts: SessionParts): Session {
  const { tab, storage, channel, setTimer, report } = parts;
  let opening: Promise<OpenSession & { readonly store: ByteStore }> | null = null;
  let lastId = 0;
  let isRequested = false;

  /** Null if it fails. */
  async function attempt<T>(open: () => Promise<T>): Promise<T | null> {
    let cancel = (): void => {};
    try {
      const late = new Promise<never>((_, reject) => {
        cancel = setTimer(
          () => reject(new DOMException("No answer", "TimeoutError")),
          OPEN_TIMEOUT_MS,
        );
      });
      return await Promise.race([open(), late]);
    } catch (error) {
      if (!BLOCKED_ERRORS.has((error as DOMException).name)) report(error);
      return null;
    } finally {
      cancel();
    }
  }
  async function openAll() {
    const [persistent, files, presence] = await Promise.all([
      attempt(parts.openDatabase),
      attempt(parts.openFiles),
      attempt(parts.openPresence),
    ]);
    const database = persistent ?? createMemoryDatabase();
    // Files would be lost without the records that reference them.
    const store =
      persistent && files
        ? files
        : createBlobStore(database.blobs, persistent ? "indexeddb" : "memory");
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
      if (isRequested || (await open()).kind === "memory") return;
      isRequested = true;
      await storage?.persist?.().catch(report);
    },
  };
}
