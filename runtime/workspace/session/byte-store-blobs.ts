import type { ByteStore } from "./bytes/byte-store.ts";
import type { Blobs } from "./stored.ts";

/** Whole files in the database, where a browser has no file system for pages; or in memory. */
export const createBlobStore = (blobs: Blobs, kind: "indexeddb" | "memory"): ByteStore => ({
  kind,
  write: null,
  replace: null,
  put: (id, blob) => blobs.put(id, blob),
  get: (id) => blobs.get(id),
  delete: (id) => blobs.delete(id),
  keys: () => blobs.keys(),
});
