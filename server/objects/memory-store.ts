import type { ObjectStore } from "../ports/object-store.ts";
import { checkKey } from "./key.ts";

export function createMemoryStore(objects = new Map<string, Uint8Array>()): ObjectStore {
  return {
    put: async (key, chunks) => {
      const parts: Uint8Array[] = [];
      checkKey(key);
      for await (const chunk of chunks) parts.push(chunk);
      objects.set(key, Buffer.concat(parts));
    },
    get: async (key, range) => {
      const bytes = objects.get(checkKey(key));
      if (!bytes) return null;
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      return new Blob([Uint8Array.from(part)]).stream();
    },
    size: async (key) => objects.get(checkKey(key))?.length ?? null,
    list: async function* (folder) {
      const front = `${checkKey(folder)}/`;
      yield* [...objects.keys()].filter((key) => key.startsWith(front));
    },
    remove: async (key) => void objects.delete(checkKey(key)),
  };
}
