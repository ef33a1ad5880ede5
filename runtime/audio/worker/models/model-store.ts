/** Model files on the visitor's device, by their expected SHA-256. */
export interface ModelStore {
  /** Stored bytes. */
  size(sha256: string): Promise<number>;
  /** Appends bytes. */
  append(sha256: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  read(sha256: string): Promise<Blob>;
  /** The stored bytes in chunks, one of them in memory at a time. */
  chunks(sha256: string): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
  remove(sha256: string): Promise<void>;
}

const NAME = "toolkit-models-1";

/** Cache address of a chunk; no server has this address. */
const chunkUrl = (sha256: string, at: number): string => `/models/${sha256}/${at}`;

/**
 * Stores models in the browser's cache, in chunks that are written atomically: a download that was
 * interrupted, even by a crash, resumes after the last chunk. (A file of the origin private file
 * system has its data only once it is closed, and Safari lets only workers write to it.)
 */
export function createModelStore(caches: CacheStorage): ModelStore {
  const open = (): Promise<Cache> => caches.open(NAME);
  /** Last known number of chunks, by model. */
  const counts = new Map<string, number>();
  async function readChunks(sha256: string): Promise<Blob[]> {
    const cache = await open();
    const found: Blob[] = [];
    for (;;) {
      const cached = await cache.match(chunkUrl(sha256, found.length));
      if (!cached) {
        counts.set(sha256, found.length);
        return found;
      }
      found.push(await cached.blob());
    }
  }
  return {
    size: async (sha256) => (await readChunks(sha256)).reduce((sum, { size }) => sum + size, 0),
    async append(sha256, bytes) {
      const at = counts.get(sha256) ?? (await readChunks(sha256)).length;
      await (await open()).put(chunkUrl(sha256, at), new Response(bytes));
      counts.set(sha256, at + 1);
    },
    read: async (sha256) => new Blob(await readChunks(sha256)),
    async *chunks(sha256) {
      const cache = await open();
      for (let at = 0; ; at++) {
        const cached = await cache.match(chunkUrl(sha256, at));
        if (!cached) return;
        yield new Uint8Array(await cached.arrayBuffer());
      }
    },
    async remove(sha256) {
      const cache = await open();
      const { length } = await readChunks(sha256);
      // From the end, so that after an interruption the remaining chunks are still contiguous.
      for (let at = length - 1; at >= 0; at--) await cache.delete(chunkUrl(sha256, at));
      counts.set(sha256, 0);
    },
  };
}
