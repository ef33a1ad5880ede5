import { CustomSource } from "mediabunny";
import type { FilePart } from "./bytes/byte-parts.ts";
import type { ReadBytes } from "./bytes/read-bytes.ts";
import type { MediaBytes } from "./host.ts";

const sizeOf = (part: FilePart): number =>
  part instanceof Uint8Array ? part.length : part.to - part.from;

/** A view of concatenated parts of a file as a file. Closing it has no effect. */
export function viewOfParts(file: MediaBytes, parts: readonly FilePart[]): MediaBytes {
  let size = 0;
  const positioned = parts.map((part) => {
    const at = size;
    size += sizeOf(part);
    return { source: part, at, end: size };
  });
  const read: ReadBytes = async (from, to, room) => {
    const length = Math.max(0, Math.min(to, size) - from);
    const bytes = room && room.length >= length ? room.subarray(0, length) : new Uint8Array(length);
    let first = firstPartAfter(positioned, from);
    for (let done = 0; done < length; first++) {
      const { source, at, end } = positioned[first]!;
      const [start, stop] = [from + done - at, Math.min(from + length, end) - at];
      const part =
        source instanceof Uint8Array
          ? source.subarray(start, stop)
          : await file.read(source.from + start, source.from + stop);
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

/** Index of the first part that ends after a position. */
function firstPartAfter(placed: readonly { readonly end: number }[], position: number): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placed[middle]!.end > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
