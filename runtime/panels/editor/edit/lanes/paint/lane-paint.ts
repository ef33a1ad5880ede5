import type { Clip } from "#audio/edit/edit.ts";
import { envelopeAt } from "#audio/edit/envelope.ts";
import { decibelsToFactor } from "#audio/signal/decibel.ts";
import { fadeAt } from "#audio/signal/fade.ts";
import { type Bars, barsInView, isLine, levelsBetween } from "#runtime/audio/waveform/bars.ts";
import { paintBars } from "#runtime/audio/waveform/draw.ts";
import { extremesBetween } from "#runtime/audio/waveform/extremes.ts";
import { type PeaksResult, PEAKS_PER_SECOND } from "#runtime/audio/worker/results.ts";
import type { View } from "#runtime/audio/waveform/view.ts";
import type { PeaksBySource } from "../../project/use-source-peaks.ts";

export interface Lane {
  readonly clips: readonly Clip[];
  readonly peaks: PeaksBySource;
  /** Sample rate of the edit, in Hz. */
  readonly sampleRate: number;
  readonly view: View;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}
export interface LaneColors {
  /** Colors of source sound and of sound that an effect has rendered. */
  readonly original: string;
  readonly made: string;
}

/** Samples of a track from a frame on, read when the view is zoomed in enough to draw them. */
export interface LaneSamples {
  readonly from: number;
  readonly block: readonly Float32Array[];
}

/** Minimum width of a clip, in device pixels, at which its first pixel is left out as a gap. */
const MIN_GAP_WIDTH = 2;
/** Minimum distance of samples, in device pixels, at which they are drawn as dots. */
const MIN_DOT_DISTANCE = 6;

/** Gain factor of a clip, including fades and envelope, at one of its frames. */
export function levelAt(clip: Clip, frame: number): number {
  const sourceFrame = clip.reversed ? clip.end - 1 - frame : clip.start + frame;
  const level = decibelsToFactor((clip.gain ?? 0) + envelopeAt(clip.envelope ?? [], sourceFrame));
  return (clip.fades ?? []).reduce(
    (product, { curve, silentAt, fullAt }) =>
      product * fadeAt(curve, (sourceFrame - silentAt) / (fullAt - silentAt)),
    level,
  );
}

/** Minimum and maximum of a range of a source, from −1 to 1. @param from seconds */
export function extremesOf(
  { peaks }: Pick<PeaksResult, "peaks">,
  from: number,
  to: number,
): readonly [low: number, high: number] {
  const first = Math.max(0, Math.floor(from * PEAKS_PER_SECOND));
  const last = Math.max(first + 1, Math.floor(to * PEAKS_PER_SECOND));
  return extremesBetween(peaks, first, last);
}

/** Range of a clip's source in seconds, and the gain factor, of a range of the edit in frames. */
function sourceRange(
  clip: Clip,
  [start, end]: readonly [start: number, end: number],
  sampleRate: number,
): { readonly from: number; readonly to: number; readonly level: number } {
  const length = clip.end - clip.start;
  const first = Math.max(0, start - clip.at);
  const last = Math.min(length, end - clip.at);
  const [a, b] = clip.reversed
    ? [clip.end - last, clip.end - first]
    : [clip.start + first, clip.start + last];
  const level = levelAt(clip, Math.min(length - 1, Math.floor((first + last) / 2)));
  return { from: a / sampleRate, to: b / sampleRate, level };
}

/**
 * Bars of a clip in the visible range. They stand at the same times in all clips, and those whose
 * middle is outside of the clip are empty.
 */
