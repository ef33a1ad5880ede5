import type { ReadBytes } from "../bytes/read-bytes.ts";
import { textAt, viewOf } from "../bytes/read-bytes.ts";
import { mp3FrameAt, sideInfoSize } from "./mp3-frames.ts";
import { id3Size } from "./mp3-gaps.ts";

/** Bytes behind a file in which the next one may begin: tags may lie between them. */
const WINDOW = 64 * 1024;
/** Frames behind each other that are no accident. */
const SURE = 4;
/** Files that are looked for: a day of jingles. */
const MOST = 10_000;

/**
 * Where files begin that were written behind an MP3 file that says where it ends: whoever goes by that
 * hears none of them.
 * @param length of the whole, in bytes
 * @returns their first bytes; none in files of another kind
 */
export async function findMp3Links(read: ReadBytes, length: number): Promise<readonly number[]> {
  const starts: number[] = [];
  for (let from = 0; starts.length < MOST;) {
    const end = await toldEnd(read, from);
    if (end === null || end >= length) break;
    const next = await findStart(read, end);
    if (next === null) break;
    starts.push(next);
    from = next;
  }
  return starts;
}

/** Where a file ends by the number of bytes in its first frame; null where it does not say. */
async function toldEnd(read: ReadBytes, from: number): Promise<number | null> {
  const start = from + id3Size(await read(from, from + 10));
  const frame = await read(start, start + 64);
  if (!mp3FrameAt(frame, 0)) return null;
  const tag = 4 + sideInfoSize(frame);
  if (!["Xing", "Info"].includes(textAt(frame, tag))) return null;
  const flags = viewOf(frame).getUint32(tag + 4);
  if ((flags & 3) !== 3) return null;
  return start + viewOf(frame).getUint32(tag + 12);
}

/** The first place behind another from which on there are frames, with the tag before them. */
async function findStart(read: ReadBytes, end: number): Promise<number | null> {
  const bytes = await read(end, end + 2 * WINDOW);
  for (let at = 0; at < Math.min(WINDOW, bytes.length - 4); at++) {
    const isTag = bytes[at] === 0x49 && textAt(bytes, at, 3) === "ID3";
    if (isTag && (await hasFrames(read, end + at + id3Size(bytes.subarray(at, at + 10)))))
      return end + at;
    if (bytes[at] === 0xff && mp3FrameAt(bytes, at) && (await hasFrames(read, end + at)))
      return end + at;
  }
  return null;
}

async function hasFrames(read: ReadBytes, from: number): Promise<boolean> {
  const bytes = await read(from, from + 16_384);
  let at = 0;
  for (let count = 0; count < SURE; count++) {
    const frame = mp3FrameAt(bytes, at);
    if (!frame) return false;
    at += frame.size;
  }
  return true;
}
