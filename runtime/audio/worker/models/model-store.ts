/** Bytes of a net, on the visitor's device, by the checksum that they should have. */
export interface ModelStore {
  /** Bytes that are there. */
  size(sha256: string): Promise<number>;
  /** Adds bytes at the end. */
  append(sha256: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  read(sha256: string): Promise<Blob>;
  /** What is there, piece by piece: one of them is held at a time. */
  chunks(sha256: string): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
  remove(sha256: string): Promise<void>;
}

const NAME = "toolkit-models-1";

/** Address of a piece; it stands for nothing on a server. */
const piece = (sha256: string, at: number): string => `/models/${sha256}/${at}`;

/**
 * Keeps nets in the browser's cache, in pieces, each of which is there or is not: a download that was
 * interrupted, by a crash even, goes on after the last. (A file of the site's file system has what was
 * written to it when it is closed, and in Safari it can be written by workers alone.)
 */
export function createModelStore(caches: CacheStorage): ModelStore {
  const open = (): Promise<Cache> => caches.open(NAME);
  /** Pieces of each, as they were counted last. */
  const counts = new Map<string, number>();
  async function pieces(sha256: string): Promise<Blob[]> {
    const cache = await open();
    const found: Blob[] = [];
    for (;;) {
      const kept = await cache.match(piece(sha256, found.length));
      if (!kept) {
        counts.set(sha256, found.length);
        return found;
      }
      found.push(await kept.blob());
    }
  }
  return {
    size: async (sha256) => (await pieces(sha256)).reduce((sum, { size }) => sum + size, 0),
    async append(sha256, bytes) {
      const at = counts.get(sha256) ?? (await pieces(sha256)).length;
      await (await open()).put(piece(sha256, at), new Response(bytes));
      counts.set(sha256, at + 1);
    },
    read: async (sha256) => new Blob(await pieces(sha256)),
    async *chunks(sha256) {
      const cache = await open();
      for (let at = 0; ; at++) {
        const kept = await cache.match(piece(sha256, at));
        if (!kept) return;
        yield new Uint8Array(await kept.arrayBuffer());
      }
    },
    async remove(sha256) {
      const cache = await open();
      const { length } = await pieces(sha256);
      // From the end, so that what is left of it is whole as far as it goes.
      for (let at = length - 1; at >= 0; at--) await cache.delete(piece(sha256, at));
      counts.set(sha256, 0);
    },
  };
}
