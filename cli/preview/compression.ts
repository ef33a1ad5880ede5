import type { Transform } from "node:stream";
import { promisify } from "node:util";
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from "node:zlib";
import type { Encoding } from "./accept-encoding.ts";

// Cached results justify a higher cost than those that are sent once.
const CACHED_QUALITY = { br: 7, zstd: 9, gzip: 7 };
const STREAM_QUALITY = { br: 4, zstd: 3, gzip: 5 };

const compressors: Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions(CACHED_QUALITY.br)),
  zstd: (bytes) => promisify(zstdCompress)(bytes, zstdOptions(CACHED_QUALITY.zstd)),
  gzip: (bytes) => promisify(gzip)(bytes, { level: CACHED_QUALITY.gzip }),
};

/** A compression stream for a body that is too large for memory. */
export function createCompressor(encoding: Encoding): Transform {
  if (encoding === "br") return createBrotliCompress(brotliOptions(STREAM_QUALITY.br));
  if (encoding === "zstd") return createZstdCompress(zstdOptions(STREAM_QUALITY.zstd));
  return createGzip({ level: STREAM_QUALITY.gzip });
}

function brotliOptions(quality: number): { params: Record<number, number> } {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}

function zstdOptions(level: number): { params: Record<number, number> } {
  return { params: { [constants.ZSTD_c_compressionLevel]: level } };
}

/** Compressed bodies by the identity of their file, computed once for concurrent requests. */
export interface CompressedCache {
  readonly get: (
    identity: string,
    encoding: Encoding,
    read: () => Promise<Uint8Array>,
  ) => Promise<Uint8Array>;
  /** Cached bytes. */
  readonly size: () => number;
}

/** A cache of at most `limit` bytes that evicts the least recently used entries. */
export function createCompressedCache(limit: number): CompressedCache {
  const cached = new Map<string, Uint8Array>();
  const running = new Map<string, Promise<Uint8Array>>();
  let held = 0;

  const keep = (key: string, bytes: Uint8Array): void => {
    if (bytes.byteLength > limit) return;
    cached.set(key, bytes);
    held += bytes.byteLength;
    for (const [oldest, { byteLength }] of cached) {
      if (held <= limit) break;
      cached.delete(oldest);
      held -= byteLength;
    }
  };

  return {
    size: () => held,
    get(identity, encoding, read) {
      const key = `${encoding} ${identity}`;
      const found = cached.get(key);
      if (found !== undefined) {
        // A Map preserves insertion order, so reinsertion marks the entry as most recently used.
        cached.delete(key);
        cached.set(key, found);
        return Promise.resolve(found);
      }
      const work =
        running.get(key) ??
        (async () => {
          try {
            const bytes = await compressors[encoding](await read());
            keep(key, bytes);
            return bytes;
          } finally {
            running.delete(key);
          }
        })();
      running.set(key, work);
      return work;
    },
  };
}
