import type { Piece } from "./bytes/byte-parts.ts";
import { type ReadBytes, textAt, viewOf } from "./bytes/read-bytes.ts";
import { flacChecksum } from "./codecs/flac-decoder.ts";
import { id3Size } from "./mp3/mp3-gaps.ts";

/** Bytes that a demuxer asks for before it takes something for a frame. */
const ASKED = 16;
/** Bytes of the shortest frame (RFC 9639, 9): a header of six, one sample of silence, a checksum. */
const SHORTEST = 10;

/** Bytes that are read at once. */
const CHUNK = 1024 * 1024;
/** Bytes of a marker and of the first block (STREAMINFO) behind it (RFC 9639, 8.2). */
const OPENING = 42;

/**
 * The files that were written one behind the other in a FLAC file: decoders go by the first header
 * alone.
 * @param head its first bytes
 * @returns null for files of another kind
 */
export async function findFlacLinks(
  read: ReadBytes,
  size: number,
  head: Uint8Array,
): Promise<readonly (readonly Piece[])[] | null> {
  const first = id3Size(head);
  if (textAt(head, first) !== "fLaC") return null;
  const links: Piece[][] = [];
  let from = 0;
  const room = new Uint8Array(CHUNK);
  for (let place = first + OPENING; place < size; place += CHUNK - OPENING) {
    const bytes = await read(place, place + CHUNK, room);
    for (let at = bytes.indexOf(0x66); at >= 0; at = bytes.indexOf(0x66, at + 1)) {
      if (at >= CHUNK - OPENING || !isOpening(bytes, at)) continue;
      links.push(await padFlacEnd(read, from, place + at));
      from = place + at;
    }
  }
  return [...links, await padFlacEnd(read, from, size)];
}

/** Whether a FLAC file begins there; by chance, this many bytes never look like that. */
function isOpening(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== 0x4c || textAt(bytes, at) !== "fLaC" || at + OPENING > bytes.length)
    return false;
  const view = viewOf(bytes);
  const isFirstBlock = (view.getUint32(at + 4) & 0x7fff_ffff) === OPENING - 8;
  const rate = view.getUint32(at + 18) >>> 12;
  const [shortest, longest] = [view.getUint16(at + 8), view.getUint16(at + 10)];
  return isFirstBlock && rate > 0 && longest >= 16 && shortest <= longest;
}

/**
 * What makes the last frame of a FLAC file long enough to be seen: one of silence in mono has fewer
 * bytes than demuxers ask for. Such a file gets zeros behind it.
 */
async function padFlacEnd(read: ReadBytes, from: number, size: number): Promise<Piece[]> {
  const whole = { from, to: size };
  const end = await read(Math.max(from, size - ASKED + 1), size);
  for (let at = 0; at <= end.length - SHORTEST; at++) {
    const isSync = end[at] === 0xff && (end[at + 1]! & 0xfe) === 0xf8;
    // With its own checksum behind it, a frame's is zero.
    if (!isSync || flacChecksum(end.subarray(at)) !== 0) continue;
    return [whole, new Uint8Array(ASKED - (end.length - at))];
  }
  return [whole];
}
