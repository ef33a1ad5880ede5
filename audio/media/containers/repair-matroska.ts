import type { FilePart } from "../bytes/byte-parts.ts";
import type { ReadBytes } from "../bytes/read-bytes.ts";
import { elementAt, isUnknownSize } from "./ebml.ts";

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
/** Bytes of an element header: four for the id, eight for the size. */
const HEAD = 12;
/** Maximum bytes of a cluster. */
const MAX_CLUSTER_BYTES = 64 * 1024 * 1024;

/**
 * Repairs a truncated Matroska file: its last cluster is shortened to its last complete block,
 * because readers ignore an incomplete cluster, which may be the only one.
 * @param length of the file in bytes
 * @returns null if the file does not appear to be truncated
 */
export async function repairTruncatedMatroska(
  read: ReadBytes,
  length: number,
): Promise<readonly FilePart[] | null> {
  let at = 0;
  let isInside = false;
  while (at < length) {
    const found = elementAt(await read(at, at + HEAD), 0);
    if (!found) return null;
    const { id, from, end } = found;
    if (id === SEGMENT && !isInside) {
      // The size matches, or it is unknown, as in streams.
      if (at + end <= length || isUnknownSize(await read(at + 4, at + from))) return null;
      isInside = true;
      at += from;
      continue;
    }
    if (at + end > length)
      return id === CLUSTER && length - at <= MAX_CLUSTER_BYTES
        ? shorten(await read(at, length), { at, from })
        : [{ from: 0, to: at }];
    at += end;
  }
  return null;
}

/** @param bytes available bytes of the cluster. @param from start of its content */
function shorten(
  bytes: Uint8Array,
  { at, from }: { readonly at: number; readonly from: number },
): FilePart[] {
  let end = from;
  for (;;) {
    const child = end < bytes.length ? elementAt(bytes, end) : null;
    if (!child || child.end > bytes.length) break;
    end = child.end;
  }
  const own = new Uint8Array(bytes.subarray(0, end));
  // The size field keeps its width: length marker, then the number.
  let rest = end - from;
  for (let position = from - 1; position >= 4; position--) {
    own[position] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  own[4] = own[4]! | (0x80 >> (from - 5));
  return [{ from: 0, to: at }, own];
}
