import { type LyricLine, isTimed } from "#core/lyrics/lyrics.ts";
import { readTextFile } from "../input/read-text.ts";
import { readInWorker } from "../../documents/read-in-worker.ts";

/** Maximum length of a caption file in characters. */
const MAX_LENGTH = 2_000_000;

/** A file with captions. */
export interface Captions {
  readonly lines: readonly LyricLine[];
  /**
   * Number of text rows that are never shown, because they have no usable time or belong to no
   * caption.
   */
  readonly left: number;
}

/** Null if it is not text, or too long. */
export async function readCaptions(file: Blob): Promise<Captions | null> {
  const read = await readTextFile(file, MAX_LENGTH);
  if (!("text" in read)) return null;
  const { lines, problems } = await readInWorker("lyrics", read.text);
  const outside = problems.find(({ kind }) => kind === "outside")?.count ?? 0;
  return { lines, left: outside + lines.filter((line) => !isTimed(line)).length };
}
