import { decodeUtf8, encodeUtf8 } from "#audio/encoding/utf8.ts";
import { viewOf } from "../../bytes/read-bytes.ts";
import { boxesIn, boxOf, HEAD } from "../../containers/mp4-boxes.ts";
import type { Write } from "../../bytes/write-bytes.ts";
import type { Chapter } from "./chapter.ts";

/** Limits of the `chpl` box. */
const MAX_CHAPTERS = 255;
const MAX_TITLE_BYTES = 255;
/** The first bytes of a title, cut at a character boundary. */
function titleBytes(title: string): Uint8Array {
  const bytes = encodeUtf8(title);
  let end = Math.min(bytes.length, MAX_TITLE_BYTES);
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** Nero chapters, which FFmpeg, VLC and audiobook players read. */
function chapterBox(chapters: readonly Chapter[]): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(9);
  head[0] = 1;
  head[8] = chapters.length;
  const entries = chapters.map(({ start, title }) => {
    const text = titleBytes(title);
    const entry = new Uint8Array(9 + text.length);
    // In units of 100 ns.
    new DataView(entry.buffer).setBigUint64(0, BigInt(Math.round(1000 * start)) * 10_000n);
    entry[8] = text.length;
    entry.set(text, 9);
    return entry;
  });
  return boxOf("chpl", head, ...entries);
}

/**
 * Adds chapters to the `moov` box of an MP4 file, which must follow the media data, because it
 * grows.
 * @param moov including its header
 * @param chapters the first 255 are written
 */
export function addChapters(
  moov: Uint8Array,
  chapters: readonly Chapter[],
): Uint8Array<ArrayBuffer> {
  const own = chapterBox(chapters.slice(0, MAX_CHAPTERS));
  const content: Uint8Array[] = [];
  let isIn = false;
  for (const { name, box } of boxesIn(moov.subarray(HEAD))) {
    const takes: boolean = !isIn && name === "udta";
    content.push(takes ? boxOf("udta", box.subarray(HEAD), own) : box);
    isIn ||= takes;
  }
  if (!isIn) content.push(boxOf("udta", own));
  return boxOf("moov", ...content);
}

/**
 * Adds chapters to an MP4 whose muxer writes `moov` at the end of the file.
 * @returns `onMoov` for the muxer, and a function to be called after the file is complete
 */
export function createMp4Chapters(chapters: readonly Chapter[], write: Write) {
  let last: { readonly moov: Uint8Array<ArrayBuffer>; readonly position: number } | null = null;
  return {
    onMoov(moov: Uint8Array, position: number): void {
      last = { moov: new Uint8Array(moov), position };
    },
    /**
     * @param seconds duration of the sound of a file without video; the encoder's last frame may
     *   extend beyond it
     */
    async finish(seconds?: number): Promise<void> {
      if (!last) return;
      const { moov, position } = last;
      const isChanged = seconds !== undefined && stateLength(moov, seconds);
      if (isChanged || chapters.length > 0)
        await write(position, chapters.length > 0 ? addChapters(moov, chapters) : moov);
    },
  };
}

/**
 * Sets the duration of the sound in a `moov` box with one track: the edit list then trims the
 * padding of the last frame (ISO 14496-12, 8.6.6).
 * @returns whether there is an edit list to update
 */
function stateLength(moov: Uint8Array, seconds: number): boolean {
  const [mvhd, tkhd, elst] = ["mvhd", "trak tkhd", "trak edts elst"].map((path) =>
    path
      .split(" ")
      .reduce<Uint8Array | null>(
        (within, name) => within && boxNamed(within, name),
        moov.subarray(HEAD),
      ),
  );
  // Version 1, with 64-bit times, occurs only in files of many hours.
  if (!mvhd || !tkhd || !elst || mvhd[0] !== 0 || tkhd[0] !== 0 || elst[0] !== 0) return false;
  const [movie, track, edits] = [mvhd, tkhd, elst].map(viewOf);
  const length = Math.round(seconds * movie!.getUint32(12));
  if (edits!.getUint32(4) !== 1 || length > edits!.getUint32(8)) return false;
  movie!.setUint32(16, length);
  track!.setUint32(20, length);
  edits!.setUint32(8, length);
  return true;
}

const boxNamed = (bytes: Uint8Array, name: string): Uint8Array | null => {
  for (const { name: own, box } of boxesIn(bytes)) if (own === name) return box.subarray(HEAD);
  return null;
};

/**
 * Chapters of a `moov` box, as written by `addChapters` and other programs. @param moov including
 * its header
 */
export function chaptersInMoov(moov: Uint8Array): Chapter[] {
  const user = boxNamed(moov.subarray(HEAD), "udta");
  const list = user && boxNamed(user, "chpl");
  if (!list) return [];
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  const chapters: Chapter[] = [];
  // Version 1 has four bytes before the count, version 0 has none.
  for (let at = list[0] === 0 ? 5 : 9; at + 9 <= list.length;) {
    const end = at + 9 + list[at + 8]!;
    if (end > list.length) break;
    chapters.push({
      start: Number(view.getBigUint64(at)) / 1e7,
      title: decodeUtf8(list.subarray(at + 9, end)),
    });
    at = end;
  }
  return chapters;
}
