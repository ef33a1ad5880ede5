import type { FadeCurve } from "../signal/fade.ts";
import { clearClips, withOwnPoints } from "./clips.ts";
import { crossfade, overlapClip } from "./crossfade.ts";
import { type Clip, type Edit, type Fade, type Track, addTrack } from "./edit.ts";
import { MAX_ENVELOPE_POINTS } from "./envelope.ts";

/** Identifies a clip by its track and a frame that it plays. */
export interface ClipPosition {
  readonly track: number;
  readonly at: number;
}

/** A sound at the sample rate of the edit. */
export interface NewSource {
  readonly source: string;
  readonly name: string;
  readonly frames: number;
  readonly channels: number;
}

const lengthOfClip = ({ start, end }: Clip): number => end - start;

const mapTrack = (
  edit: Edit,
  id: number,
  change: (clips: Track["clips"]) => Track["clips"],
): Edit => ({
  ...edit,
  tracks: edit.tracks.map((track) =>
    track.id === id ? { ...track, clips: change(track.clips) } : track,
  ),
});

/** The clip that a track plays at a frame; of two overlapping ones, the later one. */
export function clipAt(edit: Edit, { track, at }: ClipPosition): Clip | null {
  const clips = edit.tracks.find(({ id }) => id === track)?.clips ?? [];
  return clips.findLast((clip) => clip.at <= at && at < clip.at + lengthOfClip(clip)) ?? null;
}

/** Changes the clip at a position, if there is one. */
export function changeClip(edit: Edit, position: ClipPosition, change: (clip: Clip) => Clip): Edit {
  const clip = clipAt(edit, position);
  const changed = clip && change(clip);
  if (!changed || changed === clip) return edit;
  return mapTrack(edit, position.track, (clips) =>
    clips.map((each) => (each === clip ? changed : each)),
  );
}

/** Adds a clip to a track; whatever it covers is removed. */
const overwriteWith = (clips: readonly Clip[], clip: Clip): readonly Clip[] =>
  [...clearClips(clips, clip.at, clip.at + lengthOfClip(clip)), clip].sort((a, b) => a.at - b.at);

/** Adds a track with a whole sound; the edit gets more channels if the sound has more. */
export function addSource(edit: Edit, { source, name, frames, channels }: NewSource): Edit {
  const more = Math.max(edit.channels, channels);
  return addTrack({ ...edit, channels: more }, name, { source, frames });
}

/**
 * Moves a clip on or between tracks; whatever it covers is removed, and its old range becomes
 * silent.
 * @param overlap keeps clips that it partly overlaps, with a crossfade
 */
export function moveClip(
  edit: Edit,
  position: ClipPosition,
  to: ClipPosition,
  overlap = false,
): Edit {
  const clip = clipAt(edit, position);
  if (!clip || !edit.tracks.some(({ id }) => id === to.track)) return edit;
  const at = Math.max(0, to.at);
  if (to.track === position.track && at === clip.at) return edit;
  const without = mapTrack(edit, position.track, (clips) =>
    crossfade(clips.filter((each) => each !== clip)),
  );
  const lay = overlap ? overlapClip : overwriteWith;
  return mapTrack(without, to.track, (clips) => crossfade(lay(clips, { ...clip, at })));
}

/**
 * Moves one end of a clip, which then plays more or less of its source. Limited by the source, the
 * adjacent clips, and a minimum length of one frame.
 * @param to frame of the track @param frames length of the source
 * @param overlap allows overlapping the adjacent clip, with a crossfade
 */
export function trimClip(
  edit: Edit,
  position: ClipPosition,
  {
    edge,
    to,
    frames,
    overlap = false,
  }: {
    readonly edge: "start" | "end";
    readonly to: number;
    readonly frames: number;
    readonly overlap?: boolean;
  },
): Edit {
  const clip = clipAt(edit, position);
  const track = edit.tracks.find(({ id }) => id === position.track);
  if (!clip || !track) return edit;
  const index = track.clips.indexOf(clip);
  const end = clip.at + lengthOfClip(clip);
  /** Available source before the clip's start and after its end, in playback direction. */
  const [early, late] = clip.reversed
    ? [frames - clip.end, clip.start]
    : [clip.start, frames - clip.end];
  const span = (at: number): readonly [from: number, to: number] | null => {
    const other = track.clips[index + at];
    return other ? [other.at, other.at + lengthOfClip(other)] : null;
  };
  // Starts and ends keep their order, and no more than two of three clips overlap.
  const [before, after] = [span(-1), span(1)];
  const min = overlap
    ? Math.max(span(-2)?.[1] ?? 0, before ? before[0] + 1 : 0)
    : Math.min(clip.at, before?.[1] ?? 0);
  const max = overlap
    ? Math.min(span(2)?.[0] ?? Infinity, after ? after[1] - 1 : Infinity)
    : Math.max(end, after?.[0] ?? Infinity);
  const [from, until] =
    edge === "start"
      ? [Math.min(end - 1, after?.[0] ?? Infinity, Math.max(min, clip.at - early, to)), end]
      : [clip.at, Math.max(clip.at + 1, before?.[1] ?? 0, Math.min(max, end + late, to))];
  const [first, last] = [from - clip.at, until - end];
  const changed = withOwnPoints(
    clip.reversed
      ? { ...clip, at: from, start: clip.start - last, end: clip.end - first }
      : { ...clip, at: from, start: clip.start + first, end: clip.end + last },
    // Unlike a part, a clip that is trimmed gets back nearly all that it played.
    MAX_ENVELOPE_POINTS / 4,
  );
  return mapTrack(edit, position.track, (clips) =>
    crossfade(clips.map((each) => (each === clip ? changed : each))),
  );
}

