import { type LyricLine, movedLine } from "./lyrics.ts";
import type { FoundLines } from "./order-lines.ts";
import { type WordStamp, createRow, secondsOf, splitAtStamps } from "./word-stamps.ts";

const TIME = String.raw`\s?(-?)(?:(\d+):)?(\d+):(\d{1,2})(?:[.,:](\d{1,9}))?\s?`;
const STAMP = new RegExp(`\\[${TIME}\\]`);
const LEADING_STAMP = new RegExp(`\\s*\\[${TIME}\\]`, "y");
/**
 * Word timestamps: in angle brackets in enhanced LRC, in square ones as many programs write them.
 */
const WORD_STAMP = new RegExp(`\\[${TIME}\\]|<${TIME}>`, "g");
const HOURS = /[[<]\s?\d+:\d+:\d{1,2}[.,]\d/;
const TAG = /^\s*\[([a-z#][\w-]*):(.*)\]\s*$/i;
/** Metadata tags. Others are text once lines have begun, such as `[Chorus: all]`. */
const KNOWN_TAG =
  /^(?:#|al|ar|au|by|encoding|hash|id|key|kana|la|lang|language|length|lr|offset|qq|re|sign|ti|tool|total|ve|version)$/i;

/** Maximum number of times per line, because the text is repeated for each of them. */
const MAX_REPEATS = 100;

/** Whether there is a line with a time. */
export const hasStamps = (source: string): boolean => STAMP.test(source);

/** Seconds of a matched timestamp; NaN when invalid. */
type SecondsOf = (found: readonly (string | undefined)[]) => number;

/**
 * `[00:20:25]` has hundredths of a second, unless other timestamps of the file show that it has
 * hours.
 */
const stampReader =
  (hasHours: boolean): SecondsOf =>
  ([sign, first, second, third, fraction]) => {
    const time =
      first !== undefined && fraction === undefined && !hasHours
        ? secondsOf("0", first, second, third)
        : secondsOf(first, second, third, fraction);
    return sign === "-" ? Math.min(0, time) : time;
  };

/** A row: text before its times, its start times, and its text with word timestamps. */
interface Row {
  readonly before: string;
  readonly times: readonly number[];
  readonly rest: string;
  /** Whether its first time has a fraction of a second. */
  readonly isFractional: boolean;
}

function readRow(row: string, seconds: SecondsOf): Row {
  const times: number[] = [];
  // Text may precede the first time of a row.
  const start = STAMP.exec(row)?.index ?? 0;
  let at = start;
  const isFractional = isPrecise(stampAt(row, at)?.slice(1) ?? []);
  for (let found = stampAt(row, at); found; found = stampAt(row, at)) {
    if (times.length < MAX_REPEATS) times.push(seconds(found.slice(1)));
    at += found[0].length;
  }
  return { before: row.slice(0, start), times, rest: row.slice(at), isFractional };
}

/** Whether a time has fractions of a second, or hundredths behind a third colon. */
const isPrecise = ([, hours, , , fraction]: readonly (string | undefined)[]): boolean =>
  hours !== undefined || fraction !== undefined;

function stampAt(row: string, at: number): RegExpExecArray | null {
  LEADING_STAMP.lastIndex = at;
  return LEADING_STAMP.exec(row);
}

/** The line of a row at one of its times, with its timed words. */
function readLine(
  { before, times, rest, isFractional }: Row,
  seconds: SecondsOf,
): { readonly line: LyricLine; readonly broken: number } {
  const joined = createRow();
  joined.add(before);
  let last = 0;
  let broken = 0;
  let stamps: WordStamp[] = [];
  const right = times.filter((time) => !Number.isNaN(time));
  const earliest = right.length > 0 ? Math.min(...right) : 0;
  for (const found of rest.matchAll(WORD_STAMP)) {
    const parts = found[3] === undefined ? found.slice(6) : found.slice(1);
    // `[00:01.00]At [10:30]` tells the time of day: programs write all times in one form.
    if (isFractional && !isPrecise(parts)) continue;
    joined.add(rest.slice(last, found.index));
    last = found.index + found[0].length;
    const time = seconds(parts);
    if (Number.isNaN(time)) broken++;
    // Words follow each other in time.
    else if (time >= (stamps.at(-1)?.time ?? earliest)) stamps.push({ at: joined.length(), time });
  }
  joined.add(rest.slice(last));
  const raw = joined.text();
  const [first] = stamps;
  // Words belong to the last of the line's times before them.
  const starts = first ? right.filter((time) => time <= first.time) : right.slice(0, 1);
  const from = starts.length > 0 ? Math.max(...starts) : null;
  const hasText = (text: string): boolean => text.trim() !== "";
  let to: number | null = null;
  if (first && !hasText(raw.slice(first.at))) {
    // A timestamp after all text is the end of the line.
    to = first.time;
    stamps = [];
  } else if (first && from !== null && hasText(raw.slice(0, first.at)))
    stamps = [{ at: 0, time: from }, ...stamps];
  return { line: { ...splitAtStamps(raw, stamps), from: from ?? first?.time ?? null, to }, broken };
}

/**
 * Reads LRC with line feeds as line ends: times before each line, several for repeated lines, and word times inside; the end
 * may follow the line or be an empty line. `[offset:±ms]` moves all.
 */
export function readLrc(source: string): FoundLines {
  const seconds = stampReader(HOURS.test(source));
  let offset = 0;
  let broken = 0;
  let isUnordered = false;
  const lines: LyricLine[] = [];
  for (const raw of source.split("\n")) {
    const row = readRow(raw, seconds);
    const [, name, value] = (row.times.length === 0 && TAG.exec(raw)) || [];
    if (name !== undefined && (lines.length === 0 || KNOWN_TAG.test(name))) {
      if (name.toLowerCase() === "offset")
        offset = (Number.parseFloat(value!.replaceAll(" ", "")) || 0) / 1000;
      continue;
    }
    const { line, broken: inside } = readLine(row, seconds);
    broken += inside;
    if (row.times.length === 0) {
      if (line.text !== "") lines.push(line);
      continue;
    }
    if (row.times.length > 1) isUnordered = true;
    for (const time of row.times) {
      const isBroken = Number.isNaN(time);
      if (isBroken) broken++;
      lines.push(isBroken ? { ...line, from: null, to: null, words: [] } : movedLine(line, time));
    }
  }
  return {
    lines: offset === 0 ? lines : lines.map((line) => shifted(line, -offset)),
    broken,
    isUnordered,
  };
}

/** A line moved in time, not before 0. */
function shifted(line: LyricLine, by: number): LyricLine {
  const move = (time: number): number => Math.max(0, time + by);
  return {
    ...line,
    from: line.from === null ? null : move(line.from),
    to: line.to === null ? null : move(line.to),
    words: line.words.map((word) => ({ ...word, from: move(word.from), to: move(word.to) })),
  };
}
