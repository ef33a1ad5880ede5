import { CUE_RULES, cuesOf } from "./cues.ts";
import { writeTimedVtt } from "./subtitles.ts";
import type { TranscriptLine } from "../transcript.ts";
import { writeLrc } from "../../lyrics/write-lrc.ts";

/** Maximum columns of a sung line: about two seconds to read. */
const COLUMNS = 36;
const RULES = { ...CUE_RULES, columns: COLUMNS, rows: 1 };

/** Converts the transcript of a song to LRC, in lines short enough to be sung from a screen. */
export const lyricsFromTranscript = (lines: readonly TranscriptLine[]): string =>
  writeLrc(
    cuesOf(lines, RULES).map(({ rows, from, to }) => ({
      text: rows.join(" "),
      from,
      to,
      words: [],
    })),
    { byWord: false },
  );

/**
 * Columns of a video caption, which the renderer breaks into rows: as many as two subtitle rows.
 */
const CAPTION = { ...CUE_RULES, columns: 2 * CUE_RULES.columns, rows: 1 };

/** Converts a transcript to video captions with word highlighting. */
export const captionsFromTranscript = (lines: readonly TranscriptLine[]): string =>
  writeTimedVtt(cuesOf(lines, CAPTION));
