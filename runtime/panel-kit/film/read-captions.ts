import { type LyricLine, isTimed } from "#core/lyrics/lyrics.ts";
import { readTextFile } from "../input/read-text.ts";
import { readInWorker } from "../../documents/read-in-worker.ts";

/** Characters of a file with captions at most. */
const MOST = 2_000_000;

/** A file with captions. */
export interface Captions {
  readonly lines: readonly LyricLine[];
  /** Rows of text that are never shown: they have no time that says something, or belong to no subtitle. */
  readonly left: number;
}

/** Null where it is no text, or too long. */
export async function readCaptions(file: Blob): Promise<Captions | null> {
  const read = await readTextFile(file, MOST);
  if (!("text" in read)) return null;
  const { lines, problems } = await readInWorker("lyrics", read.text);
  const outside = problems.find(({ kind }) => kind === "outside")?.count ?? 0;
  return { lines, left: outside + lines.filter((line) => !isTimed(line)).length };
}
