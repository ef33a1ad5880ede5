import { type LyricLine, isTimed } from "../lyrics/lyrics.ts";
import type { WrittenWith } from "../transcript/transcript.ts";

/** Who has translated a segment. */
export type TranslatedBy = "hand" | "import" | "browser" | "studio" | "hosted";

/** What is said without stopping for long, and its translation. */
export interface Segment {
  /** Seconds of the recording, in whole milliseconds, as subtitles have them. */
  readonly from: number;
  readonly to: number;
  /** One row of text. */
  readonly source: string;
  /** Empty until it has been translated. */
  readonly target: string;
  readonly by: TranslatedBy | null;
  /** What its source was written with; missing where somebody brought it. */
  readonly written?: WrittenWith;
}

/** Characters of one segment that can be typed, in either language. */
export const MOST_TEXT = 3000;
/** Segments of a recording at most: some three hours of talk. */
export const MOST_SEGMENTS = 3000;
/** Seconds of a segment whose end nobody knows, or which has none. */
const USUAL = 3;

export const inMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export const oneRow = (text: string): string => text.replace(/\s+/gu, " ").trim();

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。！？]/u;

const spaceBetween = (first: string, second: string): string =>
  UNSPACED.test(first.at(-1)!) && UNSPACED.test(second[0]!) ? "" : " ";

/** Two texts as one, with a space between them where their script has spaces. */
export const joinTexts = (first: string, second: string): string =>
  first === "" || second === "" ? first + second : first + spaceBetween(first, second) + second;

/** A subtitle, or another line with its time. */
export interface TimedText {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** For each time, the first one behind it in the list that is later; null where there is none. */
function laterTimes(times: readonly number[]): (number | null)[] {
  const later: (number | null)[] = [];
  /** Times behind the current one, ascending from the last: each is passed once. */
  const behind: number[] = [];
  for (const [at, time] of [...times.entries()].toReversed()) {
    while (behind.length > 0 && behind.at(-1)! <= time) behind.pop();
    later[at] = behind.at(-1) ?? null;
    behind.push(time);
  }
  return later;
}

/**
 * Lines with a time each, as one text for each time: rows of one subtitle are one. Lines without a time are
 * left out.
 * @param seconds of the recording; `Infinity` where nobody knows
 */
export function timedTexts(lines: readonly LyricLine[], seconds: number): TimedText[] {
  const found: { readonly from: number; readonly to: number; readonly rows: string[] }[] = [];
  const timed = lines.filter(isTimed);
  const later = laterTimes(timed.map((line) => line.from));
  for (const [at, line] of timed.entries()) {
    const text = oneRow(line.text);
    const from = inMilliseconds(line.from);
    if (text === "" || from >= seconds) continue;
    const next = later[at] ?? seconds;
    const wanted = line.to !== null && line.to > line.from ? line.to : Math.min(next, from + USUAL);
    const to = inMilliseconds(Math.min(wanted, seconds));
    const last = found.at(-1);
    if (last?.from === from && last.to === to)
      last.rows.push(spaceBetween(last.rows.at(-1)!, text), text);
    else found.push({ from, to, rows: [text] });
  }
  return found.map(({ from, to, rows }) => ({ from, to, text: rows.join("") }));
}

/** Segments that are not translated yet. @param written what the texts were written with, where it is known */
export const segmentsOf = (
  texts: readonly TimedText[],
  written: WrittenWith | null = null,
): Segment[] =>
  texts.slice(0, MOST_SEGMENTS).map(({ from, to, text }) => ({
    from,
    to,
    source: text,
    target: "",
    by: null,
    ...(written && { written }),
  }));

/** Another translation of a segment, or none. */
export const translated = (segment: Segment, target: string, by: TranslatedBy): Segment =>
  target === segment.target
    ? segment
    : { ...segment, target, by: target.trim() === "" ? null : by };

/** A segment and the one before it as one. */
export function mergeSegments(segments: readonly Segment[], at: number): readonly Segment[] {
  const [before, own] = [segments[at - 1], segments[at]];
  if (!before || !own) return segments;
  const merged: Segment = {
    from: before.from,
    to: Math.max(before.to, own.to),
    source: oneRow(joinTexts(before.source, own.source)),
    target: oneRow(joinTexts(before.target, own.target)),
    by: before.by ?? own.by,
    ...(before.written && { written: before.written }),
  };
  return segments.toSpliced(at - 1, 2, merged);
}

/** What became of a translation that was brought. */
export interface TakenTexts {
  readonly segments: readonly Segment[];
  /** Segments that have a translation of it. */
  readonly filled: number;
  /** Texts that belong to no segment. */
  readonly lost: number;
}

/** Seconds that two clocks may differ, and be the same. */
const SAME = 0.05;

const overlap = (a: TimedText | Segment, b: TimedText | Segment): number =>
  Math.min(a.to, b.to) - Math.max(a.from, b.from);

/**
 * Gives segments the texts of subtitles in another language: one for one where they have the same times, or
 * else each to the segment that it shares most time with.
 */
export function takeSubtitles(
  segments: readonly Segment[],
  texts: readonly TimedText[],
): TakenTexts {
  const isSame =
    texts.length === segments.length &&
    texts.every(({ from }, at) => Math.abs(from - segments[at]!.from) < SAME);
  const found: string[] = segments.map(() => "");
  let lost = 0;
  for (const [at, text] of texts.entries()) {
    let place = isSame ? at : -1;
    if (!isSame) {
      let most = 0;
      for (const [index, segment] of segments.entries()) {
        const shared = overlap(segment, text);
        if (shared > most) [most, place] = [shared, index];
      }
    }
    if (place < 0) lost++;
    else found[place] = joinTexts(found[place]!, text.text);
  }
  return taken(segments, found, lost);
}

/** @param texts of the segments; those that are empty change nothing */
export function taken(
  segments: readonly Segment[],
  texts: readonly string[],
  lost: number,
): TakenTexts {
  const made = segments.map((segment, at) =>
    texts[at] === "" || texts[at] === undefined
      ? segment
      : { ...segment, target: oneRow(texts[at]), by: "import" as const },
  );
  return { segments: made, filled: texts.filter((text) => text !== "").length, lost };
}
