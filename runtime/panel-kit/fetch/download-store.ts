import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** A partial download. */
export interface PartialDownload {
  readonly key: string;
  /** Number of stored chunks, from 0 on. */
  readonly pieces: number;
  readonly bytes: number;
  /** HTTP validator (ETag or date) of these bytes; null if the server sends none. */
  readonly validator: string | null;
  /** Epoch milliseconds. */
  readonly updated: number;
}

interface Schema extends DBSchema {
  fetched: { key: string; value: PartialDownload };
  /** Not as blobs: Safari stores none in private windows. */
  pieces: { key: string; value: ArrayBuffer };
}

/** Age in ms at which an unfinished download is deleted. */
const MAX_AGE = 3 * 24 * 3_600_000;
const NAME = "toolkit-downloads";

const chunkKey = (key: string, index: number): string =>
  `${key}\n${String(index).padStart(7, "0")}`;
const chunksOf = (key: string): IDBKeyRange => IDBKeyRange.bound(`${key}\n`, `${key}\n~`);

let opening: Promise<IDBPDatabase<Schema> | null> | null = null;
/** Null if the browser blocks storage. */
const open = (): Promise<IDBPDatabase<Schema> | null> =>
  (opening ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore("fetched", { keyPath: "key" });
      db.createObjectStore("pieces");
    },
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opening = null),
  }).catch(() => null));

async function forget(db: IDBPDatabase<Schema>, key: string): Promise<void> {
  const readChunks = chunksOf(key);
  await Promise.all([db.delete("fetched", key), db.delete("pieces", readChunks)]);
}

/** Stores a download so that it can be resumed after a reload. */
export interface DownloadStore {
  readonly fetched: () => PartialDownload;
  /** Stores the next chunk. @throws if there is no space */
  add(chunk: Blob, validator: string | null): Promise<void>;
  /** All chunks in order. */
  pieces(): Promise<readonly Blob[]>;
  clear(): Promise<void>;
}

/** Opens the stored part of a download. @param key identifies the download */
export async function openDownloadStore(key: string): Promise<DownloadStore> {
  const db = await open();
  const empty: PartialDownload = { key, pieces: 0, bytes: 0, validator: null, updated: Date.now() };
  let fetched = (await db?.get("fetched", key)) ?? empty;
  const held: Blob[] = [];
  return {
    fetched: () => fetched,
    async add(chunk, validator) {
      const next = {
        key,
        pieces: fetched.pieces + 1,
        bytes: fetched.bytes + chunk.size,
        validator,
        updated: Date.now(),
      };
      if (db) {
        const bytes = await chunk.arrayBuffer();
        const tx = db.transaction(["fetched", "pieces"], "readwrite");
        void tx.objectStore("pieces").put(bytes, chunkKey(key, fetched.pieces));
        void tx.objectStore("fetched").put(next);
        await tx.done;
      } else held.push(chunk);
      fetched = next;
    },
    async pieces() {
      if (!db) return held;
      const found: Blob[] = [];
      // One after the other, so that the browser may move each blob to disk.
      for (let at = 0; at < fetched.pieces; at++)
        found.push(new Blob([(await db.get("pieces", chunkKey(key, at)))!]));
      return found;
    },
    async clear() {
      held.length = 0;
      fetched = empty;
      if (db) await forget(db, key);
    },
  };
}

/** Deletes unfinished downloads that are too old. @param now epoch milliseconds */
export async function deleteOldDownloads(now: number): Promise<void> {
  const db = await open();
  if (!db) return;
  for (const { key, updated } of await db.getAll("fetched"))
    if (now - updated > MAX_AGE) await forget(db, key);
}
