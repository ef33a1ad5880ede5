import type { ReadBytes } from "../bytes/read-bytes.ts";
import { textAt } from "../bytes/read-bytes.ts";

/** Bytes of the largest page: its header, 255 sizes, and as many parts of 255. */
const LARGEST_PAGE = 27 + 255 + 255 * 255;
/** Flag of a stream's last page. */
const LAST = 4;

/** Whether the first bytes are those of an Ogg file. */
export const isOgg = (head: Uint8Array): boolean => textAt(head, 0) === "OggS";

/** Where the whole pages of an Ogg file end (RFC 3533). */
export interface OggEnd {
  /** Byte behind the last page that is all there. */
  readonly end: number;
  /** Whether there were to be more. */
  readonly isCut: boolean;
}

/** @param length of the file. Null where no page is found at its end. */
export async function findOggEnd(read: ReadBytes, length: number): Promise<OggEnd | null> {
  // A page that is not all there, and the one before it.
  const start = Math.max(0, length - 2 * LARGEST_PAGE);
  const bytes = await read(start, length);
  let last = bytes.length;
  for (let at = bytes.length - 27; at >= 0; at--) {
    if (bytes[at] !== 0x4f || textAt(bytes, at) !== "OggS") continue;
    const end = endOfPage(bytes, at);
    if (end <= bytes.length) {
      const isLast = (bytes[at + 5]! & LAST) !== 0;
      return { end: start + end, isCut: last < bytes.length || !isLast };
    }
    last = at;
  }
  return null;
}

function endOfPage(bytes: Uint8Array, at: number): number {
  const parts = bytes[at + 26]!;
  let end = at + 27 + parts;
  for (let part = 0; part < parts; part++) end += bytes[at + 27 + part] ?? Infinity;
  return end;
}
