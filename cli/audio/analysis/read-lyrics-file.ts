import { readFile } from "node:fs/promises";
import { ToolkitError } from "#core/errors/errors.ts";
import { isTimed, type LyricLine } from "#core/lyrics/lyrics.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";

/** More is no song. */
const MAX_BYTES = 1_000_000;

/** The lines of a lyrics file that have times. @throws {ToolkitError} USAGE, if it has none */
export async function readLyricsFile(file: string): Promise<readonly LyricLine[]> {
  const data = await readFile(file).catch((cause: unknown) => {
    throw new ToolkitError("USAGE", { detail: `${file} cannot be read.` }, { cause });
  });
  const lines =
    data.length > MAX_BYTES ? [] : readLyrics(data.toString("utf8")).lines.filter(isTimed);
  if (lines.length > 0) return lines;
  const detail = `${file} has no lines with times. Name an LRC, SRT, VTT or ASS file with --lyrics.`;
  throw new ToolkitError("USAGE", { detail });
}
