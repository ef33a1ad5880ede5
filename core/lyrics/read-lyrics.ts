import { linesOf } from "./lyrics.ts";
import { type ReadLyrics, orderLines } from "./order-lines.ts";
import { hasCues, readCues } from "./read-cues.ts";
import { hasStamps, readLrc } from "./read-lrc.ts";
import { readRecognized } from "./read-recognized.ts";

/**
 * Reads lyrics from plain text, LRC (with times of lines or of words too), SubRip, WebVTT, or the JSON of a
 * recognizer.
 */
export function readLyrics(source: string): ReadLyrics {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const recognized = readRecognized(text);
  if (recognized) return orderLines(recognized);
  if (hasCues(text)) return orderLines(readCues(text));
  if (hasStamps(text)) return orderLines(readLrc(text));
  return { lines: linesOf(text), problems: [] };
}
