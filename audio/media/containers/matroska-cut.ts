import type { Piece } from "../bytes/byte-parts.ts";
import type { ReadBytes } from "../bytes/read-bytes.ts";
import { elementAt } from "./ebml.ts";

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
/** Bytes of the head of an element: four of its id, eight of its size. */
const HEAD = 12;
/** Bytes of a cluster that are looked through; a longer one is none. */
const MOST = 64 * 1024 * 1024;

/**
 * Pieces of a Matroska file that was cut off: its last cluster ends with its last whole block. Readers take
 * a cluster that is not all there for none, which may be all that a file has.
 * @param length of the file, in bytes
 * @returns null where nothing says that it was cut off
 */
export async function mendMatroskaCut(
  read: ReadBytes,
  length: number,
): Promise<readonly Piece[] | null> {
  let at = 0;
  let isInside = false;
  while (at < length) {
    const found = elementAt(await read(at, at + HEAD), 0);
    if (!found) return null;
    const { id, from, end } = found;
    if (id === SEGMENT && !isInside) {
      // What is as long as it says is left alone, and one that was written to a stream says nothing.
      if (at + end <= length || isEndless(await read(at + 4, at + from))) return null;
      isInside = true;
      at += from;
      continue;
    }
    if (at + end > length)
      return id === CLUSTER && length - at <= MOST
        ? shorten(await read(at, length), { at, from })
        : [{ from: 0, to: at }];
    at += end;
  }
  return null;
}

/** Whether a size is that of no size: all its bits are set. */
const isEndless = (size: Uint8Array): boolean =>
  size.subarray(1).every((byte) => byte === 255) && (size[0]! & (size[0]! + 1)) === 0;

/** @param bytes of the cluster, as far as they go. @param from where its content begins */
function shorten(
  bytes: Uint8Array,
  { at, from }: { readonly at: number; readonly from: number },
): Piece[] {
  let end = from;
  for (;;) {
    const child = end < bytes.length ? elementAt(bytes, end) : null;
    if (!child || child.end > bytes.length) break;
    end = child.end;
  }
  const own = new Uint8Array(bytes.subarray(0, end));
  // The size stays as wide as it was: its mark, and the number in the bits behind.
  let rest = end - from;
  for (let place = from - 1; place >= 4; place--) {
    own[place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  own[4] = own[4]! | (0x80 >> (from - 5));
  return [{ from: 0, to: at }, own];
}
