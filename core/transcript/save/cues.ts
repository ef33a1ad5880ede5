import type { LyricWord } from "../../lyrics/lyrics.ts";
import type { TranscriptLine, TranscriptWord } from "../transcript.ts";

/** Layout rules of subtitles. */
export interface CueRules {
  /** Maximum columns per row: Chinese, Japanese and Korean characters take two. */
  readonly columns: number;
  readonly rows: number;
  /** Seconds. */
  readonly shortest: number;
  readonly longest: number;
  /** Reading speed in columns per second. */
  readonly speed: number;
}

/** Typical broadcasting rules; each broadcaster has a variant. */
export const CUE_RULES: CueRules = { columns: 42, rows: 2, shortest: 1, longest: 7, speed: 17 };

export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly string[];
  readonly speaker: number | null;
}
/** A subtitle with word timestamps. */
export interface TimedCue extends Cue {
  /** Words of each row, with offsets into the row. */
  readonly words: readonly (readonly LyricWord[])[];
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFFEF]/u;

/** Width of a text in columns; combining marks take none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const point of text) columns += /\p{M}/u.test(point) ? 0 : WIDE.test(point) ? 2 : 1;
  return columns;
}

/** Preference for a break after a word: at the end of a sentence, at a comma, or elsewhere. */
function breakValue(text: string): number {
  if (/[.!?…。！？؟]["'”’»」]?$/u.test(text)) return 2;
  return /[,;:–—、，；：،؛]["'”’»」]?$/u.test(text) ? 1 : 0;
}

/** Breaks words into rows as evenly as possible; null if they do not fit. */
export function rowsOf(
  line: Pick<TranscriptLine, "text">,
  words: readonly TranscriptWord[],
  rules: CueRules,
): (readonly TranscriptWord[])[] | null {
  const textOf = (from: number, to: number): string =>
    line.text.slice(words[from]!.start, words[to - 1]!.end);
  const whole = textOf(0, words.length);
  if (columnsOf(whole) <= rules.columns) return [words];
  const rows: (readonly TranscriptWord[])[] = [];
  let begin = 0;
  while (begin < words.length) {
    const left = rules.rows - rows.length;
    if (left === 0) return null;
    const rest = columnsOf(textOf(begin, words.length));
    const target = Math.max(rest / left, Math.min(rest, rules.columns / 2));
    let best = begin + 1;
    let bestCost = Infinity;
    for (let end = begin + 1; end <= words.length; end++) {
      const width = columnsOf(textOf(begin, end));
      if (width > rules.columns && end > begin + 1) break;
      const isLast = end === words.length;
      const after = isLast ? 0 : columnsOf(textOf(end, words.length));
      if (after > (left - 1) * rules.columns) continue;
      const value = isLast ? 2 : breakValue(textOf(begin, end));
      const cost = Math.abs(width - target) - 6 * value;
      if (cost < bestCost) [bestCost, best] = [cost, end];
    }
    rows.push(words.slice(begin, best));
    begin = best;
  }
  return rows.length <= rules.rows ? rows : null;
}

/** Number of words of the next subtitle: as much of a sentence as space and time allow. */
function takeWords(line: TranscriptLine, words: readonly TranscriptWord[], rules: CueRules) {
  let fitting = 1;
  while (fitting < words.length) {
    const more = words.slice(0, fitting + 1);
    if (more.at(-1)!.to - words[0]!.from > rules.longest) break;
    if (more.at(-1)!.from - more.at(-2)!.to > 2) break;
    if (rowsOf(line, more, rules) === null) break;
    fitting++;
  }
  if (fitting === words.length) return fitting;
  let best = fitting;
  let value = 0;
  for (let count = fitting; count >= 0.4 * fitting; count--) {
    const own = breakValue(line.text.slice(words[count - 1]!.start, words[count - 1]!.end));
    if (own > value) [value, best] = [own, count];
  }
  return best;
}

const placedIn = (begin: number, { start, end, from, to }: TranscriptWord): LyricWord => ({
  start: start - begin,
  end: end - begin,
  from,
  to,
});

/**
 * Subtitles of a transcript: short enough to be read, and displayed long enough if the next one
 * leaves time.
 */
export function cuesOf(lines: readonly TranscriptLine[], rules: CueRules = CUE_RULES): TimedCue[] {
  const cues: TimedCue[] = [];
  for (const line of lines) {
    let words = line.words;
    while (words.length > 0) {
      const own = words.slice(0, takeWords(line, words, rules));
      words = words.slice(own.length);
      const rows = rowsOf(line, own, rules) ?? [own];
      cues.push({
        from: own[0]!.from,
        to: own.at(-1)!.to,
        rows: rows.map((row) => line.text.slice(row[0]!.start, row.at(-1)!.end)),
        speaker: line.speaker,
        words: rows.map((row) => row.map((word) => placedIn(row[0]!.start, word))),
      });
    }
  }
  return lastUntilRead(cues, ({ rows }) => columnsOf(rows.join(" ")), rules);
}

/**
 * Displays each subtitle long enough if the next one leaves time; subtitles do not overlap.
 * @param columnsToRead columns that a viewer reads of a subtitle
 */
export const lastUntilRead = <T extends Cue>(
  cues: readonly T[],
  columnsToRead: (cue: T) => number,
  rules: CueRules = CUE_RULES,
): T[] =>
  cues.map((cue, at) => {
    const next = cues[at + 1]?.from ?? Infinity;
    const needed = Math.max(rules.shortest, columnsToRead(cue) / rules.speed);
    const end = Math.min(cue.from + rules.longest, Math.max(cue.to, cue.from + needed));
    // Each is displayed at least briefly.
    return { ...cue, to: Math.max(cue.from + 0.04, Math.min(end, Math.max(next, cue.from))) };
  });

/** Number of subtitles that violate each rule. */
export function checkCues(cues: readonly Cue[], rules: CueRules = CUE_RULES) {
  const isFast = ({ from, to, rows }: Cue): boolean =>
    columnsOf(rows.join(" ")) / (to - from) > rules.speed + 0.5;
  return {
    fast: cues.filter(isFast).length,
    wide: cues.filter(({ rows }) => rows.some((row) => columnsOf(row) > rules.columns)).length,
    brief: cues.filter(({ from, to }) => to - from < rules.shortest - 0.05).length,
  };
}
