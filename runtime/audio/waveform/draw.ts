import { BAR, PEAK_OPACITY } from "#core/figures/bar.ts";
import type { Bars, DrawingSize } from "./bars.ts";
import type { Columns } from "./columns.ts";

/** A part of a drawing in another color: all to the left of a position. */
export interface DonePart {
  /** Device pixels from the left edge. */
  readonly to: number;
  /** A CSS color. */
  readonly color: string;
}

export interface DrawnBars {
  readonly bars: Bars;
  /** A CSS color. */
  readonly color: string;
}

/**
 * Fills bars with round ends. Rectangles, a row of an end each, because browsers fill them ten times
 * faster than the path of all bars.
 * @param part 0 for the peaks, 1 for the root mean square
 */
function fillBars(
  context: CanvasRenderingContext2D,
  { left, pitch, levels }: Bars,
  { size, gain, part, range }: BarsPart,
): void {
  const middle = Math.round(size.height / 2);
  const radius = (BAR.width * size.ratio) / 2;
  // Half the width of each row of an end, from its tip.
  const chords = Array.from({ length: radius }, (_, row) =>
    Math.sqrt(radius ** 2 - (radius - row - 0.5) ** 2),
  );
  for (let index = range[0]; index < range[1]; index++) {
    const half = Math.round(Math.min(1, levels[2 * index + part]! * gain) * middle);
    // Silence is a dot.
    const body = Math.max(0, half - radius);
    const x = left + index * pitch;
    if (body > 0) context.fillRect(x, middle - body, 2 * radius, 2 * body);
    for (let row = 0; row < radius; row++) {
      const chord = chords[row]!;
      const away = body + radius - row;
      context.fillRect(x + radius - chord, middle - away, 2 * chord, 1);
      context.fillRect(x + radius - chord, middle + away - 1, 2 * chord, 1);
    }
  }
}

interface BarsPart {
  readonly size: DrawingSize;
  readonly gain: number;
  readonly part: 0 | 1;
  /** Indices of the bars, the last one exclusive. */
  readonly range: readonly [first: number, last: number];
}

/**
 * Draws waveforms as bars over each other, the first at the bottom: the level of each bar, and
 * lighter its peak.
 * @param options.gain vertical scale; values beyond the edge are clipped
 */
export function drawBars(
  context: CanvasRenderingContext2D,
  waves: readonly DrawnBars[],
  size: DrawingSize,
  { gain = 1, done }: { readonly gain?: number; readonly done?: DonePart | null } = {},
): void {
  context.clearRect(0, 0, size.width, size.height);
  waves.forEach(({ bars, color }, at) => {
    const count = bars.levels.length / 2;
    const radius = (BAR.width * size.ratio) / 2;
    const split = done ? Math.round((done.to - radius - bars.left) / bars.pitch) : 0;
    const doneCount = Math.min(count, Math.max(0, split));
    if (at > 0) {
      // Colors mean something, so that they do not mix.
      context.globalCompositeOperation = "destination-out";
      fillBars(context, bars, { size, gain, part: 0, range: [0, count] });
      context.globalCompositeOperation = "source-over";
    }
    if (done)
      paintBars(context, { bars, color: done.color }, size, { gain, range: [0, doneCount] });
    paintBars(context, { bars, color }, size, { gain, range: [doneCount, count] });
  });
}

/** Adds bars to a drawing: the level of each, and lighter its peak. */
export function paintBars(
  context: CanvasRenderingContext2D,
  { bars, color }: DrawnBars,
  size: DrawingSize,
  { gain = 1, range = [0, bars.levels.length / 2] }: Partial<Pick<BarsPart, "gain" | "range">> = {},
): void {
  if (range[1] <= range[0]) return;
  context.fillStyle = color;
  context.globalAlpha = PEAK_OPACITY;
  fillBars(context, bars, { size, gain, part: 0, range });
  context.globalAlpha = 1;
  fillBars(context, bars, { size, gain, part: 1, range });
}

export interface DrawnLine {
  readonly columns: Columns;
  /** A CSS color. */
  readonly color: string;
}

/**
 * Draws waveforms as lines over each other, the first at the bottom: from the minimum to the
 * maximum of each device pixel.
 * @param options.gain vertical scale; values beyond the edge are clipped
 */
export function drawLines(
  context: CanvasRenderingContext2D,
  waves: readonly DrawnLine[],
  { width, height, ratio }: DrawingSize,
  { gain = 1, done }: { readonly gain?: number; readonly done?: DonePart | null } = {},
): void {
  context.clearRect(0, 0, width, height);
  const middle = height / 2;
  const rowOf = (value: number): number =>
    middle - Math.max(-1, Math.min(1, value * gain)) * middle;
  for (const { columns, color } of waves)
    for (let at = 0; 2 * at < columns.length; at++) {
      context.fillStyle = done && at < done.to ? done.color : color;
      const top = Math.round(rowOf(columns[2 * at + 1]!) - ratio / 2);
      context.fillRect(
        at,
        top,
        1,
        Math.max(ratio, Math.round(rowOf(columns[2 * at]!) + ratio / 2) - top),
      );
    }
}
