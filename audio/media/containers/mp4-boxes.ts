import { joinBytes } from "../bytes/byte-parts.ts";

/** Bytes of a box's size and name. */
export const HEAD = 8;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const nameAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at + 4, at + HEAD));

/** Boxes one after the other, as far as they are whole. */
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

/** A box of a name around what it holds. */
export function boxOf(name: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = joinBytes([new Uint8Array(HEAD), ...content]);
  viewOf(all).setUint32(0, all.length);
  for (let i = 0; i < 4; i++) all[4 + i] = name.charCodeAt(i);
  return all;
}
