import { sideInfoSize } from "./mp3-frames.ts";
import { type ReadBytes, textAt } from "../bytes/read-bytes.ts";

/** Encoder delay and padding of an MP3 file. */
export interface Mp3Gaps {
  /** Frames to skip at the beginning. */
  readonly skip: number;
  /** Frames of the sound. */
  readonly frames: number;
}

/** Delay of every MPEG audio layer III decoder in frames. */
export const DECODER_DELAY = 529;

/** Bytes of the ID3v2 tag at the beginning; 0 without one. @param head at least ten bytes */
export function id3Size(head: Uint8Array): number {
  if (textAt(head, 0, 3) !== "ID3") return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head[at]! & 0x7f), 0);
  return size + (head[5]! & 0x10 ? 20 : 10);
}

/** Maximum number of ID3v2 tags that are skipped, because each requires a read. */
const MAX_TAGS = 1000;

/** End of the ID3v2 tags at the beginning of a file: some programs prepend a second tag. */
export async function id3End(read: ReadBytes): Promise<number> {
  let end = 0;
  for (let count = 0; count < MAX_TAGS; count++) {
    const size = id3Size(await read(end, end + 10));
    if (size === 0) break;
    end += size;
  }
  return end;
}

/** Bytes of the first frame that may contain the LAME tag. */
const FRAME = 512;

/** Encoder delay and padding of an MP3 file; null for other containers, and if unknown. */
export async function findMp3Gaps(read: ReadBytes): Promise<Mp3Gaps | null> {
  const start = await id3End(read);
  return readMp3Gaps(await read(start, start + FRAME));
}

/**
 * Parses the LAME tag, which other encoders write too, in the first frame of a file.
 * @param frame the file from its first frame on, at least 400 bytes
 * @returns null without delay and padding
 */
export function readMp3Gaps(frame: Uint8Array): Mp3Gaps | null {
  if (frame.length < 200 || frame[0] !== 0xff || (frame[1]! & 0xe0) !== 0xe0) return null;
  const isVersion1 = (frame[1]! & 0x18) === 0x18;
  const tag = 4 + sideInfoSize(frame);
  if (!["Xing", "Info"].includes(textAt(frame, tag, 4))) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const flags = view.getUint32(tag + 4);
  if ((flags & 1) === 0) return null;
  const count = view.getUint32(tag + 8);
  // Optional fields: number of frames, bytes, seek table, quality.
  const lengths = [4, 4, 100, 4].reduce(
    (sum, size, bit) => sum + (flags & (1 << bit) ? size : 0),
    0,
  );
  const encoder = tag + 8 + lengths;
  if (encoder + 24 > frame.length || !/^(LAME|Lavc|Lavf)/.test(textAt(frame, encoder, 4)))
    return null;
  const delay = (frame[encoder + 21]! << 4) | (frame[encoder + 22]! >> 4);
  const padding = ((frame[encoder + 22]! & 0x0f) << 8) | frame[encoder + 23]!;
  const frames = count * (isVersion1 ? 1152 : 576) - delay - padding;
  return frames > 0 ? { skip: delay + DECODER_DELAY, frames } : null;
}
