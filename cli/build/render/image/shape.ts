import createBidi from "bidi-js";
import { Buffer as TextBuffer, Direction, shape } from "harfbuzzjs";
import type { FontFile, Fonts } from "./fonts.ts";

/** A glyph and its position in pixels, relative to the line's left end and baseline. */
export interface PlacedGlyph {
  readonly file: FontFile;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}
export interface ShapedLine {
  readonly glyphs: readonly PlacedGlyph[];
  /** Width in pixels. */
  readonly width: number;
}

export interface Writing {
  readonly fonts: Fonts;
  /** BCP 47 */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
}

/** Characters with the same font and direction. */
interface Run {
  readonly text: string;
  readonly file: FontFile;
  /** Bidi level; odd levels run from right to left. */
  readonly level: number;
}

const bidi = createBidi();
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Graphemes of a text that no font supports. */
export const undrawable = (text: string, { fonts, language }: Writing): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment).filter(
    (sign) => fileOf(sign, { fonts, language }) === undefined,
  );

/**
 * The font file for a grapheme. The shaper synthesizes spaces that a font lacks from its regular
 * space.
 */
const fileOf = (sign: string, { fonts, language }: Pick<Writing, "fonts" | "language">) =>
  fonts.fileOf(codesOf(/^\s$/.test(sign) ? " " : sign), language);

const codesOf = (text: string): number[] => Array.from(text, (each) => each.codePointAt(0)!);

/** Shapes a line of text into glyphs in visual order; unsupported graphemes are omitted. */
export function shapeLine(text: string, size: number, writing: Writing): ShapedLine {
  const glyphs: PlacedGlyph[] = [];
  let x = 0;
  for (const run of inOrder(runsOf(text, writing))) {
    const scale = size / run.file.unitsPerEm;
    const buffer = new TextBuffer();
    buffer.addText(run.text);
    buffer.setDirection(run.level % 2 === 1 ? Direction.RTL : Direction.LTR);
    buffer.guessSegmentProperties();
    buffer.setLanguage(writing.language);
    shape(run.file.font, buffer);
    for (const each of buffer.getGlyphInfosAndPositions()) {
      const { codepoint: glyph, xOffset = 0, yOffset = 0, xAdvance = 0 } = each;
      glyphs.push({ file: run.file, glyph, x: x + xOffset * scale, y: -yOffset * scale });
      x += xAdvance * scale;
    }
  }
  return { glyphs, width: x };
}

function runsOf(text: string, { fonts, language, direction }: Writing): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const runs: Run[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const file = fileOf(segment, { fonts, language });
    if (!file) continue;
    const level = levels[index]!;
    const last = runs.at(-1);
    if (last?.file === file && last.level === level)
      runs[runs.length - 1] = { ...last, text: last.text + segment };
    else runs.push({ text: segment, file, level });
  }
  return runs;
}

/** Runs in visual order from left to right (Unicode Standard Annex 9, rule L2). */
function inOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && ordered[to]!.level >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  return ordered;
}
