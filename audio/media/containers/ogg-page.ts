import { joinBytes, u32 } from "../bytes/byte-parts.ts";
import { textAt, viewOf } from "../bytes/read-bytes.ts";

/** Bytes of a page header before the segment table (RFC 3533, 6). */
export const OGG_HEADER = 27;
/** Maximum bytes of a page: header, 255 segment sizes, and as many segments of 255 bytes. */
export const MAX_PAGE = OGG_HEADER + 255 + 255 * 255;

/** Page flags: continues a packet, first page, last page of a stream. */
export const CONTINUED = 1;
export const FIRST = 2;
export const LAST = 4;

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++)
    value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
  return value;
});

/** CRC-32 of RFC 3533, with its own field as 0. */
function checksum(page: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < page.length; at++) {
    const byte = at >= 22 && at < 26 ? 0 : page[at]!;
    sum = (sum << 8) ^ CRC[(sum >>> 24) ^ byte]!;
  }
  return sum >>> 0;
}

/** Writes the checksum of a page. */
export const sealPage = (page: Uint8Array): void => page.set(u32(checksum(page)), 22);

export const isSealed = (page: Uint8Array): boolean =>
  u32(checksum(page)).every((byte, at) => page[22 + at] === byte);

/** Whether a page may start there. */
export const isPageAt = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x4f && textAt(bytes, at) === "OggS" && bytes[at + 4] === 0;

/** Granule position: the end of the last packet that ends in a page; −1 if none does. */
export const granuleOf = (page: Uint8Array): number => Number(viewOf(page).getBigInt64(6, true));
export const serialOf = (page: Uint8Array): number => viewOf(page).getUint32(14, true);
/** Sequence number of a page. */
export const sequenceOf = (page: Uint8Array): number => viewOf(page).getUint32(18, true);

/**
 * Packets of a stream that are complete within these pages.
 * @param pages consecutive pages; the last one may be truncated
 */
export function* packetsOf(pages: Uint8Array, serial: number): Generator<Uint8Array> {
  let parts: Uint8Array[] = [];
  for (let at = 0; at < pages.length;) {
    const length = pageLength(pages, at);
    if (length === null || at + length > pages.length) return;
    const page = pages.subarray(at, at + length);
    at += length;
    if (serialOf(page) !== serial) continue;
    let position = OGG_HEADER + page[26]!;
    for (const size of page.subarray(OGG_HEADER, position)) {
      parts.push(page.subarray(position, position + size));
      position += size;
      if (size === 255) continue;
      yield joinBytes(parts);
      parts = [];
    }
  }
}

/** Length of the page at a position; null if its segment table is incomplete. */
export function pageLength(bytes: Uint8Array, at = 0): number | null {
  if (bytes.length < at + OGG_HEADER) return null;
  const segments = bytes[at + 26]!;
  if (bytes.length < at + OGG_HEADER + segments) return null;
  let length = OGG_HEADER + segments;
  for (let i = 0; i < segments; i++) length += bytes[at + OGG_HEADER + i]!;
  return length;
}

/**
 * A page without its incomplete packets.
 * @param ends at which ends pages are missing
 * @returns null if nothing is left
 */
export function wholePackets(
  page: Uint8Array,
  ends: { readonly before: boolean; readonly behind: boolean },
): Uint8Array<ArrayBuffer> | null {
  const table = page.subarray(OGG_HEADER, OGG_HEADER + page[26]!);
  let [first, end] = [0, table.length];
  if (ends.before && page[5]! & CONTINUED) {
    while (first < end && table[first] === 255) first++;
    first++;
  }
  if (ends.behind) while (end > first && table[end - 1] === 255) end--;
  if (end <= first) return null;
  const sum = (sizes: Uint8Array): number => sizes.reduce((all, size) => all + size, 0);
  const start = OGG_HEADER + table.length + sum(table.subarray(0, first));
  const own = table.subarray(first, end);
  const head = page.slice(0, OGG_HEADER);
  if (first > 0) head[5] = head[5]! & ~CONTINUED;
  head[26] = own.length;
  const whole = joinBytes([head, own, page.subarray(start, start + sum(own))]);
  sealPage(whole);
  return whole;
}
