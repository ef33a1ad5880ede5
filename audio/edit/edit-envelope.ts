import { type ClipPosition, changeClip } from "./arrange.ts";
import type { Clip, Edit } from "./edit.ts";
import {
  type EnvelopePoint,
  MAX_ENVELOPE_POINTS,
  clampGain,
  envelopeAt,
  pointOn,
} from "./envelope.ts";

/** A point that a clip plays. */
export interface ClipPoint {
  /** Index in the clip's envelope. */
  readonly index: number;
  /** Frame of the track. */
  readonly at: number;
  /** dB */
  readonly gain: number;
}

/** Frame of the source that a clip plays at a frame of the track, and the other way around. */
export const sourceFrameAt = ({ at, start, end, reversed }: Clip, frame: number): number =>
  reversed ? end - 1 - (frame - at) : start + (frame - at);
export const trackFrameOf = ({ at, start, end, reversed }: Clip, frame: number): number =>
  reversed ? at + (end - 1 - frame) : at + (frame - start);

/** Gain of a clip's envelope in dB at a frame of the track. */
export const clipEnvelopeAt = (clip: Clip, frame: number): number =>
  envelopeAt(clip.envelope ?? [], sourceFrameAt(clip, frame));

/** The points between two frames of the track, in the order in which they are played. */
export function clipPoints(clip: Clip, from = -Infinity, to = Infinity): readonly ClipPoint[] {
  const [first, last] = [Math.max(from, clip.at), Math.min(to, clip.at + clip.end - clip.start)];
  const points = (clip.envelope ?? [])
    .map(({ frame, gain }, index) => ({ index, at: trackFrameOf(clip, frame), gain }))
    .filter(({ at }) => at >= first && at < last);
  return clip.reversed ? points.reverse() : points;
}

/** Replaces the envelope of a clip; an empty one is removed. */
export function withEnvelope(clip: Clip, points: readonly EnvelopePoint[]): Clip {
  const { envelope: _before, ...bare } = clip;
  return points.length > 0 ? { ...bare, envelope: points } : bare;
}

const changeEnvelope = (
  edit: Edit,
  position: ClipPosition,
  change: (points: readonly EnvelopePoint[], clip: Clip) => readonly EnvelopePoint[],
): Edit =>
  changeClip(edit, position, (clip) => {
    const before = clip.envelope ?? [];
    const points = change(before, clip);
    return points === before ? clip : withEnvelope(clip, points);
  });

/**
 * Adds a point to the clip at a position, or sets the one that is there.
 * @param gain dB; defaults to the present one, so that the sound stays the same
 */
export const addEnvelopePoint = (edit: Edit, position: ClipPosition, gain?: number): Edit =>
  changeEnvelope(edit, position, (points, clip) => {
    const frame = sourceFrameAt(clip, position.at);
    const point = {
      ...pointOn(points, frame),
      ...(gain !== undefined && { gain: clampGain(gain) }),
    };
    const present = points.findIndex((each) => each.frame === frame);
    if (present >= 0)
      return points[present]!.gain === point.gain ? points : points.with(present, point);
    if (points.length >= MAX_ENVELOPE_POINTS) return points;
    const index = points.findIndex((each) => each.frame > frame);
    return points.toSpliced(index < 0 ? points.length : index, 0, point);
  });

/** Minimum time between a point that is moved and its neighbors in seconds: a step would click. */
const MIN_DISTANCE = 0.001;

/**
 * Moves a point of the clip at a position: between its neighbors, and within what the clip plays.
 * @param to a frame of the track, and the gain in dB
 */
export const moveEnvelopePoint = (
  edit: Edit,
  position: ClipPosition,
  index: number,
  to: { readonly at: number; readonly gain: number },
): Edit =>
  changeEnvelope(edit, position, (points, clip) => {
    const before = points[index];
    if (!before) return points;
    const gap = Math.max(1, Math.round(MIN_DISTANCE * edit.sampleRate));
    const min = Math.max(clip.start, (points[index - 1]?.frame ?? -Infinity) + gap);
    const max = Math.min(clip.end - 1, (points[index + 1]?.frame ?? Infinity) - gap);
    const target = Math.round(sourceFrameAt(clip, to.at));
    // A point that is closer to a neighbor already stays, or moves away from it.
    const frame = Math.min(
      Math.max(max, before.frame),
      Math.max(Math.min(min, before.frame), target),
    );
    const gain = clampGain(to.gain);
    return frame === before.frame && gain === before.gain
      ? points
      : points.with(index, { ...before, frame, gain });
  });

/** Removes a point of the clip at a position; those that it does not play go with the last one. */
export const removeEnvelopePoint = (edit: Edit, position: ClipPosition, index: number): Edit =>
  changeEnvelope(edit, position, (points, { start, end }) => {
    if (!(index in points)) return points;
    const rest = points.toSpliced(index, 1);
    return rest.some(({ frame }) => frame >= start && frame < end) ? rest : [];
  });

/** Removes all points of the clip at a position. */
export const removeEnvelope = (edit: Edit, position: ClipPosition): Edit =>
  changeEnvelope(edit, position, (points) => (points.length > 0 ? [] : points));
