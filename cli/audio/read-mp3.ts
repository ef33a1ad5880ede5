import { type FileHandle, open } from "node:fs/promises";
import { MPEGDecoder } from "mpg123-decoder";
import type { Block } from "../../audio/effect.ts";
import { MediaError } from "../../audio/media/media-error.ts";
import { mp3FrameAt, sideInfoSize } from "../../audio/media/mp3-frames.ts";
import { id3Size } from "../../audio/media/mp3-gaps.ts";
import { framesOf } from "../../audio/signal/blocks.ts";

/** Bytes that are read at once; far more than a frame has. */
const CHUNK = 256 * 1024;
/** Frames that are decoded at once. */
const AT_ONCE = 16;
/** Bytes of an ID3v1 tag, which a file may end with. */
const OLD_TAG = 128;

/** Version, layer, rate and whether there is one channel. */
const kindOf = (bytes: Uint8Array, at: number): number =>
  ((bytes[at + 1]! & 0xfe) << 8) | (bytes[at + 2]! & 0x0c) | (bytes[at + 3]! >> 6 === 3 ? 1 : 0);

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Some whole frames at a time, each good until the next, up to where none of their kind follows. */
async function* framesFrom(handle: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK);
  let kind: number | null = null;
  for (let place = from; ;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, place);
    const bytes = chunk.subarray(0, bytesRead);
    let [start, at] = [0, 0];
    for (let count = 1; ; count++) {
      const frame = mp3FrameAt(bytes, at);
      if (!frame || at + frame.size > bytes.length) break;
      if ((kind ??= kindOf(bytes, at)) !== kindOf(bytes, at)) break;
      at += frame.size;
      if (count % AT_ONCE !== 0) continue;
      yield bytes.subarray(start, at);
      start = at;
    }
    if (at === 0) return;
    if (at > start) yield bytes.subarray(start, at);
    place += at;
  }
}

/** Bytes of the first frame where it only tells of the others, else 0. */
function infoSize(bytes: Uint8Array): number {
  const tag = textAt(bytes, 4 + sideInfoSize(bytes), 4);
  return tag === "Xing" || tag === "Info" ? mp3FrameAt(bytes, 0)!.size : 0;
}

/**
 * Looks whether a file is nothing but frames of one kind of MPEG audio layer III, with tags around them.
 * @returns where its sound begins; null where there is something else in it, or a frame is cut off
 */
export async function findPlainMp3(file: string): Promise<number | null> {
  const handle = await open(file);
  try {
    const tag = new Uint8Array(Math.max(10, OLD_TAG));
    await handle.read(tag, 0, 10, 0);
    const start = id3Size(tag);
    let end = start;
    let info = 0;
    for await (const frames of framesFrom(handle, start)) {
      if (end === start) info = infoSize(frames);
      end += frames.length;
    }
    const { bytesRead } = await handle.read(tag, 0, OLD_TAG, end);
    const isWhole = bytesRead === 0 || (bytesRead === OLD_TAG && textAt(tag, 0, 3) === "TAG");
    const rest = (await handle.stat()).size - end - bytesRead;
    return isWhole && rest === 0 && end > start + info ? start + info : null;
  } finally {
    await handle.close();
  }
}

/**
 * The sound of a plain MP3 file, without what mediabunny needs to find each packet.
 * @param start what `findPlainMp3` gave
 */
export async function* readMp3(
  file: string,
  start: number,
  channels: number,
): AsyncGenerator<Block, void, undefined> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const handle = await open(file);
  let given = 0;
  try {
    for await (const frames of framesFrom(handle, start)) {
      const block = decoder.decode(frames).channelData.slice(0, channels);
      given += framesOf(block);
      if (framesOf(block) > 0) yield block;
    }
  } finally {
    await handle.close();
    decoder.free();
  }
  if (given === 0) throw new MediaError("noSamples");
}
