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
  const pitch = (BAR.width + BAR.gap) * ratio;
  const step = (pitch * (to - from)) / width;
  const first = Math.floor(from / step);
  const levels = new Float32Array(2 * Math.ceil(to / step - first));
  for (let index = 0; 2 * index < levels.length; index++) {
    const start = Math.max(0, Math.floor((first + index) * step * PEAKS_PER_SECOND));
    const end = Math.floor((first + index + 1) * step * PEAKS_PER_SECOND);
    if (end <= 0) continue;
    const range = [start, Math.max(start + 1, end)] as const;
    const [low, high] = extremesBetween(peaks, ...range);
    levels[2 * index] = Math.max(-low, high);
    levels[2 * index + 1] = rmsBetween(peaks, ...range);
  }
  return { left: Math.round(first * pitch - (from / step) * pitch), pitch, levels };
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
