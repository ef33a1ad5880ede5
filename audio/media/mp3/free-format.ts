import type { ReadBytes } from "../bytes/read-bytes.ts";
import { mp3FrameAt, mp3KindOf } from "./mp3-frames.ts";
import { id3End } from "./mp3-gaps.ts";

/** Bytes of the longest frame: 640 kb/s, the most that LAME writes, at 8 kHz. */
const LONGEST = 5760;
/** Bytes of the shortest frame: four of the header, and side information. */
const SHORTEST = 13;
/** Frames of one length that are no accident. */
const SURE = 4;

/**
 * Whether a file begins with frames of MPEG audio layer III in free format: instead of a bit rate their
 * headers have 0, and the frames' length is known only from where the next one begins.
 */
export async function isFreeFormatMp3(read: ReadBytes): Promise<boolean> {
  const start = await id3End(read);
  // Most files are told by four bytes.
  if (!isFree(await read(start, start + 4), 0)) return false;
  const bytes = await read(start, start + SURE * (LONGEST + 1) + 4);
  for (let length = SHORTEST; length <= Math.min(LONGEST, bytes.length - 4); length++)
    if (isFree(bytes, length) && hasFrames(bytes, length)) return true;
  return false;
}

/** Whether one frame after the other has that length, or a byte of padding more. */
function hasFrames(bytes: Uint8Array, length: number): boolean {
  const kind = mp3KindOf(bytes, 0);
  // The first frame may be padded, too.
  const unpadded = length - paddingAt(bytes, 0);
  let at = length;
  for (let count = 1; count < SURE; count++) {
    if (!isFree(bytes, at) || mp3KindOf(bytes, at) !== kind) return false;
    at += unpadded + paddingAt(bytes, at);
  }
  return true;
}

const paddingAt = (bytes: Uint8Array, at: number): number => (bytes[at + 2]! >> 1) & 1;

/** Whether there is a header that would be one of a known bit rate (32 kb/s or 8 kb/s) but for its bit rate. */
function isFree(bytes: Uint8Array, at: number): boolean {
  const header = bytes.slice(at, at + 4);
  if (header.length < 4 || header[2]! >> 4 !== 0) return false;
  header[2]! |= 0x10;
  return mp3FrameAt(header, 0) !== null;
}
