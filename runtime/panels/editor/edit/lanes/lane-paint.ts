import type { Clip } from "#audio/edit/edit.ts";
import { decibelsToFactor } from "#audio/signal/decibel.ts";
import { fadeAt } from "#audio/signal/fade.ts";
import { extremesBetween } from "#runtime/audio/waveform/extremes.ts";
import { type PeaksResult, PEAKS_PER_SECOND } from "#runtime/audio/worker/results.ts";
import type { View } from "#runtime/audio/waveform/view.ts";
import type { PeaksBySource } from "../project/use-source-peaks.ts";

export interface Lane {
  readonly clips: readonly Clip[];
  readonly peaks: PeaksBySource;
  /** Of the edit, in Hz. */
  readonly sampleRate: number;
  readonly view: View;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
}
export interface LaneColours {
  /** Of sound as it was brought, and of what an effect has made. */
  readonly original: string;
  readonly made: string;
}

/** Samples of a track from a frame on, where single ones can be told apart. */
export interface LaneSamples {
  readonly from: number;
  readonly block: readonly Float32Array[];
}

/** Device pixels of a clip from which its first one is left out. */
const CUT = 2;
/** Device pixels of a sample from which it is drawn as a dot. */
const DOTS = 6;

/** Factor of a clip's level at one of its frames, by gain and fades. */
export function levelAt(clip: Clip, place: number): number {
  const frame = clip.reversed ? clip.end - 1 - place : clip.start + place;
  const level = decibelsToFactor(clip.gain ?? 0);
  return (clip.fades ?? []).reduce(
    (product, { curve, silentAt, fullAt }) =>
      product * fadeAt(curve, (frame - silentAt) / (fullAt - silentAt)),
    level,
  );
}

/** Lowest and highest value of a stretch of a source, −1 to 1. @param from seconds */
export function extremesOf(
  { peaks }: Pick<PeaksResult, "peaks">,
  from: number,
  to: number,
): readonly [low: number, high: number] {
  const first = Math.max(0, Math.floor(from * PEAKS_PER_SECOND));
  const last = Math.max(first + 1, Math.floor(to * PEAKS_PER_SECOND));
  return extremesBetween(peaks, first, last);
}

/** Draws the clips of a track by their peaks, a line of one pixel for each column. */
export function paintPeaks(
  context: CanvasRenderingContext2D,
  { clips, peaks, sampleRate, view, width, height }: Lane,
  colours: LaneColours,
): void {
  context.clearRect(0, 0, width, height);
  const middle = height / 2;
  const secondsPerColumn = (view.to - view.from) / width;
  const columnOf = (frame: number): number => (frame / sampleRate - view.from) / secondsPerColumn;
  for (const clip of clips) {
    const length = clip.end - clip.start;
    const first = Math.max(0, Math.floor(columnOf(clip.at)));
    const last = Math.min(width, Math.ceil(columnOf(clip.at + length)));
    const source = peaks.get(clip.source);
    if (last <= first) continue;
    context.fillStyle = clip.layer ? colours.made : colours.original;
    if (!source) {
      // Its waveform is on its way.
      context.fillRect(first, Math.floor(middle), last - first, 1);
      continue;
    }
    // Where there is room, a cut is seen between clips.
    for (let column = first + (last - first > CUT ? 1 : 0); column < last; column++) {
      const from = (view.from + column * secondsPerColumn) * sampleRate - clip.at;
      const to = Math.min(length, from + secondsPerColumn * sampleRate);
      const start = Math.max(0, from);
      const [a, b] = clip.reversed
        ? [clip.end - to, clip.end - start]
        : [clip.start + start, clip.start + to];
      const level = levelAt(clip, Math.min(length - 1, Math.floor((start + to) / 2)));
      const [low, high] = extremesOf(source, a / sampleRate, b / sampleRate);
      const top = Math.round(middle - Math.min(1, high * level) * middle);
      const bottom = Math.round(middle - Math.max(-1, low * level) * middle);
      context.fillRect(column, top, 1, Math.max(1, bottom - top));
    }
  }
}

/** Draws single samples as a line, with dots where there is room for them. */
export function paintSamples(
  context: CanvasRenderingContext2D,
  { sampleRate, view, width, height }: Lane,
  { from, block }: LaneSamples,
  colours: LaneColours,
): void {
  context.clearRect(0, 0, width, height);
  const middle = height / 2;
  const columns = width / ((view.to - view.from) * sampleRate);
  const columnOf = (frame: number): number => (frame - view.from * sampleRate) * columns;
  const margin = 2;
  const rowOf = (value: number): number =>
    middle - Math.min(1, Math.max(-1, value)) * (middle - margin);
  context.strokeStyle = context.fillStyle = colours.original;
  context.lineWidth = margin / 2 + 0.5;
  for (const samples of block) {
    context.beginPath();
    for (const [at, value] of samples.entries()) context.lineTo(columnOf(from + at), rowOf(value));
    context.stroke();
    if (columns < DOTS) continue;
    for (const [at, value] of samples.entries())
      context.fillRect(columnOf(from + at) - 2, rowOf(value) - 2, 4, 4);
  }
}
