import type { FadeCurve } from "../signal/fade.ts";

/** A change of level between two frames of the source, so that it survives cuts through it. */
export interface Fade {
  readonly curve: FadeCurve;
  /** Where it is silent, and where it is full. */
  readonly silentAt: number;
  readonly fullAt: number;
  /** It is there because its clip overlaps another one, and goes when it does not any more. */
  readonly cross?: true;
}

/** An effect whose result a clip plays instead of what is beneath. */
export interface Layer {
  readonly effect: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Clips that were worked on, from frame 0 on. */
  readonly beneath: readonly Clip[];
  /** Length of what was worked on, and of the result. */
  readonly framesBeneath: number;
  readonly frames: number;
}

/** A range of a source at a place of a track. Nothing of it is a copy of sound. All in frames. */
export interface Clip {
  /** Place in its track. */
  readonly at: number;
  readonly source: string;
  /** What of the source it plays: from `start` to before `end`. */
  readonly start: number;
  readonly end: number;
  readonly reversed?: true;
  /** dB; 0 where it is missing. */
  readonly gain?: number;
  readonly fades?: readonly Fade[];
  readonly layer?: Layer;
}

export interface Track {
  readonly id: number;
  readonly name: string;
  /** dB */
  readonly gain: number;
  /** −1 is left, 0 the middle, 1 right. */
  readonly pan: number;
  readonly muted: boolean;
  /** While any track is solo, only such tracks are heard. */
  readonly solo: boolean;
  /** In the order of their beginnings and of their ends. Two may overlap, and both are heard; no three do. */
  readonly clips: readonly Clip[];
}

/** A named range, or a named place where `start` is `end`. */
export interface Mark {
  readonly id: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** All that was done to some sounds: data that never changes, cheap to keep in any number. */
export interface Edit {
  readonly sampleRate: number;
  readonly channels: number;
  readonly tracks: readonly Track[];
  readonly marks: readonly Mark[];
  /** The next new track or mark has this. */
  readonly nextId: number;
}

/** Frames from `start` to before `end` of some tracks. */
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

/** A new track below the others, with a whole source at its beginning. */
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

/** One track as it is, without what the mixer does to it. */
export const trackAlone = (edit: Edit, id: number): Edit => ({
  ...edit,
  tracks: edit.tracks
    .filter((track) => track.id === id)
    .map((track) => ({ ...track, gain: 0, pan: 0, muted: false, solo: false })),
});

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

/** Frames up to the end of the last clip. */
export const lengthOf = ({ tracks }: Pick<Edit, "tracks">): number =>
  tracks.reduce((most, { clips }) => Math.max(most, endOf(clips)), 0);

/** Frames up to the end of the last clip of one track. */
export function endOf(clips: readonly Clip[]): number {
  const last = clips.at(-1);
  return last ? last.at + last.end - last.start : 0;
}
