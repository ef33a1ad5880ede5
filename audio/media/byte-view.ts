import { CustomSource } from "mediabunny";
import type { Piece } from "./bytes/byte-parts.ts";
import type { ReadBytes } from "./bytes/read-bytes.ts";
import type { MediaBytes } from "./host.ts";

const sizeOf = (piece: Piece): number =>
  piece instanceof Uint8Array ? piece.length : piece.to - piece.from;

/** Pieces of a file behind each other, as a file of their own. To close it does nothing. */
export function viewOfPieces(file: MediaBytes, pieces: readonly Piece[]): MediaBytes {
  let size = 0;
  const placed = pieces.map((piece) => {
    const at = size;
    size += sizeOf(piece);
    return { piece, at, end: size };
  });
  const read: ReadBytes = async (from, to, room) => {
    const length = Math.max(0, Math.min(to, size) - from);
    const bytes = room && room.length >= length ? room.subarray(0, length) : new Uint8Array(length);
    let first = firstBehind(placed, from);
    for (let done = 0; done < length; first++) {
      const { piece, at, end } = placed[first]!;
      const [start, stop] = [from + done - at, Math.min(from + length, end) - at];
      const part =
        piece instanceof Uint8Array
          ? piece.subarray(start, stop)
          : await file.read(piece.from + start, piece.from + stop);
      bytes.set(part, done);
      done += stop - start;
    }
    return bytes;
  };
  return {
    size,
    read,
    source: (end) =>
      new CustomSource({
        getSize: () => Math.min(end, size),
        read: (from, to) => read(from, to),
        prefetchProfile: "fileSystem",
        handleUnhandledError: () => {},
      }),
    close: () => undefined,
  };
}

/** The number of the first piece that ends behind a place. */
function firstBehind(placed: readonly { readonly end: number }[], place: number): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placed[middle]!.end > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