/** First and last source frame in playback order. */
const endsOf = ({ start, end, reversed }: Clip): readonly [first: number, last: number] =>
  reversed ? [end - 1, start] : [start, end - 1];

const isFadeOf = (clip: Clip, direction: "in" | "out", { silentAt, fullAt }: Fade): boolean => {
  const [first, last] = endsOf(clip);
  const forward = clip.reversed ? fullAt < silentAt : fullAt > silentAt;
  return direction === "in" ? silentAt === first && forward : silentAt === last && !forward;
};

/** Length in frames of the fade at one end of a clip; 0 for none. */
export function fadeLength(clip: Clip, direction: "in" | "out"): number {
  const found = clip.fades?.findLast((each) => isFadeOf(clip, direction, each));
  return found ? Math.abs(found.fullAt - found.silentAt) : 0;
}

/** Replaces the fade at one end of a clip. */
export const setClipFade = (
  edit: Edit,
  position: ClipPosition,
  {
    direction,
    frames,
    curve,
  }: {
    readonly direction: "in" | "out";
    /** 0 removes the fade. */
    readonly frames: number;
    readonly curve: FadeCurve;
  },
): Edit =>
  changeClip(edit, position, (clip) => {
    const rest = (clip.fades ?? []).filter((each) => !isFadeOf(clip, direction, each));
    const length = Math.min(lengthOfClip(clip), Math.max(0, Math.round(frames)));
    const [first, last] = endsOf(clip);
    const silentAt = direction === "in" ? first : last;
    const forward = (direction === "in") === (clip.reversed !== true);
    const added = { curve, silentAt, fullAt: silentAt + (forward ? length : -length) };
    const fades = length > 0 ? [...rest, added] : rest;
    const { fades: _before, ...bare } = clip;
    return fades.length > 0 ? { ...bare, fades } : bare;
  });

/** Frames at which clips or markers start or end; sorted, unique. */
export function edgesOf({ tracks, marks }: Edit): readonly number[] {
  const frames = [
    0,
    ...tracks.flatMap(({ clips }) =>
      clips.flatMap((clip) => [clip.at, clip.at + lengthOfClip(clip)]),
    ),
    ...marks.flatMap(({ start, end }) => [start, end]),
  ];
  return [...new Set(frames)].sort((a, b) => a - b);
}

/** Ids of all sources that an edit plays or keeps beneath effects. */
export function sourcesOf({ tracks }: Pick<Edit, "tracks">): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (clips: readonly Clip[]): void => {
    for (const { source, layer } of clips) {
      found.add(source);
      if (layer) collect(layer.beneath);
    }
  };
  for (const { clips } of tracks) collect(clips);
  return found;
}

/** Replaces the ids of the sources, those beneath effects included. */
export function changeSources(edit: Edit, change: (source: string) => string): Edit {
  const changed = (clips: readonly Clip[]): readonly Clip[] =>
    clips.map((clip) => ({
      ...clip,
      source: change(clip.source),
      ...(clip.layer && { layer: { ...clip.layer, beneath: changed(clip.layer.beneath) } }),
    }));
  return {
    ...edit,
    tracks: edit.tracks.map((track) => ({ ...track, clips: changed(track.clips) })),
  };
}

/** Moves a track. @param to index */
export function moveTrack(edit: Edit, id: number, to: number): Edit {
  const from = edit.tracks.findIndex((track) => track.id === id);
  const index = Math.min(edit.tracks.length - 1, Math.max(0, to));
  if (from < 0 || from === index) return edit;
  const tracks = edit.tracks.filter((track) => track.id !== id);
  return { ...edit, tracks: tracks.toSpliced(index, 0, edit.tracks[from]!) };
}
