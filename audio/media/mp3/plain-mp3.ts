import type { Block } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { type ReadBytes, textAt } from "../bytes/read-bytes.ts";
import { MediaError } from "../problems/media-error.ts";
import { mp3FrameAt, mp3KindOf, sideInfoSize } from "./mp3-frames.ts";
import { id3End } from "./mp3-gaps.ts";

/** Bytes per read; far more than a frame. */
const CHUNK = 256 * 1024;
/** Frames per decoder call. */
const FRAMES_PER_CALL = 16;
/** Bytes of an ID3v1 tag at the end of a file. */
const OLD_TAG = 128;

/** Several whole frames at a time, each valid until the next, up to the first other data. */
export async function* framesFrom(read: ReadBytes, from: number): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK);
  let kind: number | null = null;
  for (let position = from; ;) {
    const bytes = await read(position, position + CHUNK, chunk);
    let [start, at] = [0, 0];
    for (let count = 1; ; count++) {
      const frame = mp3FrameAt(bytes, at);
      if (!frame || at + frame.size > bytes.length) break;
      if ((kind ??= mp3KindOf(bytes, at)) !== mp3KindOf(bytes, at)) break;
      at += frame.size;
      if (count % FRAMES_PER_CALL !== 0) continue;
      yield bytes.subarray(start, at);
      start = at;
    }
    if (at === 0) return;
    if (at > start) yield bytes.subarray(start, at);
    position += at;
  }
}

/** Length of the first frame if it is an info frame, otherwise 0. */
function infoSize(bytes: Uint8Array): number {
  const tag = textAt(bytes, 4 + sideInfoSize(bytes), 4);
  return tag === "Xing" || tag === "Info" ? mp3FrameAt(bytes, 0)!.size : 0;
}

/**
 * Checks whether a file consists only of MPEG audio layer III frames of one format, with tags
 * around them.
 * @param size of the file
 * @returns position of the first frame; null if there is anything else, or a frame is truncated
 */
export async function findPlainMp3(read: ReadBytes, size: number): Promise<number | null> {
  const start = await id3End(read);
  let end = start;
  let info = 0;
  for await (const frames of framesFrom(read, start)) {
    if (end === start) info = infoSize(frames);
    end += frames.length;
  }
  const tag = await read(end, end + OLD_TAG);
  const isWhole = tag.length === 0 || (tag.length === OLD_TAG && textAt(tag, 0, 3) === "TAG");
  return isWhole && size === end + tag.length && end > start + info ? start + info : null;
}

/** Decodes whole frames of MPEG audio, several at once. */
export interface Mp3Decoder {
  decode(frames: Uint8Array): { readonly channelData: Float32Array[] };
  free(): void;
}

/**
 * Decodes a plain MP3 file without a demuxer.
 * @param start result of `findPlainMp3`
 */
export async function* readPlainMp3(
  read: ReadBytes,
  { start, channels }: { readonly start: number; readonly channels: number },
  open: () => Promise<Mp3Decoder>,
): AsyncGenerator<Block, void, undefined> {
  const decoder = await open();
  let given = 0;
  try {
    for await (const frames of framesFrom(read, start)) {
      const block = decoder.decode(frames).channelData.slice(0, channels);
      given += framesOf(block);
      if (framesOf(block) > 0) yield block;
    }
  } finally {
    decoder.free();
  }
  if (given === 0) throw new MediaError("noSamples");
}
