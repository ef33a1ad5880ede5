import { BAR } from "#core/figures/bar.ts";
import { PEAKS_PER_SECOND } from "../worker/results.ts";
import type { Columns } from "./columns.ts";
import { extremesBetween, rmsBetween } from "./extremes.ts";
import type { View } from "./view.ts";

/** Bars of a waveform at equal distances, in device pixels. */
export interface Bars {
  /** Left edge of the first bar; up to one pitch before the visible range. */
  readonly left: number;
  /** Distance of the left edges of two bars. */
  readonly pitch: number;
  /** Peak and root mean square of each bar, 0 to 1, interleaved. */
  readonly levels: Float32Array;
}

/** Size of a drawing in device pixels, and device pixels per CSS pixel. */
export interface DrawingSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** CSS pixels per second from which the course of a sound is drawn instead of bars. */
const LINE_FROM = 200;

/** Whether a view is enlarged so much that the course of the sound is drawn as a line. */
export const isLine = ({ from, to }: View, { width, ratio }: Omit<DrawingSize, "height">) =>
  width / ratio >= LINE_FROM * (to - from);

/**
 * Bars of the visible range of a sound. Their grid is fixed in the sound, so that they keep their
 * heights while the view scrolls.
 * @param peaks pairs, `PEAKS_PER_SECOND` per second
 */
export function barsOf(
  peaks: Int8Array,
  { from, to }: View,
  { width, ratio }: Omit<DrawingSize, "height">,
): Bars {
  return barsInView({ from, to }, { width, ratio }, (start, end) =>
    levelsBetween(peaks, start, end),
  );
}

/**
 * Bars of the visible range, at positions that are fixed in time.
 * @param levelsOf peak and root mean square, 0 to 1, of a range in seconds
 */
export function barsInView(
  { from, to }: View,
  { width, ratio }: Omit<DrawingSize, "height">,
  levelsOf: (start: number, end: number) => readonly [peak: number, rms: number],
): Bars {
  const pitch = (BAR.width + BAR.gap) * ratio;
  const step = (pitch * (to - from)) / width;
  const first = Math.floor(from / step);
  const levels = new Float32Array(2 * Math.ceil(to / step - first));
  for (let index = 0; 2 * index < levels.length; index++)
    levels.set(levelsOf((first + index) * step, (first + index + 1) * step), 2 * index);
  return { left: Math.round(first * pitch - (from / step) * pitch), pitch, levels };
}

/** Peak and root mean square, 0 to 1, of a range of a sound in seconds; 0 before its start. */
export function levelsBetween(
  peaks: Int8Array,
  start: number,
  end: number,
): readonly [peak: number, rms: number] {
  const last = Math.floor(end * PEAKS_PER_SECOND);
  if (last <= 0) return [0, 0];
  const first = Math.max(0, Math.floor(start * PEAKS_PER_SECOND));
  const range = [first, Math.max(first + 1, last)] as const;
  const [low, high] = extremesBetween(peaks, ...range);
  return [Math.max(-low, high), rmsBetween(peaks, ...range)];
}

/** Bars of a drawing whose peaks alone are known. @param columnsFor returns so many columns */
export function barsFrom(
  columnsFor: (count: number) => Columns,
  { width, ratio }: Omit<DrawingSize, "height">,
): Bars {
  const pitch = (BAR.width + BAR.gap) * ratio;
  const columns = columnsFor(Math.max(1, Math.round(width / pitch)));
  const levels = columns.map((_, at) =>
    Math.max(-columns[at - (at % 2)]!, columns[at - (at % 2) + 1]!),
  );
  return { left: 0, pitch, levels };
}
