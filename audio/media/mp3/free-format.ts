import type { ReadBytes } from "../bytes/read-bytes.ts";
import { mp3FrameAt, mp3KindOf } from "./mp3-frames.ts";
import { id3End } from "./mp3-gaps.ts";

/** Bytes of the longest frame: 640 kb/s, LAME's maximum, at 8 kHz. */
const MAX_FRAME_BYTES = 5760;
/** Bytes of the shortest frame: four of the header, and side information. */
const MIN_FRAME_BYTES = 13;
/** Number of consecutive frames of equal length that rules out coincidence. */
const MIN_CONSECUTIVE = 4;

/**
 * Whether a file starts with MPEG audio layer III frames in free format: the bit rate in their
 * headers is 0, and the frame length follows only from the start of the next frame.
 */
export async function isFreeFormatMp3(read: ReadBytes): Promise<boolean> {
  const start = await id3End(read);
  // Four bytes are sufficient to rule out most files.
  if (!isFree(await read(start, start + 4), 0)) return false;
  const bytes = await read(start, start + MIN_CONSECUTIVE * (MAX_FRAME_BYTES + 1) + 4);
  for (
    let length = MIN_FRAME_BYTES;
    length <= Math.min(MAX_FRAME_BYTES, bytes.length - 4);
    length++
  )
    if (isFree(bytes, length) && hasFrames(bytes, length)) return true;
  return false;
}

/** Whether consecutive frames have that length, plus an optional padding byte. */
function hasFrames(bytes: Uint8Array, length: number): boolean {
  const kind = mp3KindOf(bytes, 0);
  // The first frame may be padded, too.
  const unpadded = length - paddingAt(bytes, 0);
  let at = length;
  for (let count = 1; count < MIN_CONSECUTIVE; count++) {
    if (!isFree(bytes, at) || mp3KindOf(bytes, at) !== kind) return false;
    at += unpadded + paddingAt(bytes, at);
  }
  return true;
}

const paddingAt = (bytes: Uint8Array, at: number): number => (bytes[at + 2]! >> 1) & 1;

/**
 * Whether there is a header that would be valid with a bit rate of 32 kb/s or 8 kb/s instead of its
 * own.
 */
function isFree(bytes: Uint8Array, at: number): boolean {
  const header = bytes.slice(at, at + 4);
  if (header.length < 4 || header[2]! >> 4 !== 0) return false;
  header[2]! |= 0x10;
  return mp3FrameAt(header, 0) !== null;
}
