import { type ClipPosition, clipAt } from "./arrange.ts";
import { type ConvertFrame, convertFade } from "./change-rate.ts";
import { crossfade } from "./crossfade.ts";
import type { Clip, Edit, Layer } from "./edit.ts";
import { type EnvelopePoint, convertEnvelope } from "./envelope.ts";

/** How a source differs from its original, in length and pitch. */
export interface SourceStretch {
  /** The original. */
  readonly source: string;
  /** Length by that of the original. */
  readonly scale: number;
  readonly semitones: number;
  /**
   * Seconds of the whole stretched original before the source begins, which may be a part of it;
   * defaults to 0.
   */
  readonly start?: number;
}

const EFFECT = "stretch";
/** What products and quotients of frames and scales may be off. */
const [TOLERANCE, TOLERANCE_BACK] = [1e-6, 1e-5];

const lengthOf = ({ start, end }: Clip): number => end - start;
const endOf = (clip: Clip): number => clip.at + lengthOf(clip);

/** Frames by which two neighboring clips overlap; 0 without one of them. */
const overlapOf = (first: Clip | undefined, second: Clip | undefined): number =>
  first && second ? Math.max(0, endOf(first) - second.at) : 0;

export const isUnchanged = ({ scale, semitones }: Omit<SourceStretch, "source">): boolean =>
  scale === 1 && semitones === 0;

/**
 * Frames of a whole stretched original by those of the original. Each frame is converted by itself,
 * so that clips that play adjacent ranges stay adjacent, and never beyond the end.
 */
export const stretchFrame = (frame: number, scale: number): number =>
  Math.floor(frame * scale + TOLERANCE);

/** Converts frames of an original to those of a stretched copy. */
const createForward =
  ({ scale, start = 0 }: Omit<SourceStretch, "source">, sampleRate: number): ConvertFrame =>
  (frame) =>
    stretchFrame(frame, scale) - Math.round(start * sampleRate);

/** Converts frames of a stretched copy to the original; the first of those that meet in one. */
const createBackward =
  ({ scale, start = 0 }: SourceStretch, sampleRate: number): ConvertFrame =>
  (frame) =>
    Math.ceil((frame + Math.round(start * sampleRate)) / scale - TOLERANCE_BACK);

