import type { ByteStore } from "./bytes/byte-store.ts";
import type { Blobs } from "./stored.ts";

/** Stores whole files in IndexedDB, for browsers without a file system for pages, or in memory. */
export const createBlobStore = (blobs: Blobs, kind: "indexeddb" | "memory"): ByteStore => ({
  kind,
  write: null,
  replace: null,
  put: (id, blob) => blobs.put(id, blob),
  get: (id) => blobs.get(id),
  delete: (id) => blobs.delete(id),
  keys: () => blobs.keys(),
});
