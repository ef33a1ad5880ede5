import { readMoov } from "./containers/mp4-boxes.ts";
import { textAt } from "./bytes/read-bytes.ts";
import { id3Size } from "./mp3/mp3-gaps.ts";
import type { MediaInput } from "./open-input.ts";
import type { Chapter } from "./tags/chapters/chapter.ts";
import { chaptersInComments } from "./tags/chapters/comment-chapters.ts";
import { chaptersInId3 } from "./tags/chapters/id3-chapters.ts";
import { chaptersInMoov } from "./tags/chapters/mp4-chapters.ts";

/** Bytes of a tag that are looked at: one larger is no list of chapters. */
const MOST = 64 * 1024 * 1024;

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
