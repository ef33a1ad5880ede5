import type { MediaOptions } from "../ports/media-source.ts";
import type { FOREIGN_READERS } from "./foreign-readers.ts";
import { createReaderPool } from "./pool/reader-pool.ts";

type Readers = typeof FOREIGN_READERS;

/** The process's threads, shared by all its servers: their number bounds its memory. */
const pool = createReaderPool(new URL("./reader-thread.ts", import.meta.url));

/**
 * Parses untrusted data in a thread that is terminated after a second of CPU time or at 256 MB.
 * @throws {ApiFailure} source_too_complex, if the thread is terminated; unavailable, if the queue
 *   is full; and the parser's errors
 */
export const readForeign = <Name extends keyof Readers>(
  name: Name,
  bytes: Uint8Array,
  args: Parameters<Readers[Name]>[1],
  { signal, userId }: MediaOptions,
): Promise<ReturnType<Readers[Name]>> =>
  pool.read({ name, bytes, args }, { signal, account: userId }) as Promise<
    ReturnType<Readers[Name]>
  >;
