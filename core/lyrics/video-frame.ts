import type { LyricLine } from "./lyrics.ts";
import { showAt, togetherWith } from "./show-at.ts";

/** Pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Width of a text in pixels, at a font size in pixels. */
export type MeasureText = (text: string, fontSize: number) => number;

/** A row of text in a frame, in pixels. */
export interface FrameRow {
  /** The current line, the next one, or the dots of the count-in. */
  readonly kind: "now" | "next" | "count";
  readonly text: string;
  readonly fontSize: number;
  /** Center of the row. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Whether the text runs from right to left. */
  readonly isRtl: boolean;
  /** Width of the highlighted part, from the start of the text. */
  readonly lit: number;
}

/** Fractions of the frame height. */
const NOW = { font: 0.09, y: 0.43, rows: 3 } as const;
const NEXT = { font: 0.06, y: 0.78, rows: 2 } as const;
const COUNT = { font: 0.06, y: 0.14 } as const;
const LEADING = 1.3;
/** Fraction of the width available to text. */
const TEXT_WIDTH = 0.88;
/**
 * Factor by which the font shrinks, repeatedly, while a text needs too many rows; not below the
 * minimum.
 */
const FONT_STEP = 0.88;
const MIN_FONT = 0.03;

const FIRST_LETTER = /\p{L}/u;
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether a text runs from right to left: decided by its first letter, as with `dir="auto"`. */
export const isRightToLeft = (text: string): boolean =>
  RTL.test(FIRST_LETTER.exec(text)?.[0] ?? "");

/**
 * Layout of a lyric video's frame at a time in seconds; deterministic for the same lines and size.
 */
export function layOutFrame(
  lines: readonly LyricLine[],
  time: number,
  size: FrameSize,
  measure: MeasureText,
): FrameRow[] {
  const { line, next, count } = showAt(lines, time);
  const at = { size, measure };
  const rows: FrameRow[] = [];
  if (count > 0) {
    const text = "●".repeat(count);
    const fontSize = Math.round(COUNT.font * size.height);
    const width = measure(text, fontSize);
    const position = { x: size.width / 2, y: COUNT.y * size.height };
    rows.push({ kind: "count", text, fontSize, ...position, width, isRtl: false, lit: width });
  }
  if (line !== null) rows.push(...layOutLines("now", togetherWith(lines, line), time, at));
  if (next !== null) rows.push(...layOutLines("next", togetherWith(lines, next), -Infinity, at));
  return rows;
}

/** Lays out lines that are shown together, one below the other. */
function layOutLines(
  kind: "now" | "next",
  lines: readonly LyricLine[],
  time: number,
  { size, measure }: { readonly size: FrameSize; readonly measure: MeasureText },
): FrameRow[] {
  const layout = kind === "now" ? NOW : NEXT;
  const laidOut = lines.map((line) =>
    layOutText(line, time, {
      x: size.width / 2,
      y: 0,
      width: TEXT_WIDTH * size.width,
      rows: Math.max(1, Math.floor(layout.rows / lines.length)),
      fontSize: Math.round((layout.font * size.height) / Math.sqrt(lines.length)),
      minFontSize: MIN_FONT * size.height,
      measure,
    }),
  );
  const heights = laidOut.map((rows) => rows.length * rows[0]!.fontSize * LEADING);
  let top = layout.y * size.height - heights.reduce((sum, height) => sum + height, 0) / 2;
  return laidOut.flatMap((rows, index) => {
    const middle = top + heights[index]! / 2;
    top += heights[index]!;
    return rows.map((row) => ({ kind, ...row, y: row.y + middle }));
  });
}

/** Where a text is set, in pixels. */
export interface TextBox {
  /** Horizontal center of the rows. */
  readonly x: number;
  readonly y: number;
  /** Maximum width of a row. */
  readonly width: number;
  /** Number of rows above which the font shrinks. */
  readonly rows: number;
  readonly fontSize: number;
  /** Minimum font size. */
  readonly minFontSize: number;
  readonly measure: MeasureText;
}

/** Rows of a line at a time in seconds; −∞: nothing is highlighted. */
export function layOutText(
  line: LyricLine,
  time: number,
  { x, y, width: maxWidth, rows, minFontSize: minSize, measure, ...box }: TextBox,
): Omit<FrameRow, "kind">[] {
  let { fontSize } = box;
  const widthOf = (text: string): number => measure(text, fontSize);
  let starts = breakText(line.text, maxWidth, widthOf);
  while (starts.length > rows && fontSize * FONT_STEP >= minSize) {
    fontSize = Math.floor(fontSize * FONT_STEP);
    starts = breakText(line.text, maxWidth, widthOf);
  }
  const isRtl = isRightToLeft(line.text);
  return starts.map((start, index) => {
    const text = line.text.slice(start, starts[index + 1]).trimEnd();
    const width = widthOf(text);
    const range = [start, start + text.length] as const;
    const lit = time === -Infinity ? 0 : Math.min(width, litOf(line, range, time, widthOf));
    const middle = y + (index - (starts.length - 1) / 2) * fontSize * LEADING;
    return { text, fontSize, x, y: middle, width, isRtl, lit };
  });
}

/** Highlighted part of a row: sung words, and the sung fraction of the current one. */
function litOf(
  { text, words }: LyricLine,
  [start, end]: readonly [start: number, end: number],
  time: number,
  widthOf: (text: string) => number,
): number {
  if (words.length === 0) return Infinity;
  const own = words.findLast((word) => word.start < end && word.from <= time);
  if (!own || own.end <= start) return 0;
  // A word may continue in the next row.
  const [first, last] = [Math.max(start, own.start), Math.min(end, own.end)];
  const share = own.to > own.from ? Math.min(1, (time - own.from) / (own.to - own.from)) : 1;
  const sung = own.start + share * (own.end - own.start);
  const part = Math.min(1, Math.max(0, (sung - first) / (last - first)));
  const before = widthOf(text.slice(start, first));
  const after = widthOf(text.slice(start, last).trimEnd());
  return before + part * (after - before);
}

/** Start offsets of a text's rows: between words, and inside words that are wider than a row. */
function breakText(text: string, maxWidth: number, widthOf: (text: string) => number): number[] {
  const starts = [0];
  const add = (from: number, word: string): boolean => {
    if (widthOf(text.slice(starts.at(-1), from + word.length).trimEnd()) <= maxWidth) return true;
    if (from > starts.at(-1)!) starts.push(from);
    return widthOf(word.trimEnd()) <= maxWidth;
  };
  const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { 0: word, index } of text.matchAll(/\S+\s*|\s+/gu))
    if (!add(index, word))
      for (const { segment, index: within } of graphemes.segment(word))
        add(index + within, segment);
  return starts;
}
