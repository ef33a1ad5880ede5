import { linesOf } from "./lyrics.ts";
import { type ReadLyrics, orderLines } from "./order-lines.ts";
import { hasCues, readCues } from "./read-cues.ts";
import { hasStamps, readLrc } from "./read-lrc.ts";
import { readRecognized } from "./read-recognized.ts";

/**
 * Reads lyrics from plain text, LRC (with line or word times), SubRip, WebVTT, or a recognizer's
 * JSON.
 */
export function readLyrics(source: string): ReadLyrics {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const recognized = readRecognized(text);
  if (recognized) return orderLines(recognized);
  if (hasCues(text)) return orderLines(readCues(text));
  if (hasStamps(text)) return orderLines(readLrc(text));
  return { lines: linesOf(text), problems: [] };
}
