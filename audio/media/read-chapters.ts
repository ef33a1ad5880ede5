import { HEAD } from "./containers/mp4-boxes.ts";
import { type ReadBytes, textAt, viewOf } from "./bytes/read-bytes.ts";
import { id3Size } from "./mp3/mp3-gaps.ts";
import type { MediaInput } from "./open-input.ts";
import type { Chapter } from "./tags/chapters/chapter.ts";
import { chaptersInComments } from "./tags/chapters/comment-chapters.ts";
import { chaptersInId3 } from "./tags/chapters/id3-chapters.ts";
import { chaptersInMoov } from "./tags/chapters/mp4-chapters.ts";

/** Bytes of a tag, or of a description, that are looked at: one larger is no list of chapters. */
const MOST = 64 * 1024 * 1024;

/** The box `moov` of an MP4 file; null where there is none. */
async function readMoov(read: ReadBytes, size: number): Promise<Uint8Array | null> {
  for (let at = 0; at + HEAD <= size;) {
    const head = await read(at, at + 2 * HEAD);
    if (head.length < HEAD) return null;
    const short = viewOf(head).getUint32(0);
    const isLong = short === 1 && head.length === 2 * HEAD;
    const length = isLong ? Number(viewOf(head).getBigUint64(HEAD)) : short || size - at;
    if (length < HEAD) return null;
    if (textAt(head, 4) === "moov") return length > MOST ? null : read(at, at + length);
    at += length;
  }
  return null;
}

/**
 * Chapters that a file has: those of an ID3 tag, of Nero's list in an MP4, of comments in Ogg and
 * FLAC. None where they cannot be read: a sound is not worth less without.
 */
export async function readChapters({ bytes, head, input }: MediaInput): Promise<Chapter[]> {
  try {
    const tag = id3Size(head);
    if (tag > 0 && tag <= MOST) {
      const found = chaptersInId3(await bytes.read(0, tag));
      if (found.length > 0) return found;
    }
    if (textAt(head, 4) === "ftyp") {
      const moov = await readMoov(bytes.read, bytes.size);
      return moov ? chaptersInMoov(moov) : [];
    }
    const { raw = {} } = await input.getMetadataTags();
    return chaptersInComments(raw);
  } catch {
    return [];
  }
}
