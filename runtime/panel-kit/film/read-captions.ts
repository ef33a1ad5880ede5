import type { LyricLine } from "../../../core/lyrics/lyrics.ts";
import { readTextFile } from "../input/read-text.ts";
import { readInWorker } from "../../documents/read-in-worker.ts";

/** Characters of a file with captions at most. */
const MOST = 2_000_000;

/** The lines of a file with captions; null where it is no text, or too long. */
export async function readCaptions(file: Blob): Promise<readonly LyricLine[] | null> {
  const read = await readTextFile(file, MOST);
  return "text" in read ? (await readInWorker("lyrics", read.text)).lines : null;
}
