import { type ClipPoint, clipEnvelopeAt, clipPoints } from "#audio/edit/edit-envelope.ts";
import { ENVELOPE_GAIN, clampGain } from "#audio/edit/envelope.ts";
import type { Clip } from "#audio/edit/edit.ts";
import type { View } from "#runtime/audio/waveform/view.ts";

/** Length of the steps of the line, in CSS pixels. */
const STEP = 3;

/** dB over the height of a lane, per decade: −6 dB is near the middle, as on a fader. */
const SCALE = 60;

/** Height of a gain in dB, from 0 (silent) to 1 (the highest gain). */
export const gainToHeight = (gain: number): number => 10 ** ((gain - ENVELOPE_GAIN.max) / SCALE);

/** Gain at a height, in steps of 0.1 dB. */
export const heightToGain = (height: number): number =>
  clampGain(Math.round(10 * (ENVELOPE_GAIN.max + SCALE * Math.log10(Math.max(1e-9, height)))) / 10);

/** What is visible of a clip's curve. */
export interface VisibleCurve {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** CSS pixels. */
  readonly width: number;
  readonly points: readonly ClipPoint[];
  /** Points of a line, as SVG has them, in percent of the visible part. */
  readonly line: string;
}

/** The visible part of a clip's curve; null if there is none. */
export function visibleCurve(
  clip: Clip,
  {
    view,
    scale,
    sampleRate,
  }: {
    readonly view: View;
    /** CSS pixels per second. */
    readonly scale: number;
    readonly sampleRate: number;
  },
): VisibleCurve | null {
  const from = Math.max(view.from, clip.at / sampleRate);
  const to = Math.min(view.to, (clip.at + clip.end - clip.start) / sampleRate);
  if (to <= from) return null;
  const [first, last] = [from * sampleRate, to * sampleRate];
  const points = clipPoints(clip, Math.floor(first), Math.ceil(last));
  const width = (to - from) * scale;
  const steps = clip.envelope ? Math.max(1, Math.round(width / STEP)) : 1;
  const frames = Array.from(
    { length: steps + 1 },
    (_, at) => first + ((last - first) * at) / steps,
  );
  // With more points than steps, the steps are close enough.
  const exact = points.length <= steps ? points.map(({ at }) => at) : [];
  const line = [...frames, ...exact]
    .sort((a, b) => a - b)
    .map((frame) => {
      const x = (100 * (frame - first)) / (last - first);
      const y = 100 * (1 - gainToHeight(clipEnvelopeAt(clip, frame)));
      return `${x.toFixed(2)},${y.toFixed(2)}`;
    });
  return { from, to, width, points, line: line.join(" ") };
}
