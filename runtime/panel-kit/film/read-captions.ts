import type { LyricLine } from "../../../core/lyrics/lyrics.ts";
import { readInWorker } from "../../documents/read-in-worker.ts";

/** Bytes of a file with captions at most. */
const MOST = 2_000_000;

/** The lines of a file with captions; null where it is no text, or too long. */
export async function readCaptions(file: Blob): Promise<readonly LyricLine[] | null> {
  if (file.size > MOST) return null;
  const text = await file.text();
  return text.includes("\u0000") ? null : (await readInWorker("lyrics", text)).lines;
}