export function clipBars(
  clip: Clip,
  {
    peaks: { peaks },
    sampleRate,
    view,
    ...size
  }: Omit<Lane, "clips" | "peaks"> & {
    readonly peaks: Pick<PeaksResult, "peaks">;
  },
): Bars {
  const end = clip.at + clip.end - clip.start;
  return barsInView(view, size, (start, stop) => {
    const middle = ((start + stop) / 2) * sampleRate;
    if (middle < clip.at || middle >= end) return [0, 0];
    const { from, to, level } = sourceRange(
      clip,
      [start * sampleRate, stop * sampleRate],
      sampleRate,
    );
    const [peak, rms] = levelsBetween(peaks, from, to);
    return [Math.min(1, peak * level), Math.min(1, rms * level)];
  });
}

/** Indices of the bars whose middles are between two device pixels, the last one exclusive. */
function barsBetween({ left, pitch, levels }: Bars, from: number, to: number): [number, number] {
  const indexOf = (x: number): number =>
    Math.min(levels.length / 2, Math.max(0, Math.ceil((x - left) / pitch - 0.5)));
  return [indexOf(from), indexOf(to)];
}

/** Draws the clips of a track from their peaks: as bars, and as lines where the view is enlarged. */
export function paintPeaks(
  context: CanvasRenderingContext2D,
  lane: Lane,
  colors: LaneColors,
): void {
  const { clips, peaks, sampleRate, view, width, height } = lane;
  context.clearRect(0, 0, width, height);
  const isEnlarged = isLine(view, lane);
  const middle = height / 2;
  const secondsPerColumn = (view.to - view.from) / width;
  const columnOf = (frame: number): number => (frame / sampleRate - view.from) / secondsPerColumn;
  for (const clip of clips) {
    const length = clip.end - clip.start;
    const first = Math.max(0, Math.floor(columnOf(clip.at)));
    const last = Math.min(width, Math.ceil(columnOf(clip.at + length)));
    const source = peaks.get(clip.source);
    if (last <= first) continue;
    context.fillStyle = clip.layer ? colors.made : colors.original;
    if (!source) {
      // The peaks have not been computed yet.
      context.fillRect(first, Math.floor(middle), last - first, 1);
      continue;
    }
    if (!isEnlarged) {
      const bars = clipBars(clip, { ...lane, peaks: source });
      const range = barsBetween(bars, columnOf(clip.at), columnOf(clip.at + length));
      paintBars(context, { bars, color: String(context.fillStyle) }, lane, { range });
      continue;
    }
    // A gap of one pixel shows where two clips meet.
    for (let column = first + (last - first > MIN_GAP_WIDTH ? 1 : 0); column < last; column++) {
      const start = (view.from + column * secondsPerColumn) * sampleRate;
      const range = [start, start + secondsPerColumn * sampleRate] as const;
      const { from, to, level } = sourceRange(clip, range, sampleRate);
      const [low, high] = extremesOf(source, from, to);
      const top = Math.round(middle - Math.min(1, high * level) * middle);
      const bottom = Math.round(middle - Math.max(-1, low * level) * middle);
      context.fillRect(column, top, 1, Math.max(1, bottom - top));
    }
  }
}

/** Draws samples as a line, with dots if they are far enough apart. */
export function paintSamples(
  context: CanvasRenderingContext2D,
  { sampleRate, view, width, height }: Lane,
  { from, block }: LaneSamples,
  colors: LaneColors,
): void {
  context.clearRect(0, 0, width, height);
  const middle = height / 2;
  const columns = width / ((view.to - view.from) * sampleRate);
  const columnOf = (frame: number): number => (frame - view.from * sampleRate) * columns;
  const margin = 2;
  const rowOf = (value: number): number =>
    middle - Math.min(1, Math.max(-1, value)) * (middle - margin);
  context.strokeStyle = context.fillStyle = colors.original;
  context.lineWidth = margin / 2 + 0.5;
  for (const samples of block) {
    context.beginPath();
    for (const [at, value] of samples.entries()) context.lineTo(columnOf(from + at), rowOf(value));
    context.stroke();
    if (columns < MIN_DOT_DISTANCE) continue;
    for (const [at, value] of samples.entries())
      context.fillRect(columnOf(from + at) - 2, rowOf(value) - 2, 4, 4);
  }
}
