import { type Figure, FIGURE } from "#core/figures/sound-figure.ts";
import type { GlyphStroke } from "#core/figures/tool-glyphs.ts";
import type { Tone } from "#core/figures/wave.ts";
import { type Picture, COLORS, WIDTH } from "./picture.ts";
import { drawStroke } from "./stroke.ts";

/** What a tool does to a sound, and its glyph on a grid of 24 by 24. */
export interface ToolDrawing extends Pick<Figure, "before" | "after"> {
  readonly glyph: readonly GlyphStroke[];
}

/** Pixels per unit: bars are on whole pixels. */
const SCALE = { scaleX: 1.25, scaleY: 1.2 } as const;
const BAR_WIDTH = 3;
/** Width of a line of text. */
const TEXT_WIDTH = 6;
const BEFORE_TOP = 338;
const AFTER_TOP = 450;
const GLYPH_SCALE = 5;
const GLYPH_SIZE = 24 * GLYPH_SCALE;
const GLYPH_TOP = 388;

const COLOR_OF = {
  original: COLORS.ink,
  kept: COLORS.teal,
  removed: COLORS.vermilion,
  selected: COLORS.amber,
} as const satisfies Readonly<Record<Tone, number>>;

/**
 * Draws the sound before a tool above the sound after it, and the tool's glyph at the end of the
 * line. Time runs from left to right in both directions of writing.
 * @param start distance of the drawing from both edges in pixels
 */
export function drawTool(
  picture: Picture,
  { before, after, glyph }: ToolDrawing,
  { start, isRight }: { readonly start: number; readonly isRight: boolean },
): void {
  const left = isRight ? WIDTH - start - FIGURE.width * SCALE.scaleX : start;
  for (const [strokes, top] of [
    [before, BEFORE_TOP],
    [after, AFTER_TOP],
  ] as const)
    for (const { tone, path, text } of strokes)
      drawStroke(picture, path, {
        ...SCALE,
        left,
        top,
        width: text ? TEXT_WIDTH : BAR_WIDTH,
        color: COLOR_OF[tone],
      });
  for (const { tone, path } of glyph)
    drawStroke(picture, path, {
      scaleX: GLYPH_SCALE,
      scaleY: GLYPH_SCALE,
      left: isRight ? start : WIDTH - start - GLYPH_SIZE,
      top: GLYPH_TOP,
      width: 2 * GLYPH_SCALE,
      color: COLOR_OF[tone],
    });
}
