import type { Fonts } from "./fonts.ts";
import { setTitle } from "./lines.ts";
import { type Stamp, curveTo, fill, lineTo, penAt, stampOf } from "./outline.ts";
import { type Picture, blank, encodePng, putStamp, WIDTH } from "./picture.ts";
import { type ShapedLine, shapeLine } from "./shape.ts";
import { drawWaveform } from "./waveform.ts";

/** Content of a social image. */
export interface ImageInput {
  readonly brand: string;
  readonly words: string;
  /** BCP 47 */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** Seed of the drawn waveform. */
  readonly seed: string;
}

const MARGIN = 80;
const BRAND_SIZE = 38;
const BRAND_LINE = 101;
const MARK_WIDTH = 64;
/** Top and height of the area between brand and waveform. */
const TITLE_TOP = 136;
const TITLE_HEIGHT = 250;
const LINE_HEIGHT = 1.14;
/** Distance from a line's middle to its baseline, relative to the font size. */
const BASE = 0.34;

/** PNG of an image, 1200 × 630 pixels. Deterministic. */
export function drawImage(input: ImageInput, fonts: Fonts): Buffer {
  const { brand, words, language, direction, seed } = input;
  const writing = { fonts, language, direction };
  const picture = blank();
  drawWaveform(picture, seed);
  const isRight = direction === "rtl";
  const mark = isRight ? WIDTH - MARGIN - MARK_WIDTH + 4 : MARGIN - 4;
  putStamp(picture, markStamp(), mark, 56);
  const name = shapeLine(brand, BRAND_SIZE, writing);
  const nameAt = isRight ? WIDTH - MARGIN - 76 - name.width : MARGIN + 76;
  putLine(picture, name, [nameAt, BRAND_LINE], BRAND_SIZE);
  const { size, lines } = setTitle(words, WIDTH - 2 * MARGIN, writing);
  const middle = TITLE_TOP + TITLE_HEIGHT / 2;
  lines.forEach((line, at) => {
    const x = isRight ? WIDTH - MARGIN - line.width : MARGIN - 2;
    const y = middle + ((at - (lines.length - 1) / 2) * LINE_HEIGHT + BASE) * size;
    putLine(picture, line, [x, y], size);
  });
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
