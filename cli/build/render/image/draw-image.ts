import type { Fonts } from "./fonts.ts";
import { LINE_HEIGHT, setTitle } from "./lines.ts";
import { type Stamp, curveTo, fill, lineTo, penAt, stampOf } from "./outline.ts";
import { type Picture, blank, encodePng, putStamp, WIDTH } from "./picture.ts";
import { type ShapedLine, shapeLine } from "./shape.ts";
import { type ToolDrawing, drawTool } from "./tool-drawing.ts";
import { drawWaveform } from "./waveform.ts";

/** Content of a social image. */
export interface ImageInput {
  readonly brand: string;
  readonly words: string;
  /** BCP 47 */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** A line below the drawing; may be empty. */
  readonly note: string;
  /** Seed of the drawn waveform. */
  readonly seed: string;
  /** What a tool does to a sound, instead of a waveform. */
  readonly drawing: ToolDrawing | null;
}

const MARGIN = 80;
const BRAND_SIZE = 38;
const BRAND_LINE = 101;
const NOTE_SIZE = 28;
const NOTE_LINE = 598;
const MARK_WIDTH = 64;
/** Area between the brand and the waveform, or the higher drawing of a tool. */
const TITLE = { top: 136, height: 250 } as const;
const TOOL_TITLE = { top: 122, height: 206 } as const;
/** Distance from a line's middle to its baseline, relative to the font size. */
const BASE = 0.34;

/** PNG of an image, 1200 × 630 pixels. Deterministic. */
export function drawImage(input: ImageInput, fonts: Fonts): Buffer {
  const { brand, words, note, language, direction, seed, drawing } = input;
  const writing = { fonts, language, direction };
  const picture = blank();
  const isRight = direction === "rtl";
  if (drawing) drawTool(picture, drawing, { start: MARGIN, isRight });
  else drawWaveform(picture, seed);
  const mark = isRight ? WIDTH - MARGIN - MARK_WIDTH + 4 : MARGIN - 4;
  putStamp(picture, markStamp(), mark, 56);
  const name = shapeLine(brand, BRAND_SIZE, writing);
  const nameAt = isRight ? WIDTH - MARGIN - 76 - name.width : MARGIN + 76;
  putLine(picture, name, [nameAt, BRAND_LINE], BRAND_SIZE);
  const { top, height } = drawing ? TOOL_TITLE : TITLE;
  const { size, lines } = setTitle(words, { width: WIDTH - 2 * MARGIN, height }, writing);
  const middle = top + height / 2;
  lines.forEach((line, at) => {
    const x = isRight ? WIDTH - MARGIN - line.width : MARGIN - 2;
    const y = middle + ((at - (lines.length - 1) / 2) * LINE_HEIGHT + BASE) * size;
    putLine(picture, line, [x, y], size);
  });
  const below = shapeLine(note, NOTE_SIZE, writing);
  const noteAt = isRight ? WIDTH - MARGIN - below.width : MARGIN;
  putLine(picture, below, [noteAt, NOTE_LINE], NOTE_SIZE);
  return encodePng(picture);
}

function putLine(
  picture: Picture,
  line: ShapedLine,
  [x, y]: readonly [number, number],
  size: number,
): void {
  for (const glyph of line.glyphs)
    putStamp(
      picture,
      stampOf(glyph.file, glyph.glyph, size),
      Math.round(x + glyph.x),
      Math.round(y + glyph.y),
    );
}

let mark: Stamp | undefined;

/** The arc and the dot of the logo, 64 pixels wide. */
function markStamp(): Stamp {
  if (mark) return mark;
  const arc = penAt(4, 46);
  curveTo(arc, [5, 25], [16, 12], [32, 12]);
  curveTo(arc, [48, 12], [59, 25], [60, 46]);
  lineTo(arc, [57.4, 46]);
  curveTo(arc, [55, 30.5], [46, 20], [32, 20]);
  curveTo(arc, [18, 20], [9, 30.5], [6.6, 46]);
  lineTo(arc, [4, 46]);
  const [x, y, radius] = [32, 43.5, 6.5];
  const dot = penAt(x, y - radius);
  // A quarter circle as one Bézier curve.
  const bend = radius * 0.5523;
  curveTo(dot, [x + bend, y - radius], [x + radius, y - bend], [x + radius, y]);
  curveTo(dot, [x + radius, y + bend], [x + bend, y + radius], [x, y + radius]);
  curveTo(dot, [x - bend, y + radius], [x - radius, y + bend], [x - radius, y]);
  curveTo(dot, [x - radius, y - bend], [x - bend, y - radius], [x, y - radius]);
  return (mark = fill([...arc.lines, ...dot.lines]));
}
