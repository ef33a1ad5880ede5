import { type LyricLine, isTimed } from "../lyrics/lyrics.ts";
import type { WrittenWith } from "../transcript/transcript.ts";

/** Origin of a translation. */
export type TranslatedBy = "hand" | "import" | "browser" | "studio" | "hosted";

/** A passage spoken without a long pause, and its translation. */
export interface Segment {
  /** Seconds of the recording, rounded to milliseconds as in subtitles. */
  readonly from: number;
  readonly to: number;
  /** One row of text. */
  readonly source: string;
  /** Empty until translated. */
  readonly target: string;
  readonly by: TranslatedBy | null;
  /** Engine that wrote the source; missing for imported text. */
  readonly written?: WrittenWith;
}

/** Maximum length of a segment's text in either language, in characters. */
export const MAX_SEGMENT_CHARACTERS = 3000;
/** Maximum number of segments: about three hours of speech. */
export const MAX_SEGMENTS = 3000;
/** Seconds of a segment whose end is unknown. */
const DEFAULT_SECONDS = 3;

export const inMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export const oneRow = (text: string): string => text.replace(/\s+/gu, " ").trim();

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。！？]/u;

const spaceBetween = (first: string, second: string): string =>
  UNSPACED.test(first.at(-1)!) && UNSPACED.test(second[0]!) ? "" : " ";

/** Joins two texts, with a space where their script uses spaces. */
export const joinTexts = (first: string, second: string): string =>
  first === "" || second === "" ? first + second : first + spaceBetween(first, second) + second;

/** A subtitle, or another timed text. */
export interface TimedText {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** For each time, the first following time in the list that is later; null when there is none. */
function laterTimes(times: readonly number[]): (number | null)[] {
  const later: (number | null)[] = [];
  /**
   * Stack of following times, ascending from the last; each is popped once, so that the scan is
   * linear.
   */
  const behind: number[] = [];
  for (const [at, time] of [...times.entries()].toReversed()) {
    while (behind.length > 0 && behind.at(-1)! <= time) behind.pop();
    later[at] = behind.at(-1) ?? null;
    behind.push(time);
  }
  return later;
}

/**
 * Timed lines as one text per time: rows of one subtitle are joined, untimed lines are left out.
 * @param seconds length of the recording; `Infinity` when unknown
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
    const end =
      line.to !== null && line.to > line.from ? line.to : Math.min(next, from + DEFAULT_SECONDS);
    const to = inMilliseconds(Math.min(end, seconds));
    const last = found.at(-1);
    if (last?.from === from && last.to === to)
      last.rows.push(spaceBetween(last.rows.at(-1)!, text), text);
    else found.push({ from, to, rows: [text] });
  }
  return found.map(({ from, to, rows }) => ({ from, to, text: rows.join("") }));
}

/** Untranslated segments. @param written engine that wrote the texts, when known */
export const segmentsOf = (
  texts: readonly TimedText[],
  written: WrittenWith | null = null,
): Segment[] =>
  texts.slice(0, MAX_SEGMENTS).map(({ from, to, text }) => ({
    from,
    to,
    source: text,
    target: "",
    by: null,
    ...(written && { written }),
  }));

/** A segment with another translation, or without one. */
export const translated = (segment: Segment, target: string, by: TranslatedBy): Segment =>
  target === segment.target
    ? segment
    : { ...segment, target, by: target.trim() === "" ? null : by };

/** Merges a segment with the one before it. */
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

/** Result of an imported translation. */
export interface ImportedTexts {
  readonly segments: readonly Segment[];
  /** Segments that received a translation. */
  readonly filled: number;
  /** Texts that match no segment. */
  readonly lost: number;
}

/** Seconds by which equal times may differ. */
const TIME_TOLERANCE = 0.05;

const overlap = (a: TimedText | Segment, b: TimedText | Segment): number =>
  Math.min(a.to, b.to) - Math.max(a.from, b.from);

/**
 * Assigns subtitles in another language to segments: one to one when their times agree, else each
 * to the segment with the largest overlap.
 */
export function importSubtitles(
  segments: readonly Segment[],
  texts: readonly TimedText[],
): ImportedTexts {
  const isSame =
    texts.length === segments.length &&
    texts.every(({ from }, at) => Math.abs(from - segments[at]!.from) < TIME_TOLERANCE);
  const found: string[] = segments.map(() => "");
  let lost = 0;
  for (const [at, text] of texts.entries()) {
    let index = isSame ? at : -1;
    if (!isSame) {
      let longest = 0;
      for (const [other, segment] of segments.entries()) {
        const shared = overlap(segment, text);
        if (shared > longest) [longest, index] = [shared, other];
      }
    }
    if (index < 0) lost++;
    else found[index] = joinTexts(found[index]!, text.text);
  }
  return importTexts(segments, found, lost);
}

/** @param texts by segment; empty ones change nothing */
export function importTexts(
  segments: readonly Segment[],
  texts: readonly string[],
  lost: number,
): ImportedTexts {
  const made = segments.map((segment, at) =>
    texts[at] === "" || texts[at] === undefined
      ? segment
      : { ...segment, target: oneRow(texts[at]), by: "import" as const },
  );
  return { segments: made, filled: texts.filter((text) => text !== "").length, lost };
}
