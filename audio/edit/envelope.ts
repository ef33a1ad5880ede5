import { decibelsToFactor } from "../signal/decibel.ts";

/**
 * A point of a clip's volume envelope. It belongs to a frame of the source, so that it stays with
 * the sound when the clip is moved, split, trimmed or reversed.
 */
export interface EnvelopePoint {
  /** May be outside of what the clip plays. */
  readonly frame: number;
  /** dB */
  readonly gain: number;
  /**
   * By how much the clip is lowered under speech at this point, in dB by the id of the track that
   * speaks. The lowest of these values is part of the gain.
   */
  readonly lowered?: Readonly<Record<string, number>>;
}

/** Range of the gain of a point in dB; at its lower end a clip is practically silent. */
export const ENVELOPE_GAIN = { min: -60, max: 12 } as const;
/** Maximum number of points of a clip: a duck at each sentence of some hours of speech. */
export const MAX_ENVELOPE_POINTS = 10_000;
/** Frames of points are within ±this: far more than any sound has, and still exact at other rates. */
const MAX_FRAME = 2 ** 40;

/** A gain within the range; −0 becomes 0, which is how it is saved. */
export const clampGain = (gain: number): number =>
  Math.min(ENVELOPE_GAIN.max, Math.max(ENVELOPE_GAIN.min, gain)) + 0;

const isLowered = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((gain) => typeof gain === "number" && gain <= 0);

/** Whether a stored value is an envelope: 1 to 10,000 points, each after the one before. */
export function isEnvelope(value: unknown): value is readonly EnvelopePoint[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ENVELOPE_POINTS)
    return false;
  let last = -Infinity;
  return value.every((point: unknown) => {
    if (typeof point !== "object" || point === null) return false;
    const { frame, gain, lowered } = point as Partial<Record<keyof EnvelopePoint, unknown>>;
    if (!Number.isSafeInteger(frame) || typeof gain !== "number") return false;
    if (Math.abs(frame as number) > MAX_FRAME) return false;
    if (lowered !== undefined && !isLowered(lowered)) return false;
    const isAfter = (frame as number) > last;
    last = frame as number;
    // Comparisons with NaN are false.
    return isAfter && gain >= ENVELOPE_GAIN.min && gain <= ENVELOPE_GAIN.max;
  });
}

/** Index of the first point after a frame. */
function indexAfter(points: readonly EnvelopePoint[], frame: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.frame > frame) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Gain in dB at a frame that is between two points. */
const gainBetween = (a: EnvelopePoint, b: EnvelopePoint, frame: number): number =>
  a.gain + ((b.gain - a.gain) * (frame - a.frame)) / (b.frame - a.frame);

/**
 * Gain in dB of an envelope at a frame of the source: linear in dB between two points, as loudness
 * is heard, and constant before the first and after the last one; 0 without points.
 */
export function envelopeAt(points: readonly EnvelopePoint[], frame: number): number {
  const next = indexAfter(points, frame);
  const [before, after] = [points[next - 1], points[next]];
  if (before && after) return gainBetween(before, after, frame);
  return (before ?? after)?.gain ?? 0;
}

/**
 * Reads the factor of an envelope frame by frame. It depends on the frame alone, not on where
 * reading began; frames next to each other are found quickly.
 */
export function createEnvelopeReader(points: readonly EnvelopePoint[]): (frame: number) => number {
  /** The range of frames in which `before` and `after` hold. */
  let [from, to] = [0, 0];
  let before: EnvelopePoint | undefined;
  let after: EnvelopePoint | undefined;
  let constant = 1;
  return (frame) => {
    if (frame < from || frame >= to) {
      const next = indexAfter(points, frame);
      [before, after] = [points[next - 1], points[next]];
      [from, to] = [before?.frame ?? -Infinity, after?.frame ?? Infinity];
      constant = decibelsToFactor((before ?? after)?.gain ?? 0);
    }
    return before && after && before.gain !== after.gain
      ? decibelsToFactor(gainBetween(before, after, frame))
      : constant;
  };
}

/** Converts the frames of an envelope; of points that meet in one frame, the last one stays. */
export const convertEnvelope = (
  points: readonly EnvelopePoint[],
  convert: (frame: number) => number,
): readonly EnvelopePoint[] =>
  points
    .map((point) => ({ ...point, frame: convert(point.frame) }))
    .filter(({ frame }, i, all) => frame !== all[i + 1]?.frame);

/** A point at a frame of an envelope, which stays the same with it. */
export function pointOn(points: readonly EnvelopePoint[], frame: number): EnvelopePoint {
  const next = indexAfter(points, frame);
  const around = points.slice(Math.max(0, next - 1), next + 1);
  const point = { frame, gain: clampGain(envelopeAt(around, frame)) };
  const tracks = new Set(around.flatMap(({ lowered }) => Object.keys(lowered ?? {})));
  if (tracks.size === 0) return point;
  const loweredBy = (track: string): number =>
    envelopeAt(
      around.map((each) => ({ frame: each.frame, gain: each.lowered?.[track] ?? 0 })),
      frame,
    );
  return {
    ...point,
    lowered: Object.fromEntries([...tracks].map((track) => [track, loweredBy(track)])),
  };
}
