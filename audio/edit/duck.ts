import { sourceFrameAt, trackFrameOf, withEnvelope } from "./edit-envelope.ts";
import type { Clip, Edit } from "./edit.ts";
import {
  ENVELOPE_GAIN,
  type EnvelopePoint,
  MAX_ENVELOPE_POINTS,
  clampGain,
  envelopeAt,
  pointOn,
} from "./envelope.ts";

/** A range of frames of a track; its end does not belong to it. */
export interface SpeechRange {
  readonly start: number;
  readonly end: number;
}

export interface DuckOptions {
  /** Id of the track that speaks. */
  readonly speaker: number;
  /** dB, below 0. */
  readonly gain: number;
  /** Frames in which the level falls before speech, and rises after it. */
  readonly attack: number;
  readonly release: number;
}

/** Speech whose fades would meet is one range: the level does not rise between its words. */
function joinRanges(
  speech: readonly SpeechRange[],
  { attack, release }: DuckOptions,
): readonly SpeechRange[] {
  const joined: SpeechRange[] = [];
  for (const range of speech) {
    const last = joined.at(-1);
    if (last && range.start - attack <= last.end + release)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else joined.push(range);
  }
  return joined;
}

/** The envelope that lowers a track under speech, by frames of the track. */
const duckPoints = (
  ranges: readonly SpeechRange[],
  { gain, attack, release }: DuckOptions,
): readonly EnvelopePoint[] =>
  ranges.flatMap(({ start, end }) => [
    { frame: start - attack, gain: 0 },
    { frame: start, gain },
    { frame: end, gain },
    { frame: end + release, gain: 0 },
  ]);

type Lowered = NonNullable<EnvelopePoint["lowered"]>;

/** dB by which two gains that are rounded may differ and still be the same. */
const TOLERANCE = 0.025;

const round = (gain: number): number => clampGain(Math.round(100 * gain) / 100);

/** Tracks that speak at the same time lower a clip once, by the lowest of their values. */
const lowestOf = (lowered: Lowered = {}): number => Math.min(0, ...Object.values(lowered));

/** An envelope as it was before the clip was lowered under a track. */
function withoutLowering(
  points: readonly EnvelopePoint[],
  speaker: number,
): readonly EnvelopePoint[] {
  const isLowered = ({ lowered }: EnvelopePoint): boolean => lowered?.[speaker] !== undefined;
  if (!points.some(isLowered)) return points;
  const raised = points.map((point): EnvelopePoint => {
    if (!isLowered(point)) return point;
    const { frame, gain, lowered } = point;
    const { [speaker]: _lowered, ...others } = lowered as Lowered;
    const bare = { frame, gain: round(gain - lowestOf(lowered) + lowestOf(others)) };
    return Object.keys(others).length > 0 ? { ...bare, lowered: others } : bare;
  });
  const rest: EnvelopePoint[] = [];
  for (const [i, point] of raised.entries()) {
    // Points that were only there for the lowering lie on the line between the others.
    const around = [...rest.slice(-1), ...raised.slice(i + 1, i + 2)];
    const isOnLine = Math.abs(envelopeAt(around, point.frame) - point.gain) < TOLERANCE;
    if (!isLowered(points[i]!) || point.lowered || !isOnLine) rest.push(point);
  }
  return rest;
}

/** Adds an envelope of the track to that of a clip; null if this needs too many points. */
function duckClip(clip: Clip, added: readonly EnvelopePoint[], speaker: number): Clip | null {
  const last = clip.at + clip.end - clip.start - 1;
  const inside = added.filter(({ frame }) => frame >= clip.at && frame <= last);
  // Points at the ends of the clip hold what the envelope of the track is there.
  const ends = [clip.at, last].filter((at) => envelopeAt(added, at) !== 0);
  const old = clip.envelope ?? [];
  const own = withoutLowering(old, speaker);
  const frames = new Set(
    [...ends, ...inside.map(({ frame }) => frame)].map((at) => sourceFrameAt(clip, at)),
  );
  if (frames.size === 0) return own === old ? clip : withEnvelope(clip, own);
  const isPlayed = (frame: number): boolean => frame >= clip.start && frame < clip.end;
  const all = [...new Set([...frames, ...own.map(({ frame }) => frame)])];
  if (all.length > MAX_ENVELOPE_POINTS) return null;
  const points = all
    .sort((a, b) => a - b)
    .map((frame) => {
      const point = pointOn(own, frame);
      const change = isPlayed(frame) ? envelopeAt(added, trackFrameOf(clip, frame)) : 0;
      if (change === 0 && !frames.has(frame)) return point;
      const gain = point.gain - lowestOf(point.lowered);
      const by = round(Math.max(change, ENVELOPE_GAIN.min - gain));
      const lowered = { ...point.lowered, [speaker]: by };
      return { frame, gain: round(gain + lowestOf(lowered)), lowered };
    });
  const isSame =
    own !== old &&
    [...points, ...old].every(
      ({ frame }) => Math.abs(envelopeAt(points, frame) - envelopeAt(old, frame)) < TOLERANCE,
    );
  return isSame ? clip : withEnvelope(clip, points);
}

/**
 * Lowers a track while another one speaks, by points of the envelopes of its clips. It replaces
 * what was lowered under the same track before: once more with the same options changes nothing.
 * @param speech sorted ranges
 * @returns the number of ranges in which the track is lowered; null if a clip would need too many
 * points, and nothing was changed
 */
export function duckTrack(
  edit: Edit,
  track: number,
  speech: readonly SpeechRange[],
  options: DuckOptions,
): { readonly edit: Edit; readonly ranges: number | null } {
  const found = edit.tracks.find(({ id }) => id === track);
  const ranges = joinRanges(speech, options).filter(({ start, end }) =>
    found?.clips.some((clip) => clip.at < end && clip.at + clip.end - clip.start > start),
  );
  if (!found || ranges.length === 0) return { edit, ranges: 0 };
  const added = duckPoints(ranges, options);
  const clips: Clip[] = [];
  for (const clip of found.clips) {
    const ducked = duckClip(clip, added, options.speaker);
    if (!ducked) return { edit, ranges: null };
    clips.push(ducked);
  }
  if (clips.every((clip, i) => clip === found.clips[i])) return { edit, ranges: ranges.length };
  const tracks = edit.tracks.map((each) => (each === found ? { ...found, clips } : each));
  return { edit: { ...edit, tracks }, ranges: ranges.length };
}
