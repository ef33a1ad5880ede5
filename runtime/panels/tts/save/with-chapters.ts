import type { Mp4Chapter } from "../../../../audio/media/tags/mp4-chapters.ts";
import { addChapters } from "../../../../audio/media/tags/mp4-chapters.ts";

/** An M4A file, whose description lies at its end, with chapters. */
export async function withChapters(file: Blob, chapters: readonly Mp4Chapter[]): Promise<Blob> {
  for (let at = 0; at + 16 <= file.size;) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
    const short = head.getUint32(0);
    const size = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? file.size - at : short;
    if (head.getUint32(4) === MOOV) {
      const moov = new Uint8Array(await file.slice(at, at + size).arrayBuffer());
      return new Blob([file.slice(0, at), addChapters(moov, chapters), file.slice(at + size)]);
    }
    if (size < 8) break;
    at += size;
  }
  throw new Error("The M4A file has no description");
}

/** `moov` */
const MOOV = 0x6d_6f_6f_76;
