import { hexOf } from "#core/crypto/hex.ts";

export interface LoadOptions {
  /** Hexadecimal. */
  readonly sha256: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** SHA-256; null where the browser gives none: addresses without a certificate. */
  readonly digest: ((data: BufferSource) => Promise<ArrayBuffer>) | null;
}

/**
 * Loads a file of a net and checks that it is the right one. One that is not is asked for once more, past
 * the browser's stores: it may have been damaged on its way into them.
 * @throws {TypeError} where it cannot be had, or is another one each time
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
