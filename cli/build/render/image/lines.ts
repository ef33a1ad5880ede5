import { type ShapedLine, type Writing, shapeLine } from "./shape.ts";

/** Font sizes in pixels, in order of preference. */
const SIZES = [100, 84, 72, 60, 50] as const;
/** Distance between two baselines, relative to the font size. */
export const LINE_HEIGHT = 1.14;

export interface Title {
  readonly size: number;
  readonly lines: readonly ShapedLine[];
  /** Whether the whole text fits; at the smallest size the rest is truncated. */
  readonly isWhole: boolean;
}

/** Characters that may not start a line, and characters that may not end one. */
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}ー々〜]+$/u;
const OPENS = /[\p{Ps}\p{Pi}¿¡]$/u;

/** Text up to the end of a breaking space; no-break spaces are part of the text. */
const PARTS = /(?:[\u00a0\u2007\u202f]|\S)+[^\S\u00a0\u2007\u202f]*/g;

/** Splits a text at its line break opportunities; trailing spaces stay with the preceding part. */
export function splitSegments(text: string, language: string): string[] {
  const segments: string[] = [];
  // A dictionary separates words in scripts without spaces.
  const words = new Intl.Segmenter(language, { granularity: "word" });
  for (const part of text.trim().match(PARTS) ?? [])
    for (const { segment } of hasNoSpaces(part) ? words.segment(part) : [{ segment: part }]) {
      const last = segments.at(-1);
      const joins =
        last !== undefined &&
        !/\s$/.test(last) &&
        (CLOSES.test(segment.trim()) || segment.trim() === "" || OPENS.test(last));
      if (joins) segments[segments.length - 1] = last + segment;
      else segments.push(segment);
    }
  return segments;
}

const hasNoSpaces = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u.test(
    text,
  );

/** Sets a text in the largest size that fits a box, in lines of similar length. */
export function setTitle(
  text: string,
  { width, height }: { readonly width: number; readonly height: number },
  writing: Writing,
): Title {
  const segments = splitSegments(text, writing.language);
  let title: Title | undefined;
  for (const size of SIZES) {
    const maxLines = Math.floor(height / (size * LINE_HEIGHT));
    const measure = (line: string): number => shapeLine(line.trimEnd(), size, writing).width;
    const widths = segments.map(measure);
    const isSmallest = size === SIZES.at(-1);
    if (!isSmallest && widths.some((each) => each > width)) continue;
    const fitting = isSmallest
      ? segments.flatMap((segment) => cutSegment(segment, width, measure))
      : segments;
    const lines = evenLines(fitting, width, measure);
    title = {
      size,
      lines: lines.slice(0, maxLines).map((line) => shapeLine(line, size, writing)),
      isWhole: lines.length <= maxLines,
    };
    if (title.isWhole) break;
  }
  return title!;
}

/** Splits a word that is wider than a line. */
function cutSegment(whole: string, width: number, measure: (text: string) => number): string[] {
  if (measure(whole) <= width) return [whole];
  const parts: string[] = [""];
  for (const { segment } of new Intl.Segmenter().segment(whole))
    if (measure(parts.at(-1)! + segment) <= width) parts[parts.length - 1] += segment;
    else parts.push(segment);
  return parts;
}

/** The fewest lines for a width, balanced as evenly as possible. */
export function evenLines(
  segments: readonly string[],
  width: number,
  measure: (text: string) => number,
): string[] {
  const fill = (limit: number): string[] => {
    const lines: string[] = [];
    let line = "";
    for (const segment of segments) {
      if (line !== "" && measure(line + segment) > limit) {
        lines.push(line.trimEnd());
        line = segment;
      } else line += segment;
    }
    return [...lines, line.trimEnd()];
  };
  const count = fill(width).length;
  let best = fill(width);
  if (count === 1) return best;
  for (let narrower = width * 0.95; narrower > width * 0.4; narrower *= 0.95) {
    const lines = fill(narrower);
    if (lines.length > count || lines.some((line) => measure(line) > width)) break;
    best = lines;
  }
  return best;
}
