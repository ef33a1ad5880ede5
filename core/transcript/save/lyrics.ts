import { CUE_RULES, cuesOf } from "./cues.ts";
import { writeTimedVtt } from "./subtitles.ts";
import type { TranscriptLine } from "../transcript.ts";
import { writeLrc } from "../../lyrics/write-lrc.ts";

/** Columns of a line that is sung: some two seconds to read. */
const COLUMNS = 36;
const RULES = { ...CUE_RULES, columns: COLUMNS, rows: 1 };

/** What was written down of a song as LRC, in lines that are short enough to be sung from a screen. */
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

/** Columns of a caption in a picture, which breaks it into rows of its own: two of subtitles. */
const CAPTION = { ...CUE_RULES, columns: 2 * CUE_RULES.columns, rows: 1 };

/** What is said as captions of a film, whose words light up when they are said. */
export const captionsFromTranscript = (lines: readonly TranscriptLine[]): string =>
  writeTimedVtt(cuesOf(lines, CAPTION));
