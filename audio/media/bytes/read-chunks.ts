import type { ReadBytes } from "./read-bytes.ts";

export interface ChunkOptions {
  /** Range of the file. */
  readonly from: number;
  readonly to: number;
  /**
   * Length of the first chunk; each chunk is twice as long as the one before, up to `maxLength`.
   */
  readonly first: number;
  readonly maxLength: number;
  /** Whether buffers are reused; the next chunk is then read while the current one is processed. */
  readonly reusesBuffer: boolean;
}

/**
 * Reads a range of a file in chunks, each valid until the next one. Stops at the end of the file.
 */
export async function* readChunks(
  read: ReadBytes,
  { from, to, first, maxLength, reusesBuffer }: ChunkOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const size = Math.max(0, Math.min(maxLength, to - from));
  const rooms = reusesBuffer ? [0, 1].map(() => new Uint8Array(size)) : [];
  let next = from;
  let length = first;
  const startRead = (): PendingChunk | null => {
    if (next >= to) return null;
    const expected = Math.min(length, to - next);
    rooms.reverse();
    const reading = read(next, next + expected, rooms[0]);
    // The promise is awaited later, or not at all.
    reading.catch(() => {});
    next += expected;
    length = Math.min(2 * length, maxLength);
    return { expected, reading };
  };
  let pending = startRead();
  try {
    while (pending) {
      const { expected, reading } = pending;
      pending = null;
      const bytes = await reading;
      if (reusesBuffer) pending = startRead();
      yield bytes;
      if (bytes.length < expected) return;
      pending ??= startRead();
    }
  } finally {
    // No read may be pending when the file is closed.
    await pending?.reading.catch(() => {});
  }
}

interface PendingChunk {
  readonly expected: number;
  readonly reading: Promise<Uint8Array>;
}
