import type { MediaOptions } from "../ports/media-source.ts";
import type { FOREIGN_READERS } from "./foreign-readers.ts";
import { createReaderPool } from "./pool/reader-pool.ts";

type Readers = typeof FOREIGN_READERS;

/** The threads of this process: their number bounds its memory, whatever number of servers it runs. */
const pool = createReaderPool(new URL("./reader-thread.ts", import.meta.url));

/**
 * Reads what another server has sent, in a thread that is stopped after a second of CPU time or 256 MB.
 * @throws {ApiFailure} source_too_complex, where it is stopped; unavailable, where too many wait; and what
 * the reader throws
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
