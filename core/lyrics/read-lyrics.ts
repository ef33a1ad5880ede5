import { readRecognized } from "./read-recognized.ts";
import type { LyricLine, LyricsProblem, LyricWord } from "./lyrics.ts";
import { isTimed, linesOf } from "./lyrics.ts";

export interface ReadLyrics {
  readonly lines: readonly LyricLine[];
  readonly problems: readonly LyricsProblem[];
}

const STAMP = /\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]/g;
/** Before words: of LRC, and of WebVTT, which may have hours. */
const WORD_STAMP = /<()(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?>/g;
const CUE_STAMP = /<(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})>/g;
/** Marks of subtitles that tell no time. */
const MARK = /<(?!(?:\d+:)?\d{2}:\d{2}\.\d{3}>)[^<>]*>|\{\\[^{}]*\}/g;
/** What WebVTT writes for characters that it could not have otherwise. */
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&lrm;": "\u200E",
  "&rlm;": "\u200F",
};
const decoded = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity]!);
const TAG = /^\s*\[([a-z#]+):(.*)\]\s*$/i;
const CUE =
  /^\s*(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})\s*-->\s*(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;

/** Seconds; NaN where it says nothing. */
function secondsOf(hours = "0", minutes = "0", seconds = "0", fraction = "0"): number {
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  return s < 60 ? 3600 * h + 60 * m + s + Number(`0.${fraction}`) : NaN;
}

/** How words have their times. */
interface WordStamps {
  readonly stamp: RegExp;
  /** Seconds at which what stands before the first stamp is said; null: nobody knows. */
  readonly begin: number | null;
  readonly decode: (text: string) => string;
}
const LRC_WORDS: WordStamps = { stamp: WORD_STAMP, begin: null, decode: (text) => text };

/** Words of a line with stamps within it, and the line without them. */
function readWords(
  raw: string,
  { stamp, begin, decode }: WordStamps,
): { text: string; words: LyricWord[]; broken: number } {
  let text = "";
  let broken = 0;
  const stamps = [...raw.matchAll(stamp)];
  const begins = begin === null || stamps.length === 0 ? [] : [{ at: 0, time: begin }];
  let last = 0;
  for (const match of stamps) {
    text += decode(raw.slice(last, match.index));
    last = match.index + match[0].length;
    const time = secondsOf(match[1] || "0", match[2], match[3], match[4]);
    if (Number.isNaN(time)) broken++;
    else begins.push({ at: text.length, time });
  }
  text += decode(raw.slice(last));
  const lead = text.length - text.trimStart().length;
  const words = begins.flatMap(({ at, time }, index): LyricWord[] => {
    const end = begins[index + 1]?.at ?? text.length;
    const part = text.slice(at, end);
    if (part.trim() === "") return [];
    const start = at + part.length - part.trimStart().length - lead;
    return [
      {
        start,
        end: start + part.trim().length,
        from: time,
        to: Math.max(time, begins[index + 1]?.time ?? time),
      },
    ];
  });
  return { text: text.trim(), words, broken };
}

/** Times of one line at most: a text that is repeated for each of them would grow without bounds. */
const MAX_REPEATS = 100;

/** LRC: a time before each line, several where it comes again; `[offset:±ms]` moves all. */
function readLrc(source: string): ReadLyrics {
  let offset = 0;
  let broken = 0;
  const lines: LyricLine[] = [];
  for (const row of source.split(/\r\n?|\n/)) {
    const stamps = [...row.matchAll(STAMP)];
    const [, name, value] = (stamps.length === 0 && TAG.exec(row)) || [];
    if (name !== undefined) {
      if (name.toLowerCase() === "offset") offset = (Number(value) || 0) / 1000;
      continue;
    }
    const { text, words, broken: inside } = readWords(row.replace(STAMP, ""), LRC_WORDS);
    broken += inside;
    if (stamps.length === 0) {
      if (text !== "") lines.push({ text, from: null, to: null, words: [] });
      continue;
    }
    const times = stamps
      .slice(0, MAX_REPEATS)
      .map(([, minutes, seconds, part]) => secondsOf("0", minutes, seconds, part));
    for (const [index, time] of times.entries()) {
      const isBroken = Number.isNaN(time);
      if (isBroken) broken++;
      // Words have their times in the first place of a line alone.
      const own = isBroken || index > 0 ? [] : words;
      lines.push({ text, from: isBroken ? null : time, to: null, words: own });
    }
  }
  return ordered(shifted(lines, -offset), broken);
}

const shifted = (lines: readonly LyricLine[], by: number): LyricLine[] =>
  by === 0
    ? [...lines]
    : lines.map((line) => ({
        ...line,
        from: line.from === null ? null : Math.max(0, line.from + by),
        words: line.words.map((word) => ({ ...word, from: word.from + by, to: word.to + by })),
      }));

/** SRT and WebVTT: cues with a beginning and an end. */
function readCues(source: string): ReadLyrics {
  let broken = 0;
  const lines: LyricLine[] = [];
  const decode = source.startsWith("WEBVTT") ? decoded : (text: string): string => text;
  for (const block of source.replace(/\r\n?/g, "\n").split(/\n{2,}/)) {
    const rows = block.split("\n");
    const at = rows.findIndex((row) => row.includes("-->"));
    if (at < 0) continue;
    const found = CUE.exec(rows[at]!);
    const from = found ? secondsOf(found[1], found[2], found[3], found[4]) : NaN;
    const to = found ? secondsOf(found[5], found[6], found[7], found[8]) : NaN;
    const isBroken = Number.isNaN(from) || Number.isNaN(to) || to < from;
    if (isBroken) broken++;
    let begin = from;
    for (const row of rows.slice(at + 1)) {
      const given = { stamp: CUE_STAMP, begin, decode };
      const { text, words } = readWords(row.replace(MARK, ""), given);
      begin = words.at(-1)?.to ?? begin;
      if (text === "") continue;
      if (isBroken) lines.push({ text, from: null, to: null, words: [] });
      // The last word is said until its subtitle ends, where nothing tells that.
      else lines.push({ text, from, to, words: words.map((word) => untilEnd(word, to)) });
    }
  }
  return ordered(lines, broken);
}

const untilEnd = (word: LyricWord, end: number): LyricWord =>
  word.to > word.from ? word : { ...word, to: Math.max(word.from, end) };

/** Lines in the order of their times; those without one stay behind the line that they followed. */
function ordered(lines: readonly LyricLine[], broken: number): ReadLyrics {
  let last = 0;
  let moved = 0;
  const placed = lines.map((line, index) => {
    if (isTimed(line)) {
      if (line.from < last) moved++;
      last = line.from;
    }
    return { line, index, time: last };
  });
  placed.sort((a, b) => a.time - b.time || a.index - b.index);
  const problems: LyricsProblem[] = [];
  if (broken > 0) problems.push({ kind: "brokenTimes", count: broken });
  if (moved > 0) problems.push({ kind: "order", count: moved });
  // A line without text ends the one before it.
  return { lines: withEnds(placed.map(({ line }) => line)), problems };
}

/** The end of a line that says none is where the next one begins. */
function withEnds(lines: readonly LyricLine[]): LyricLine[] {
  /** When the next line with a time begins, from the last line on. */
  let later: number | null = null;
  const nexts = lines
    .toReversed()
    .map((line) => {
      const next = later;
      later = line.from ?? later;
      return next;
    })
    .toReversed();
  return lines.flatMap((line, at): LyricLine[] => {
    if (line.text === "") return [];
    const next = nexts[at]!;
    const words = line.words.map((word, index) =>
      index === line.words.length - 1 && word.to <= word.from
        ? { ...word, to: Math.min(next ?? Infinity, word.from + 1) }
        : word,
    );
    if (line.from === null) return [{ ...line, words: [] }];
    return [{ ...line, to: line.to ?? words.at(-1)?.to ?? next, words }];
  });
}

/**
 * Reads lyrics from plain text, LRC (with times of lines or of words too), SRT, WebVTT, or the JSON of a
 * recognizer.
 */
export function readLyrics(source: string): ReadLyrics {
  const text = source.replace(/^\uFEFF/, "");
  const recognized = readRecognized(text);
  if (recognized) return ordered(recognized.lines, recognized.broken);
  if (text.includes("-->")) return readCues(text);
  if (new RegExp(STAMP.source).test(text)) return readLrc(text);
  return { lines: linesOf(text), problems: [] };
}
