import { DrawFuncs } from "harfbuzzjs";
import type { FontFile } from "./fonts.ts";

/** Coverage of a shape for each pixel, in steps of `FULL`. */
export interface Stamp {
  /** Position of the first pixel relative to the glyph origin. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Coverage row by row, 0 to `FULL`. */
  readonly covered: Uint8Array;
}

/** Coverage of a fully covered pixel. */
export const FULL = 7;

/** Endpoints of line segments in sequence: x, y, x, y. */
type Lines = number[];

const stamps = new WeakMap<FontFile, Map<string, Stamp>>();

/** Rasterizes a glyph; cached. @param size pixels per em */
export function stampOf(file: FontFile, glyph: number, size: number): Stamp {
  let known = stamps.get(file);
  if (!known) stamps.set(file, (known = new Map()));
  const name = `${glyph} ${size}`;
  let stamp = known.get(name);
  if (!stamp) known.set(name, (stamp = fill(linesOf(file, glyph, size))));
  return stamp;
}

/** An outline pen in pixels, with its position and the line segments drawn. */
export interface Pen {
  readonly lines: Lines;
  x: number;
  y: number;
}
type Point = readonly [x: number, y: number];

export const penAt = (x: number, y: number): Pen => ({ lines: [], x, y });

export function lineTo(pen: Pen, [x, y]: Point): void {
  pen.lines.push(pen.x, pen.y, x, y);
  pen.x = x;
  pen.y = y;
}

/** Number of line segments for a curve, by its deviation in pixels. */
const partsOf = (bend: number): number => 1 + Math.floor(Math.sqrt(bend * 1.8));

/** A cubic Bézier curve with two control points. */
export function curveTo(pen: Pen, [x1, y1]: Point, [x2, y2]: Point, [x3, y3]: Point): void {
  const { x: x0, y: y0 } = pen;
  const bend = Math.max(
    Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
    Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
  );
  const parts = partsOf(bend * 3);
  for (let part = 1; part <= parts; part++) {
    const t = part / parts;
    const s = 1 - t;
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    lineTo(pen, [a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3]);
  }
}

function bendTo(pen: Pen, [x1, y1]: Point, [x2, y2]: Point): void {
  const { x: x0, y: y0 } = pen;
  const parts = partsOf(Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2));
  for (let part = 1; part <= parts; part++) {
    const t = part / parts;
    const s = 1 - t;
    const [a, b, c] = [s * s, 2 * s * t, t * t];
    lineTo(pen, [a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2]);
  }
}

/** A pen for glyphs: converts font units to pixels and flips the y axis. */
interface GlyphPen extends Pen {
  readonly scale: number;
  start: Point;
}

const glyphPens = glyphPenFunctions();

function linesOf({ font, unitsPerEm }: FontFile, glyph: number, size: number): Lines {
  const pen: GlyphPen = { ...penAt(0, 0), scale: size / unitsPerEm, start: [0, 0] };
  font.drawGlyph(glyph, glyphPens, pen);
  return pen.lines;
}

function glyphPenFunctions(): DrawFuncs {
  const functions = new DrawFuncs();
  const at = ({ scale }: GlyphPen, x: number, y: number): Point => [x * scale, -y * scale];
  functions.setMoveToFunc((x, y, data) => {
    const pen = data as GlyphPen;
    pen.start = at(pen, x, y);
    [pen.x, pen.y] = pen.start;
  });
  functions.setLineToFunc((x, y, data) => {
    const pen = data as GlyphPen;
    lineTo(pen, at(pen, x, y));
  });
  // oxlint-disable-next-line max-params -- HarfBuzz calls it so
  functions.setQuadraticToFunc((cx, cy, x, y, data) => {
    const pen = data as GlyphPen;
    bendTo(pen, at(pen, cx, cy), at(pen, x, y));
  });
  // oxlint-disable-next-line max-params -- HarfBuzz calls it so
  functions.setCubicToFunc((ax, ay, bx, by, x, y, data) => {
    const pen = data as GlyphPen;
    curveTo(pen, at(pen, ax, ay), at(pen, bx, by), at(pen, x, y));
  });
  functions.setClosePathFunc((data) => {
    const pen = data as GlyphPen;
    lineTo(pen, pen.start);
  });
  return functions;
}

/**
 * Rasterizes the area enclosed by lines. In each row that a line crosses, the line adds the area to
 * its
 * right; the running sum along a row is the coverage. Overlapping parts count once.
 */
export function fill(lines: Lines): Stamp {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < lines.length; at += 2) {
    left = Math.min(left, lines[at]!);
    right = Math.max(right, lines[at]!);
    top = Math.min(top, lines[at + 1]!);
    bottom = Math.max(bottom, lines[at + 1]!);
  }
  if (!(right > left)) return { left: 0, top: 0, width: 0, height: 0, covered: new Uint8Array() };
  left = Math.floor(left);
  top = Math.floor(top);
  const width = Math.ceil(right) - left;
  const height = Math.ceil(bottom) - top;
  const stride = width + 2;
  const areas = new Float32Array(stride * height);
  for (let at = 0; at < lines.length; at += 4)
    addLine(
      areas,
      stride,
      [lines[at]! - left, lines[at + 1]! - top],
      [lines[at + 2]! - left, lines[at + 3]! - top],
    );
  const covered = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++) {
      sum += areas[row * stride + column]!;
      covered[row * width + column] = Math.round(Math.min(1, Math.abs(sum)) * FULL);
    }
  }
  return { left, top, width, height, covered };
}

function addLine(areas: Float32Array, stride: number, from: Point, to: Point): void {
  if (from[1] === to[1]) return;
  const sign = from[1] < to[1] ? 1 : -1;
  const [[x0, y0], [x1, y1]] = sign > 0 ? [from, to] : [to, from];
  const slope = (x1 - x0) / (y1 - y0);
  for (let row = Math.floor(y0); row < y1; row++) {
    const above = Math.max(row, y0);
    const below = Math.min(row + 1, y1);
    const a = x0 + (above - y0) * slope;
    const b = x0 + (below - y0) * slope;
    addSpan(areas, row * stride, [Math.min(a, b), Math.max(a, b)], sign * (below - above));
  }
}

/**
 * Adds the contribution of a line segment within one row: `area` in total, starting at the columns
 * it crosses.
 */
function addSpan(areas: Float32Array, row: number, [from, to]: Point, area: number): void {
  const first = Math.floor(from);
  const last = Math.max(first, Math.ceil(to) - 1);
  if (first === last) {
    const share = area * ((from + to) / 2 - first);
    areas[row + first]! += area - share;
    areas[row + first + 1]! += share;
    return;
  }
  const perPixel = area / (to - from);
  // The coverage of a pixel is the mean over its width of the accumulated area.
  for (let column = first; column <= last; column++) {
    const enters = Math.max(from, column);
    const leaves = Math.min(to, column + 1);
    const within = perPixel * (leaves - enters);
    const share = within * (column + 1 - (enters + leaves) / 2);
    areas[row + column]! += share;
    areas[row + column + 1]! += within - share;
  }
}
