import { linesOf } from "./lyrics.ts";
import { type ReadLyrics, orderLines } from "./order-lines.ts";
import { hasEvents, readAss } from "./read-ass.ts";
import { hasCues, readCues } from "./read-cues.ts";
import { hasStamps, readLrc } from "./read-lrc.ts";
import { readRecognized } from "./read-recognized.ts";
import { isTtml, readTtml } from "./read-ttml.ts";

/** Control characters of damaged files, which no text needs. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000E-\u001F\u007F]/g;

/**
 * Reads lyrics from plain text, LRC (with line or word times), SubRip, WebVTT, SBV, SubStation
 * Alpha, TTML, or a recognizer's JSON.
 */
export function readLyrics(source: string): ReadLyrics {
  const text = source
    .replace(/^\uFEFF+/, "")
    .replace(/\r\n?/g, "\n")
    .replace(CONTROLS, "");
  const recognized = readRecognized(text);
  if (recognized) return orderLines(recognized);
  const timed = isTtml(text) ? readTtml(text) : null;
  if (timed) return orderLines(timed);
  if (hasEvents(text)) return orderLines(readAss(text));
  if (hasCues(text)) return orderLines(readCues(text));
  if (hasStamps(text)) return orderLines(readLrc(text));
  return { lines: linesOf(text), problems: [] };
}
