import type { FadeCurve } from "../signal/fade.ts";
import type { EnvelopePoint } from "./envelope.ts";
import { type TrackEffect, tailOf } from "./inserts/track-effect.ts";

/** A gain change between two source frames, so that it survives cuts. */
export interface Fade {
  readonly curve: FadeCurve;
  /** Frames of silence and of full gain. */
  readonly silentAt: number;
  readonly fullAt: number;
  /** Whether the overlap with another clip caused it; removed when they no longer overlap. */
  readonly cross?: true;
}

/** An effect whose result a clip plays instead of the content beneath. */
export interface Layer {
  readonly effect: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The processed clips, starting at frame 0. */
  readonly beneath: readonly Clip[];
  /** Lengths of the input and of the result. */
  readonly framesBeneath: number;
  readonly frames: number;
}

/** A source range at a track position, without a copy of the samples. All values in frames. */
export interface Clip {
  /** Position in its track. */
  readonly at: number;
  readonly source: string;
  /** Source range; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly reversed?: true;
  /** dB; defaults to 0. */
  readonly gain?: number;
  readonly fades?: readonly Fade[];
  /** Sorted; a gain over time in addition to the others. */
  readonly envelope?: readonly EnvelopePoint[];
  readonly layer?: Layer;
}

export interface Track {
  readonly id: number;
  readonly name: string;
  /** dB */
  readonly gain: number;
  /** −1 (left) to 1 (right). */
  readonly pan: number;
  readonly muted: boolean;
  /** If any track is solo, only solo tracks play. */
  readonly solo: boolean;
  /** Sorted by start and by end. At most two clips overlap. */
  readonly clips: readonly Clip[];
  /** The track plays through them in this order, before its gain and pan. */
  readonly effects?: readonly TrackEffect[];
}

/** A named range, or a named position if `start` equals `end`. */
export interface Mark {
  readonly id: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The complete edit of some sounds: immutable data that can be stored cheaply in any number of
 * versions.
 */
export interface Edit {
  readonly sampleRate: number;
  readonly channels: number;
  readonly tracks: readonly Track[];
  readonly marks: readonly Mark[];
  /** Id of the next new track or marker. */
  readonly nextId: number;
}

/** A frame range (`end` is exclusive) of some tracks. */
export interface Selection {
  readonly tracks: readonly number[];
  readonly start: number;
  readonly end: number;
}

export const createEdit = (sampleRate: number, channels: number): Edit => ({
  sampleRate,
  channels,
  tracks: [],
  marks: [],
  nextId: 1,
});

/** Adds a track below the others, with a whole source at its beginning. */
export function addTrack(
  edit: Edit,
  name: string,
  content?: { readonly source: string; readonly frames: number },
): Edit {
  const clips = content?.frames
    ? [{ at: 0, source: content.source, start: 0, end: content.frames }]
    : [];
  const track = { id: edit.nextId, name, gain: 0, pan: 0, muted: false, solo: false, clips };
  return { ...edit, tracks: [...edit.tracks, track], nextId: edit.nextId + 1 };
}

export const removeTrack = (edit: Edit, id: number): Edit => ({
  ...edit,
  tracks: edit.tracks.filter((track) => track.id !== id),
});

export const changeTrack = (
  edit: Edit,
  id: number,
  change: Partial<Pick<Track, "name" | "gain" | "pan" | "muted" | "solo">>,
): Edit => ({
  ...edit,
  tracks: edit.tracks.map((track) => (track.id === id ? { ...track, ...change } : track)),
});

/** One track without the mixer settings, with its effects. */
export const trackWithEffects = (edit: Edit, id: number): Edit => ({
  ...edit,
  tracks: edit.tracks
    .filter((track) => track.id === id)
    .map((track) => ({ ...track, gain: 0, pan: 0, muted: false, solo: false })),
});

/** One track without the mixer settings and effects. */
export function trackAlone(edit: Edit, id: number): Edit {
  const alone = trackWithEffects(edit, id);
  return { ...alone, tracks: alone.tracks.map(({ effects: _effects, ...track }) => track) };
}

export function addMark(edit: Edit, mark: Omit<Mark, "id">): Edit {
  const marks = [...edit.marks, { ...mark, id: edit.nextId }].sort((a, b) => a.start - b.start);
  return { ...edit, marks, nextId: edit.nextId + 1 };
}

export const removeMark = (edit: Edit, id: number): Edit => ({
  ...edit,
  marks: edit.marks.filter((mark) => mark.id !== id),
});

export function changeMark(edit: Edit, id: number, change: Partial<Omit<Mark, "id">>): Edit {
  const marks = edit.marks.map((mark) => (mark.id === id ? { ...mark, ...change } : mark));
  return { ...edit, marks: marks.sort((a, b) => a.start - b.start) };
}

/** Length up to the end of the last clip in frames. */
export const lengthOf = ({ tracks }: Pick<Edit, "tracks">): number =>
  tracks.reduce((max, { clips }) => Math.max(max, endOf(clips)), 0);

/** Length up to the end of the last sound, which effects may extend beyond the clips, in frames. */
export const playedLengthOf = ({ tracks, sampleRate }: Edit): number =>
  tracks.reduce((max, { clips, effects }) => {
    const end = endOf(clips);
    return Math.max(max, end === 0 ? 0 : end + Math.round(tailOf(effects) * sampleRate));
  }, 0);

/** Length of one track up to the end of its last clip in frames. */
export function endOf(clips: readonly Clip[]): number {
  const last = clips.at(-1);
  return last ? last.at + last.end - last.start : 0;
}
