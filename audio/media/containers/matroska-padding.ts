import type { ReadBytes } from "../bytes/read-bytes.ts";
import { type Element, elementAt, numberAt } from "./ebml.ts";
import { isMatroska } from "./sniff.ts";

/** Bytes at the end of a file that are searched for the last audio packet. */
const TAIL = 256 * 1024;
/** Maximum elements of a block group. The format defines eight. */
const MAX_ELEMENTS = 64;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;
const DISCARD_PADDING = 0x75a2;

/** Consecutive elements of a range; the last one may extend beyond it. */
function* elementsOf(bytes: Uint8Array, from: number, end: number): Generator<Element> {
  for (let at = from; at < end;) {
    const found = elementAt(bytes, at);
    if (!found) return;
    yield found;
    // The content of a cluster follows its header, since its size may be unknown.
    at = found.id === CLUSTER ? found.from : found.end;
  }
}

/** DiscardPadding of a block group with a packet of the track, in seconds; otherwise null. */
function paddingOf(bytes: Uint8Array, group: Element, track: number): number | null {
  const parts: Element[] = [];
  for (const part of elementsOf(bytes, group.from, group.end)) {
    if (parts.length === MAX_ELEMENTS) return null;
    parts.push(part);
  }
  if (parts.at(-1)?.end !== group.end) return null;
  const block = parts.find(({ id }) => id === BLOCK);
  const padding = parts.find(({ id }) => id === DISCARD_PADDING);
  if (!block || !padding || padding.end - padding.from > 6) return null;
  if (numberAt(bytes, block.from, false)?.value !== track) return null;
  // A signed integer in nanoseconds.
  let value = 0;
  for (let at = padding.from; at < padding.end; at++) value = 256 * value + bytes[at]!;
  const isNegative = bytes[padding.from]! >= 0x80;
  return isNegative ? 0 : value / 1e9;
}

/** Whether packets of a track follow after an element's position. */
function hasLaterPackets(bytes: Uint8Array, from: number, track: number): boolean {
  for (const { id, from: at } of elementsOf(bytes, from, bytes.length)) {
    const inner = id === BLOCK_GROUP ? elementAt(bytes, at) : null;
    const position = id === SIMPLE_BLOCK ? at : inner?.id === BLOCK ? inner.from : null;
    if (position !== null && numberAt(bytes, position, false)?.value === track) return true;
  }
  return false;
}

/**
 * Padding in seconds in the last packet of a track (RFC 9559, DiscardPadding); 0 if there is none,
 * if it is unknown, and for files other than Matroska or WebM.
 * @param length of the file in bytes
 * @param track track number
 */
export async function readMatroskaPadding(
  read: ReadBytes,
  length: number,
  track: number,
): Promise<number> {
  if (!isMatroska(await read(0, 4))) return 0;
  const bytes = await read(Math.max(0, length - TAIL), length);
  for (let at = bytes.length - 1; at >= 0; at--) {
    if (bytes[at] !== BLOCK_GROUP) continue;
    const group = elementAt(bytes, at);
    if (!group || group.end > bytes.length) continue;
    const padding = paddingOf(bytes, group, track);
    if (padding !== null) return hasLaterPackets(bytes, group.end, track) ? 0 : padding;
  }
  return 0;
}
