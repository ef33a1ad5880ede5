import { hexOf } from "#core/crypto/hex.ts";

export interface LoadOptions {
  /** Hexadecimal. */
  readonly sha256: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** SHA-256; null in insecure contexts, where the browser does not provide it. */
  readonly digest: ((data: BufferSource) => Promise<ArrayBuffer>) | null;
}

/**
 * Loads a model file and verifies its digest. On a mismatch the file is fetched once more without
 * the browser's caches, which may hold a damaged copy.
 * @throws {TypeError} if the file cannot be loaded, or fails the check both times
 */
export async function loadModel(url: string, options: LoadOptions): Promise<ArrayBuffer> {
  const { sha256, digest } = options;
  for (const cache of ["default", "reload"] as const) {
    const answer = await options.fetch(url, { cache });
    if (!answer.ok) throw new TypeError(`${url} answered ${answer.status}`);
    const bytes = await answer.arrayBuffer();
    if (!digest || hexOf(await digest(bytes)) === sha256) return bytes;
  }
  throw new TypeError(`${url} has another checksum than ${sha256}`);
}
