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

// Kept results may cost more than ones that are thrown away.
const CACHED_QUALITY = { br: 7, zstd: 9, gzip: 7 };
const STREAM_QUALITY = { br: 4, zstd: 3, gzip: 5 };

const compressors: Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions(CACHED_QUALITY.br)),
  zstd: (bytes) => promisify(zstdCompress)(bytes, zstdOptions(CACHED_QUALITY.zstd)),
  gzip: (bytes) => promisify(gzip)(bytes, { level: CACHED_QUALITY.gzip }),
};

/** A compressor for a body too large to hold in memory. */
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

/** Compressed bodies by the identity of their file, computed once however many ask at a time. */
export interface CompressedCache {
  readonly get: (
    identity: string,
    encoding: Encoding,
    read: () => Promise<Uint8Array>,
  ) => Promise<Uint8Array>;
  /** Bytes held. */
  readonly size: () => number;
}

/** Holds at most `limit` bytes; what has not been asked for longest goes first. */
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
        // A Map keeps the order of insertion: this makes it the youngest.
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
