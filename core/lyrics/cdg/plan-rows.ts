import { isTimed, type LyricLine } from "../lyrics.ts";
import { layOutText, type MeasureText } from "../video-frame.ts";

/** Rows of text on the screen, one below the other. */
export const SLOTS = 4;
/** Width of a row in pixels: the screen within its border. */
export const ROW_WIDTH = 288;
const FONT = 24;
const MIN_FONT = 12;
/** Rows of a line above which its font shrinks. */
const LINE_ROWS = 2;
/** Seconds by which a page appears before it is sung, if its rows are free by then. */
const LEAD = 5;
/** Seconds in which a row is drawn before it is sung, at the latest. */
const DRAWN = 0.6;
/** Seconds for which a row stays after it was sung, and without a row that follows it. */
const HOLD = 0.2;
const STAY = 2;
/** Seconds before the first line from which there is time for the title. */
const INTRO = LEAD + 3;
/** Length in seconds of a last line whose end is unknown. */
const LAST_LINE = 10;

/** A row of text, and when it is on the screen, in seconds. */
export interface CdgRow {
  readonly text: string;
  readonly fontSize: number;
  readonly isRtl: boolean;
  readonly width: number;
  /** Position from the top, in rows. */
  readonly slot: number;
  readonly shown: number;
  readonly hidden: number;
  /** When it is highlighted; null for the title. */
  readonly sung: { readonly from: number; readonly to: number } | null;
  /** Width of its highlighted part at a time, from the start of the text. */
  readonly litAt: (time: number) => number;
}

type TimedLine = LyricLine & { readonly from: number; readonly to: number };

const layOut = (line: LyricLine, time: number, measure: MeasureText) =>
  layOutText(line, time, {
    x: 0,
    y: 0,
    width: ROW_WIDTH,
    rows: LINE_ROWS,
    fontSize: FONT,
    minFontSize: MIN_FONT,
    measure,
  });

/** Timed lines in order, each with an end. */
function timedLines(lines: readonly LyricLine[], seconds: number): TimedLine[] {
  const timed = lines
    .filter(isTimed)
    .filter(({ text, from }) => text.trim() !== "" && from >= 0 && from < seconds)
    .toSorted((a, b) => a.from - b.from);
  return timed.map((line, at) => {
    const next = timed.find(({ from }, i) => i > at && from > line.from)?.from ?? Infinity;
    const to = line.to ?? Math.min(next, line.from + LAST_LINE);
    return { ...line, to: Math.min(seconds, Math.max(line.from, to)) };
  });
}

/** Parts of a line that are as short as the screen needs; a part is sung in its share of the time. */
function splitLine(line: TimedLine, measure: MeasureText): TimedLine[] {
  if (layOut(line, -Infinity, measure).length <= SLOTS) return [line];
  const { text, from, to, words } = line;
  const half = text.length >> 1;
  const space = text.indexOf(" ", half);
  // Not inside a character of two code units.
  const end = /[\uDC00-\uDFFF]/.test(text.charAt(half)) ? half + 1 : half;
  const cut = space > 0 && space < text.length - 1 ? space + 1 : end;
  const second = words.filter((word) => word.start >= cut);
  const middle = second[0]?.from ?? from + ((to - from) * cut) / text.length;
  const first = words
    .filter((word) => word.start < cut)
    .map((word) => ({ ...word, end: Math.min(cut, word.end) }));
  const moved = second.map((word) => ({
    ...word,
    start: word.start - cut,
    end: word.end - cut,
  }));
  return [
    { ...line, text: text.slice(0, cut).trimEnd(), to: middle, words: first },
    { ...line, text: text.slice(cut), from: middle, words: moved },
  ].flatMap((part) => splitLine(part, measure));
}

/** The time in which each row of a line is sung. */
function rowTimes(line: TimedLine, texts: readonly string[]): { from: number; to: number }[] {
  let start = 0;
  return texts.map((text) => {
    start = line.text.indexOf(text, start);
    const end = start + text.length;
    const own = line.words.filter((word) => word.start < end && word.end > start);
    start = end;
    return { from: own[0]?.from ?? line.from, to: own.at(-1)?.to ?? line.to };
  });
}

/**
 * The rows of a song. Lines fill pages from top to bottom; a row of the next page takes its slot as
 * soon as the line that was there is sung.
 */
export function planRows(
  {
    lines,
    title,
    seconds,
  }: { readonly lines: readonly LyricLine[]; readonly title: string; readonly seconds: number },
  measure: MeasureText,
): CdgRow[] {
  const timed = timedLines(lines, seconds).flatMap((line) => splitLine(line, measure));
  const rows: CdgRow[] = [];
  const first = timed[0]?.from ?? seconds;
  if (title !== "" && first >= INTRO) {
    const laidOut = layOut(plain(title), -Infinity, measure).slice(0, SLOTS);
    const top = laidOut.length < SLOTS ? 1 : 0;
    for (const [at, row] of laidOut.entries())
      rows.push({
        ...row,
        slot: top + at,
        shown: 0,
        hidden: first - LEAD,
        sung: null,
        litAt: () => 0,
      });
  }
  /** The row that was last in each slot, by its index, and the end of its line. */
  const last: ({ readonly index: number; readonly end: number } | undefined)[] = [];
  let slot = 0;
  let page = -Infinity;
  for (const line of timed) {
    const laidOut = layOut(line, -Infinity, measure);
    if (slot + laidOut.length > SLOTS) slot = 0;
    if (slot === 0) page = line.from;
    const times = rowTimes(
      line,
      laidOut.map(({ text }) => text),
    );
    const end = Math.max(...times.map(({ to }) => to));
    for (const [index, row] of laidOut.entries()) {
      const sung = times[index]!;
      const before = last[slot];
      const free = before ? before.end + HOLD : 0;
      const shown = Math.max(0, Math.min(Math.max(free, page - LEAD), sung.from - DRAWN));
      if (before) {
        const replaced = rows[before.index]!;
        rows[before.index] = { ...replaced, hidden: Math.min(replaced.hidden, shown) };
      }
      last[slot] = { index: rows.length, end };
      rows.push({
        ...row,
        slot: slot++,
        shown,
        hidden: end + STAY,
        sung,
        litAt: (time) =>
          time < sung.from ? 0 : Math.min(row.width, layOut(line, time, measure)[index]!.lit),
      });
    }
  }
  return rows;
}

const plain = (text: string): LyricLine => ({ text, from: null, to: null, words: [] });