/** A clip that plays another source; its fades and its envelope move along. */
function convertSource(clip: Clip, source: string, convert: ConvertFrame): Clip {
  const { fades, envelope } = clip;
  const end = convert(clip.end);
  return {
    ...clip,
    source,
    // Of what is shorter than a frame of the original, one frame is left.
    start: Math.min(convert(clip.start), end - 1),
    end,
    ...(fades && { fades: fades.map((fade) => convertFade(fade, convert)) }),
    ...(envelope && { envelope: convertEnvelope(envelope, convert) }),
  };
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isSamePoint = (a: EnvelopePoint, b: EnvelopePoint): boolean =>
  a.frame === b.frame && a.gain === b.gain && isEqual(a.lowered, b.lowered);

/** What a stretched clip played before it was stretched; null if it was not. */
const beneathOf = ({ layer }: Clip): Clip | null =>
  (layer?.effect === EFFECT && layer.beneath[0]) || null;

/**
 * The clip with the original of its source. What was not changed since it was stretched is exactly
 * as before.
 * @param stretch of the present source of the clip
 */
export function unstretchClip(clip: Clip, stretch: SourceStretch, sampleRate: number): Clip {
  if (isUnchanged(stretch)) return clip;
  const before = beneathOf(clip);
  const { layer, ...bare } = clip;
  const beneathLayer = before ? before.layer : layer;
  const forward = createForward(stretch, sampleRate);
  const inverse = createBackward(stretch, sampleRate);
  const edges = new Map(before ? [before.start, before.end].map((at) => [forward(at), at]) : []);
  const backward: ConvertFrame = (frame) => edges.get(frame) ?? inverse(frame);
  const own = {
    ...convertSource(bare, stretch.source, backward),
    ...(beneathLayer && { layer: beneathLayer }),
  };
  if (!before) return own;
  const { fades, envelope } = convertSource(before, "", forward);
  const known = new Map(before.fades?.map((fade, i) => [JSON.stringify(fades![i]), fade] as const));
  const isWhole =
    envelope?.length === clip.envelope?.length &&
    envelope?.every((point, i) => isSamePoint(point, clip.envelope![i]!));
  return {
    ...own,
    ...(clip.fades && {
      fades: clip.fades.map((fade, i) => known.get(JSON.stringify(fade)) ?? own.fades![i]!),
    }),
    ...(isWhole && { envelope: before.envelope! }),
  };
}

/**
 * Plays a stretched copy of the original in a clip: the same part of the sound, with its fades and its
 * envelope, and with what it played before as a layer beneath. Later clips of the track move, so that
 * gaps and overlaps keep their lengths; overlaps become shorter than that only where the clip is too
 * short for them.
 * @param present of the source that the clip plays @param source the copy, or the original
 * @param next of the copy
 * @returns null if no clip plays there, or if it would become shorter than its overlap with the clip
 * before
 */
export function stretchClip(
  edit: Edit,
  position: ClipPosition,
  {
    present,
    source,
    next,
  }: {
    readonly present: SourceStretch;
    readonly source: string;
    readonly next: Omit<SourceStretch, "source">;
  },
): Edit | null {
  const clip = clipAt(edit, position);
  const track = edit.tracks.find(({ id }) => id === position.track);
  if (!clip || !track) return null;
  const own = unstretchClip(clip, present, edit.sampleRate);
  const stretched = isUnchanged(next) ? own : withLayer(own, source, next, edit.sampleRate);
  const index = track.clips.indexOf(clip);
  const following = track.clips[index + 1];
  const before = overlapOf(track.clips[index - 1], clip);
  const length = lengthOf(stretched);
  if (stretched.start < 0 || length < Math.max(1, before)) return null;
  const overlap = overlapOf(clip, following);
  const shift = endOf(stretched) - endOf(clip) + overlap - Math.min(overlap, length - before);
  const clips = track.clips.map((each, i) =>
    i < index ? each : i === index ? stretched : { ...each, at: each.at + shift },
  );
  return {
    ...edit,
    tracks: edit.tracks.map((each) =>
      each === track ? { ...track, clips: crossfade(clips) } : each,
    ),
  };
}

function withLayer(
  own: Clip,
  source: string,
  next: Omit<SourceStretch, "source">,
  sampleRate: number,
): Clip {
  const { scale, semitones, start = 0 } = next;
  const stretched = convertSource(own, source, createForward(next, sampleRate));
  const layer: Layer = {
    effect: EFFECT,
    values: { scale, semitones, start },
    beneath: [{ ...own, at: 0 }],
    framesBeneath: lengthOf(own),
    frames: lengthOf(stretched),
  };
  return { ...stretched, layer };
}

/** How a clip is stretched, by its layer, which may be of a foreign file; null if it is not. */
function stretchIn(clip: Clip): SourceStretch | null {
  const before = beneathOf(clip);
  const { scale, semitones, start } = clip.layer?.values ?? {};
  const isValid = [scale, semitones, start].every(
    (value) => typeof value === "number" && Number.isFinite(value),
  );
  if (!before || !isValid || (scale as number) <= 0) return null;
  return { source: before.source, scale, semitones, start } as SourceStretch;
}

export const isStretched = (clip: Clip): boolean => stretchIn(clip) !== null;

/** Gives a clip its original back. The edit is returned unchanged where that is impossible. */
export function removeStretch(edit: Edit, position: ClipPosition): Edit {
  const clip = clipAt(edit, position);
  const present = clip && stretchIn(clip);
  if (!present) return edit;
  const next = { scale: 1, semitones: 0 };
  return stretchClip(edit, position, { present, source: present.source, next }) ?? edit;
}
