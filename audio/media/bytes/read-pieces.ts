import type { ReadBytes } from "./read-bytes.ts";

export interface PieceOptions {
  /** Bytes of a file. */
  readonly from: number;
  readonly to: number;
  /** Bytes of the first piece: each is twice as long as the one before, up to `most`. */
  readonly first: number;
  readonly most: number;
  /** Whether a piece is overwritten later; the next one is then read while it is worked on. */
  readonly isLent: boolean;
}

/** Gives a range of a file in pieces, each good until the next one is asked for. Ends early where the file does. */
export async function* readPieces(
  read: ReadBytes,
  { from, to, first, most, isLent }: PieceOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const size = Math.max(0, Math.min(most, to - from));
  const rooms = isLent ? [0, 1].map(() => new Uint8Array(size)) : [];
  let next = from;
  let length = first;
  const ask = (): Piece | null => {
    if (next >= to) return null;
    const wanted = Math.min(length, to - next);
    rooms.reverse();
    const reading = read(next, next + wanted, rooms[0]);
    // Who waits for it comes later, or not at all.
    reading.catch(() => {});
    next += wanted;
    length = Math.min(2 * length, most);
    return { wanted, reading };
  };
  let asked = ask();
  try {
    while (asked) {
      const { wanted, reading } = asked;
      asked = null;
      const bytes = await reading;
      if (isLent) asked = ask();
      yield bytes;
      if (bytes.length < wanted) return;
      asked ??= ask();
    }
  } finally {
    // Nothing is read any more when the file is closed.
    await asked?.reading.catch(() => {});
  }
}

interface Piece {
  readonly wanted: number;
  readonly reading: Promise<Uint8Array>;
}
