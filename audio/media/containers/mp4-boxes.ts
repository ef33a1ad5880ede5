import { joinBytes } from "../bytes/byte-parts.ts";
import type { ReadBytes } from "../bytes/read-bytes.ts";

/** Bytes of a box header: size and type. */
export const HEAD = 8;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const nameAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at + 4, at + HEAD));

/** Consecutive complete boxes. */
export function* boxesIn(bytes: Uint8Array): Generator<{ name: string; box: Uint8Array }> {
  for (let at = 0; at + HEAD <= bytes.length;) {
    const short = viewOf(bytes).getUint32(at);
    const isLong = short === 1 && at + 2 * HEAD <= bytes.length;
    const size = isLong ? Number(viewOf(bytes).getBigUint64(at + HEAD)) : short;
    if (size < HEAD) return;
    yield { name: nameAt(bytes, at), box: bytes.subarray(at, at + size) };
    at += size;
  }
}

/** Creates a box. */
export function boxOf(name: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = joinBytes([new Uint8Array(HEAD), ...content]);
  viewOf(all).setUint32(0, all.length);
  for (let i = 0; i < 4; i++) all[4 + i] = name.charCodeAt(i);
  return all;
}

/** Bytes of a description that are read. */
const MAX_BOX_BYTES = 64 * 1024 * 1024;

/** The box `moov` of an MP4 file; null where there is none. @param size of the file, in bytes */
export async function readMoov(read: ReadBytes, size: number): Promise<Uint8Array | null> {
  for (let at = 0; at + HEAD <= size;) {
    const head = await read(at, at + 2 * HEAD);
    if (head.length < HEAD) return null;
    const short = viewOf(head).getUint32(0);
    const isLong = short === 1 && head.length === 2 * HEAD;
    const length = isLong ? Number(viewOf(head).getBigUint64(HEAD)) : short || size - at;
    if (length < HEAD) return null;
    if (nameAt(head, 0) === "moov") return length > MAX_BOX_BYTES ? null : read(at, at + length);
    at += length;
  }
  return null;
}

/** Maximum number of boxes that are examined: fragments follow the first few. */
const LOOKED_AT = 16;

/**
 * Whether a file is made of movie fragments (ISO/IEC 14496-12, 8.8), as segments of a stream are. Their
 * times are those of the stream's clock.
 */
export async function isFragmented(read: ReadBytes): Promise<boolean> {
  for (let at = 0, count = 0; count < LOOKED_AT; count++) {
    const head = await read(at, at + 2 * HEAD);
    const [first] = boxesIn(head);
    if (!first || first.name === "moof") return first !== undefined;
    const size = viewOf(head).getUint32(0);
    at += size === 1 ? Number(viewOf(head).getBigUint64(HEAD)) : size;
  }
  return false;
}
