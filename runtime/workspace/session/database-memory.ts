import type { Chunks, Database, Records } from "./stored.ts";
import type { JsonObject } from "../../contract/json.ts";

/** For browsers that block storage: everything lasts as long as the document. */
export function createMemoryDatabase(): Database {
  const records = <R extends { readonly id: string }>(): Records<R> => {
    const byKey = new Map<string, R>();
    return {
      all: async () => [...byKey.values()],
      get: async (ids) => ids.map((id) => byKey.get(id)).filter((record) => record !== undefined),
      async put(record) {
        byKey.set(record.id, structuredClone(record));
      },
      async change(id, change) {
        const record = byKey.get(id);
        if (!record) return;
        const next = change(record);
        if (next) byKey.set(id, structuredClone(next));
        else byKey.delete(id);
      },
    };
  };
  const chunks = (): Chunks => {
    const byKey = new Map<string, Blob[]>();
    return {
      async append(recording, chunk) {
        byKey.set(recording, [...(byKey.get(recording) ?? []), chunk]);
      },
      all: async (recording) => byKey.get(recording) ?? [],
      async clear(recording) {
        byKey.delete(recording);
      },
    };
  };
  const values = new Map<string, JsonObject>();
  const blobs = new Map<string, Blob>();
  return {
    files: records(),
    jobs: records(),
    closings: records(),
    recordings: records(),
    chunks: chunks(),
    values: {
      get: async (name) => values.get(name) ?? null,
      async set(name, value) {
        values.set(name, value);
      },
    },
    blobs: {
      get: async (id) => blobs.get(id) ?? null,
      async put(id, blob) {
        blobs.set(id, blob);
      },
      async delete(id) {
        blobs.delete(id);
      },
      keys: async () => [...blobs.keys()],
    },
    close() {},
  };
}
