import type { Piece } from "./bytes/byte-parts.ts";
import type { ReadBytes } from "./bytes/read-bytes.ts";
import { textAt } from "./bytes/read-bytes.ts";
import { flacChecksum } from "./codecs/flac-decoder.ts";
import { id3Size } from "./mp3/mp3-gaps.ts";

/** Bytes that a demuxer asks for before it takes something for a frame. */
const ASKED = 16;
/** Bytes of the shortest frame (RFC 9639, 9): a header of six, one sample of silence, a checksum. */
const SHORTEST = 10;

/**
 * What makes the last frame of a FLAC file long enough to be seen: one of silence in mono has fewer bytes
 * than demuxers ask for.
 * @param head its first bytes
 * @returns the file with zeros behind it; null where it needs none
 */
export async function padFlacEnd(
  read: ReadBytes,
  size: number,
  head: Uint8Array,
): Promise<readonly Piece[] | null> {
  if (textAt(head, id3Size(head)) !== "fLaC") return null;
  const end = await read(Math.max(0, size - ASKED + 1), size);
  for (let at = 0; at <= end.length - SHORTEST; at++) {
    const isSync = end[at] === 0xff && (end[at + 1]! & 0xfe) === 0xf8;
    // With its own checksum behind it, a frame's is zero.
    if (!isSync || flacChecksum(end.subarray(at)) !== 0) continue;
    return [{ from: 0, to: size }, new Uint8Array(ASKED - (end.length - at))];
  }
  return null;
}
