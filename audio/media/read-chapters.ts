import { readMoov } from "./containers/mp4-boxes.ts";
import { textAt } from "./bytes/read-bytes.ts";
import { id3Size } from "./mp3/mp3-gaps.ts";
import type { MediaInput } from "./open-input.ts";
import type { Chapter } from "./tags/chapters/chapter.ts";
import { chaptersInComments } from "./tags/chapters/comment-chapters.ts";
import { chaptersInId3 } from "./tags/chapters/id3-chapters.ts";
import { chaptersInMoov } from "./tags/chapters/mp4-chapters.ts";

/** Maximum bytes of a tag or description; larger ones are not chapter lists. */
const MAX_TAG_BYTES = 64 * 1024 * 1024;

/**
 * Chapters of a file: from ID3 tags, Nero chapters in MP4, or comments in Ogg and FLAC. Empty if
 * they cannot be read, since chapters are optional.
 */
export async function readChapters({ bytes, head, input }: MediaInput): Promise<Chapter[]> {
  try {
    const tag = id3Size(head);
    if (tag > 0 && tag <= MAX_TAG_BYTES) {
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
