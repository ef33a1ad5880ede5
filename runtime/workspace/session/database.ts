import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type {
  Blobs,
  Database,
  Records,
  StoredClosing,
  StoredFile,
  StoredJob,
  StoredRecording,
} from "./stored.ts";
import type { JsonObject } from "../../contract/json.ts";
import { isQuota } from "../../contract/quota.ts";

const VERSION = 1;

interface Schema extends DBSchema {
  files: { key: string; value: StoredFile };
  jobs: { key: string; value: StoredJob };
  closings: { key: string; value: StoredClosing };
  recordings: { key: string; value: StoredRecording };
  /** Auto-incremented keys keep their order. */
  chunks: {
    key: number;
    // Not as a blob: Safari stores none in private windows.
    value: { recording: string; bytes: ArrayBuffer };
    indexes: { recording: string };
  };
  values: { key: string; value: JsonObject };
  blobs: { key: string; value: Blob | ArrayBuffer };
}

type Names = "files" | "jobs" | "closings" | "recordings";

export interface DatabaseOptions {
  readonly name: string;
  /** Called with the ids of changed records. */
  readonly onChange: (store: "files" | "jobs", ids: readonly string[]) => void;
}

/**
 * Opens the workspace's database.
 * @throws if the browser blocks it
 */
export async function openDatabase({ name, onChange }: DatabaseOptions): Promise<Database> {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  let closed = false;
  const open = () =>
    openDB<Schema>(name, VERSION, {
      upgrade(db) {
        for (const store of ["files", "jobs", "closings", "recordings"] as const)
          db.createObjectStore(store, { keyPath: "id" });
        db.createObjectStore("chunks", { autoIncrement: true }).createIndex(
          "recording",
          "recording",
        );
        db.createObjectStore("values");
        db.createObjectStore("blobs");
      },
      // Close the connection so that a newer version in another tab can upgrade the database.
      blocking: (_current, _blockedVersion, event) => (event.target as IDBDatabase).close(),
      // The browser has closed it, for example because the visitor cleared the site's data.
      terminated: () => {
        opening = null;
      },
    });
  const database = (): Promise<IDBPDatabase<Schema>> => {
    if (closed) return Promise.reject(new DOMException("Closed", "InvalidStateError"));
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  await database();

  const records = <R extends { readonly id: string }>(
    store: Names,
    changed: (id: string) => void = () => {},
  ): Records<R> => ({
    async all() {
      return (await (await database()).getAll(store)) as unknown as R[];
    },
    async get(ids) {
      const tx = (await database()).transaction(store);
      const found = await Promise.all(ids.map((id) => tx.store.get(id)));
      return found.filter((record) => record !== undefined) as unknown as R[];
    },
    async put(record) {
      await (await database()).put(store, record as never);
      changed(record.id);
    },
    async change(id, change) {
      const tx = (await database()).transaction(store, "readwrite");
      const record = (await tx.store.get(id)) as R | undefined;
      if (record) {
        const next = change(record);
        await (next ? tx.store.put(next as never) : tx.store.delete(id));
      }
      await tx.done;
      if (record) changed(id);
    },
  });

  return {
    files: records("files", (id) => onChange("files", [id])),
    jobs: records("jobs", (id) => onChange("jobs", [id])),
    closings: records("closings"),
    recordings: records("recordings"),
    chunks: {
      async append(recording, blob) {
        const [db, bytes] = await Promise.all([database(), blob.arrayBuffer()]);
        await db.add("chunks", { recording, bytes });
      },
      async all(recording) {
        const found = await (await database()).getAllFromIndex("chunks", "recording", recording);
        return found.map(({ bytes }) => new Blob([bytes]));
      },
      async clear(recording) {
        const tx = (await database()).transaction("chunks", "readwrite");
        const keys = await tx.store.index("recording").getAllKeys(recording);
        await Promise.all(keys.map((key) => tx.store.delete(key)));
        await tx.done;
      },
    },
    values: {
      get: async (key) => (await (await database()).get("values", key)) ?? null,
      async set(key, value) {
        await (await database()).put("values", value, key);
      },
    },
    blobs: createBlobs(database),
    close() {
      closed = true;
      void opening?.then((db) => db.close());
    },
  };
}

/** Bytes of a part of a file, for browsers that cannot store blobs. */
const PART = 4 * 1024 * 1024;

/** Keys of parts start with the id of the file and sort in their order. */
const partKey = (id: string, part: number): string => `${id}/${String(part).padStart(6, "0")}`;
const partsOf = (id: string): IDBKeyRange => IDBKeyRange.bound(`${id}/`, `${id}/~`);

/** Files as blobs, or as parts of plain bytes in Safari's private windows. */
function createBlobs(database: () => Promise<IDBPDatabase<Schema>>): Blobs {
  return {
    async get(id) {
      const db = await database();
      const whole = await db.get("blobs", id);
      if (whole instanceof Blob) return whole;
      const parts = await db.getAll("blobs", partsOf(id));
      return parts.length > 0 ? new Blob(parts) : null;
    },
    async put(id, blob) {
      const db = await database();
      try {
        await db.put("blobs", blob, id);
        return;
      } catch (error) {
        if (isQuota(error)) throw error;
      }
      try {
        // An empty file has one part, too.
        for (let at = 0, part = 0; at === 0 || at < blob.size; at += PART, part++)
          await db.put("blobs", await blob.slice(at, at + PART).arrayBuffer(), partKey(id, part));
      } catch (error) {
        await db.delete("blobs", partsOf(id));
        throw error;
      }
    },
    async delete(id) {
      const db = await database();
      await Promise.all([db.delete("blobs", id), db.delete("blobs", partsOf(id))]);
    },
    async keys() {
      const keys = await (await database()).getAllKeys("blobs");
      return [...new Set(keys.map((key) => key.split("/")[0]!))];
    },
  };
}
