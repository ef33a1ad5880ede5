import { readCueText } from "./cue-text.ts";
import type { LyricLine, LyricWord } from "./lyrics.ts";
import type { FoundLines } from "./order-lines.ts";
import { secondsOf } from "./word-stamps.ts";

const TIME = String.raw`(-?)(?:(\d+): ?)?(\d{1,2}): ?(\d{1,2})(?: ?[.,:;] ?(\d+))?`;
/**
 * Directional marks, which programs for Arabic and Hebrew write, zero-width spaces, and byte order
 * marks of joined files.
 */
const INVISIBLE = "[\\s\\uFEFF\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060]*";
/** Times of whisper.cpp are in brackets. */
const timingWith = (arrow: string, time: string): string =>
  `^${INVISIBLE}(?:\\d+\\s+)?\\[?${time}\\s*${arrow}\\s*${time}(?!\\d)\\]?([^]*)$`;
/**
 * Timings of WebVTT and SubRip, and those of SBV and of people and translation tools, which need
 * decimals because text such as `10:00 -> 11:00` looks the same.
 */
const TIMINGS = [
  timingWith("-->", TIME),
  timingWith(
    "(?:-{1,3} ?>|[–—] ?>|--&gt;|,)",
    TIME.replace("(?: ?[.,:;] ?(\\d+))?", " ?[.,;] ?(\\d+)"),
  ),
].map((source) => new RegExp(source, "u"));
/** Full-width forms of digits and punctuation, and digits of Arabic and Persian. */
const FOREIGN_FORMS = /[\uFF0C-\uFF1E\u0660-\u0669\u06F0-\u06F9]/g;
/** A time such as `00.00.01,000`. */
const DOTTED = /(\d)\.(\d{1,2})\.(\d{1,2})(?=[.,]\d)/g;
const APOSTROPHE = /(\d)[`´'](?=\d)/g;
/** A timing row with an invalid time, such as `00:00:0a,000 --> 00:00:02,000`. */
const BROKEN_TIMING = /^\s*-?(?:\d|NaN)[\s\d:.,;Na-]*-->|-->\s*\d+:\d|^\s*-->\s*$/;
const SETTINGS = /^(?:\s+[\w-]+:\S*)*\s*$/;
/** Hidden blocks of WebVTT, and headers of joined files. */
const HIDDEN_BLOCK = /^\uFEFF?(?:(?:NOTE|WEBVTT)(?:\s|$)|(?:STYLE|REGION)\s*$)/;
/** Identifier above a subtitle: a number. */
const NUMBER = /^\d+$/;
/** Maximum jump of the numbers: digits below other text that jump further are text. */
const MAX_JUMP = 10;
/** Maximum gap in seconds between a line and its repetition. */
const MAX_REPEAT_GAP = 0.05;
/** Line breaks within a subtitle that video editors write, and SubViewer. */
const OTHER_BREAKS = /[\v\f\u0085\u2028\u2029]|\[br\]/gi;
const IDENTIFIER = /^[#([]?[\d:.,]+[.:)\]]?$/;

interface Timing {
  /** Seconds; NaN for an invalid time. */
  readonly from: number;
  readonly to: number;
  /** Text after the times. */
  readonly rest: string;
}

/** A row of times in the characters that the formats prescribe. */
const inAscii = (row: string): string =>
  row
    .replace(FOREIGN_FORMS, (form) => {
      const code = form.charCodeAt(0);
      return String.fromCharCode(code < 0xff00 ? 0x30 + (code & 0xf) : code - 0xfee0);
    })
    .replace(DOTTED, "$1:$2:$3")
    .replace(APOSTROPHE, "$1,");

function timingOf(raw: string): Timing | null {
  // Most rows are text.
  if (!/[>＞,]/.test(raw)) return null;
  const row = inAscii(raw);
  const found = TIMINGS.map((pattern) => pattern.exec(row)).find((match) => match);
  if (!found) return BROKEN_TIMING.test(row) ? { from: NaN, to: NaN, rest: "" } : null;
  const [, before, h1, m1, s1, f1, minus, h2, m2, s2, f2, rest = ""] = found;
  const from = before === "-" ? 0 : secondsOf(h1, m1, s1, f1);
  const to = minus === "-" ? 0 : secondsOf(h2, m2, s2, f2);
  return { from, to, rest: SETTINGS.test(rest) ? "" : rest.trim() };
}

/** Whether a text contains timings of SubRip or WebVTT. */
export const hasCues = (source: string): boolean =>
  isWebVtt(source) || source.split("\n").some((row) => timingOf(row) !== null);

const isWebVtt = (source: string): boolean => /^\s*WEBVTT(?:\s|$)/i.test(source);

const numberOf = (row: string): number => (NUMBER.test(row) ? Number(row) : NaN);

/** Recognizes identifiers above timings: a number, or in WebVTT any name. */
function createIdentifiers(isVtt: boolean) {
  /** Number of the last subtitle; null before the first one. */
  let last: number | null = null;
  let isFirst = true;
  let isNumbered = false;
  let isNamed = isVtt;

  /** Number of trailing rows before the times that are not text. */
  function countIn(rows: readonly string[], isEnd: boolean): number {
    const above = rows.findLastIndex((row) => row.trim() !== "");
    if (above < 0) return 0;
    const row = inAscii(rows[above]!.trim());
    const number = numberOf(row);
    const isNext = number === (last ?? number - 1) + 1;
    const isOwnBlock = above === 0 ? isFirst : rows[above - 1]!.trim() === "";
    const isDirect = !isEnd && above === rows.length - 1;
    if (!Number.isNaN(number)) {
      const isLikely = isNext || (isNumbered && number <= last! + MAX_JUMP);
      const isOwn = isOwnBlock && (isDirect ? isFirst || isNumbered || isNamed : isNext);
      return isOwn || (isDirect && isLikely) ? rows.length - above : 0;
    }
    const isName = isNamed || isFirst || (isNumbered && IDENTIFIER.test(row));
    return isDirect && isOwnBlock && isName ? 1 : 0;
  }
  return {
    /**
     * @param rows rows since the last times
     * @param isEnd whether the file ends after them, instead of another timing
     * @returns the rows that are text
     */
    textIn(rows: readonly string[], isEnd = false): readonly string[] {
      const count = countIn(rows, isEnd);
      const text = rows.slice(0, rows.length - count);
      const row = count > 0 ? inAscii(rows[text.length]!.trim()) : "";
      const number = numberOf(row);
      if (isFirst && count > 0)
        [isNumbered, isNamed] = [!Number.isNaN(number), isVtt || Number.isNaN(number)];
      isFirst = false;
      last = Number.isNaN(number) ? (last ?? 0) + 1 : number;
      return text;
    },
  };
}

/** Rows of WebVTT without header, comments, styles and regions. */
function shownRows(rows: readonly string[]): string[] {
  let isHidden = true;
  return rows.filter((row, at) => {
    if (row.trim() === "" || timingOf(row)) isHidden = false;
    else if (at > 0 && rows[at - 1]!.trim() === "" && HIDDEN_BLOCK.test(row)) isHidden = true;
    return !isHidden;
  });
}

/**
 * Reads SubRip or WebVTT with line feeds as line ends. As in ffmpeg, all rows between two timings belong to the first, empty ones included,
 * except for the identifier above the second.
 */
export function readCues(source: string): FoundLines {
  const isVtt = isWebVtt(source);
  const all = source.trimStart().split("\n");
  const rows = isVtt ? shownRows(all) : all;
  const identifiers = createIdentifiers(isVtt);
  const lines: LyricLine[] = [];
  let broken = 0;
  let outside = 0;
  let timing: Timing | null = null;
  let own: string[] = [];
  const endCue = (text: readonly string[]): void => {
    if (!timing) outside += text.filter((row) => row.trim() !== "").length;
    else lines.push(...linesOf(timing, text, isVtt));
  };
  for (const row of rows) {
    const next = timingOf(row);
    if (!next) {
      own.push(row);
      continue;
    }
    endCue(identifiers.textIn(own));
    if (Number.isNaN(next.from) || !(next.to >= next.from)) broken++;
    timing = next;
    own = next.rest === "" ? [] : [next.rest];
  }
  endCue(identifiers.textIn(own, true));
  return { lines: withoutRepeats(lines), broken, outside };
}

/**
 * Removes the rows that YouTube's captions repeat: each line is shown again for 10 ms, and above
 * the next one, where only new lines have word timestamps.
 */
function withoutRepeats(lines: LyricLine[]): LyricLine[] {
  const isBrief = ({ from, to }: LyricLine): boolean =>
    from !== null && to !== null && Math.round((to - from) * 1000) === 10;
  const rollsUp = lines.some(
    (line, at) =>
      line.words.length > 0 ||
      (isBrief(line) && line.text === lines[at - 1]?.text && line.text === lines[at + 1]?.text),
  );
  if (!rollsUp) return lines;
  /** Last line of the subtitle before the current one. */
  let previous: LyricLine | null = null;
  let last: LyricLine | null = null;
  return lines.filter((line) => {
    if (last?.from !== line.from) previous = last;
    last = line;
    const isNew = line.text !== previous?.text || line.words.length > 0;
    return isNew || line.from === null || line.from - (previous?.to ?? 0) > MAX_REPEAT_GAP;
  });
}

function linesOf(timing: Timing, rows: readonly string[], isVtt: boolean): LyricLine[] {
  const { from } = timing;
  const isBroken = Number.isNaN(from);
  // A subtitle that would never show lasts until the next one.
  const to = timing.to > from ? timing.to : null;
  const text = rows
    .filter((row) => row.trim() !== "")
    .join("\n")
    .replace(OTHER_BREAKS, "\n");
  return readCueText(text, isBroken ? 0 : from, isVtt).map((row) =>
    isBroken
      ? { ...row, from: null, to: null, words: [] }
      : // Without an end time, the last word lasts as long as its subtitle.
        { ...row, from, to, words: row.words.map((word) => untilEnd(word, to ?? from)) },
  );
}

const untilEnd = (word: LyricWord, end: number): LyricWord =>
  word.to > word.from ? word : { ...word, to: Math.max(word.from, end) };
