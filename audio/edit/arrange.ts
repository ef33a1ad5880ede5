import type { FadeCurve } from "../signal/fade.ts";
import { clearClips } from "./clips.ts";
import { crossfade, overlapClip } from "./crossfade.ts";
import { type Clip, type Edit, type Fade, type Track, addTrack } from "./edit.ts";

/** A clip by its track and a frame that it plays. */
export interface ClipPlace {
  readonly track: number;
  readonly at: number;
}

/** A sound that can be played, at the rate of the edit. */
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

/** The clip that a track plays at a frame; of two that overlap, the later one. */
export function clipAt(edit: Edit, { track, at }: ClipPlace): Clip | null {
  const clips = edit.tracks.find(({ id }) => id === track)?.clips ?? [];
  return clips.findLast((clip) => clip.at <= at && at < clip.at + lengthOfClip(clip)) ?? null;
}

/** Lays a clip onto a track; what is beneath it goes. */
const layClip = (clips: readonly Clip[], clip: Clip): readonly Clip[] =>
  [...clearClips(clips, clip.at, clip.at + lengthOfClip(clip)), clip].sort((a, b) => a.at - b.at);

/** A new track with all of a sound; an edit with fewer channels than the sound gets more. */
export function addSource(edit: Edit, { source, name, frames, channels }: NewSource): Edit {
  const more = Math.max(edit.channels, channels);
  return addTrack({ ...edit, channels: more }, name, { source, frames });
}

/**
 * Moves a clip to a place of a track; what lies there goes, and silence is where it was.
 * @param overlap clips that it meets with one end stay, and go over into each other
 */
export function moveClip(edit: Edit, place: ClipPlace, to: ClipPlace, overlap = false): Edit {
  const clip = clipAt(edit, place);
  if (!clip || !edit.tracks.some(({ id }) => id === to.track)) return edit;
  const at = Math.max(0, to.at);
  if (to.track === place.track && at === clip.at) return edit;
  const without = mapTrack(edit, place.track, (clips) =>
    crossfade(clips.filter((each) => each !== clip)),
  );
  const lay = overlap ? overlapClip : layClip;
  return mapTrack(without, to.track, (clips) => crossfade(lay(clips, { ...clip, at })));
}

/**
 * Moves one end of a clip, which plays more or less of its source. It goes no farther than the
 * source, the clips beside it and one frame of its own.
 * @param to frame of the track @param frames length of the source
 * @param overlap it may go into the clip beside it, so that they go over into each other
 */
export function trimClip(
  edit: Edit,
  place: ClipPlace,
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
  const clip = clipAt(edit, place);
  const track = edit.tracks.find(({ id }) => id === place.track);
  if (!clip || !track) return edit;
  const index = track.clips.indexOf(clip);
  const end = clip.at + lengthOfClip(clip);
  /** What there is of the source before the clip's beginning and after its end, as it is played. */
  const [early, late] = clip.reversed
    ? [frames - clip.end, clip.start]
    : [clip.start, frames - clip.end];
  const span = (at: number): readonly [from: number, to: number] | null => {
    const other = track.clips[index + at];
    return other ? [other.at, other.at + lengthOfClip(other)] : null;
  };
  // Beginnings and ends stay in their order, and of three clips no more than two are heard at once.
  const [before, after] = [span(-1), span(1)];
  const least = overlap
    ? Math.max(span(-2)?.[1] ?? 0, before ? before[0] + 1 : 0)
    : Math.min(clip.at, before?.[1] ?? 0);
  const most = overlap
    ? Math.min(span(2)?.[0] ?? Infinity, after ? after[1] - 1 : Infinity)
    : Math.max(end, after?.[0] ?? Infinity);
  const [from, until] =
    edge === "start"
      ? [Math.min(end - 1, after?.[0] ?? Infinity, Math.max(least, clip.at - early, to)), end]
      : [clip.at, Math.max(clip.at + 1, before?.[1] ?? 0, Math.min(most, end + late, to))];
  const [first, last] = [from - clip.at, until - end];
  const changed = clip.reversed
    ? { ...clip, at: from, start: clip.start - last, end: clip.end - first }
    : { ...clip, at: from, start: clip.start + first, end: clip.end + last };
  return mapTrack(edit, place.track, (clips) =>
    crossfade(clips.map((each) => (each === clip ? changed : each))),
  );
}

/** Frame of the source that a clip plays first, and last. */
const endsOf = ({ start, end, reversed }: Clip): readonly [first: number, last: number] =>
  reversed ? [end - 1, start] : [start, end - 1];

const isFadeOf = (clip: Clip, direction: "in" | "out", { silentAt, fullAt }: Fade): boolean => {
  const [first, last] = endsOf(clip);
  const forward = clip.reversed ? fullAt < silentAt : fullAt > silentAt;
  return direction === "in" ? silentAt === first && forward : silentAt === last && !forward;
};

/** Frames of the fade at one end of a clip; 0 where there is none. */
export function fadeLength(clip: Clip, direction: "in" | "out"): number {
  const found = clip.fades?.findLast((each) => isFadeOf(clip, direction, each));
  return found ? Math.abs(found.fullAt - found.silentAt) : 0;
}

/** Sets the fade at one end of a clip, in place of the one that it has there. */
export function setClipFade(
  edit: Edit,
  place: ClipPlace,
  {
    direction,
    frames,
    curve,
  }: {
    readonly direction: "in" | "out";
    /** 0 takes it away. */
    readonly frames: number;
    readonly curve: FadeCurve;
  },
): Edit {
  const clip = clipAt(edit, place);
  if (!clip) return edit;
  const rest = (clip.fades ?? []).filter((each) => !isFadeOf(clip, direction, each));
  const length = Math.min(lengthOfClip(clip), Math.max(0, Math.round(frames)));
  const [first, last] = endsOf(clip);
  const silentAt = direction === "in" ? first : last;
  const forward = (direction === "in") === (clip.reversed !== true);
  const added = { curve, silentAt, fullAt: silentAt + (forward ? length : -length) };
  const fades = length > 0 ? [...rest, added] : rest;
  const { fades: _before, ...bare } = clip;
  const changed: Clip = fades.length > 0 ? { ...bare, fades } : bare;
  return mapTrack(edit, place.track, (clips) =>
    clips.map((each) => (each === clip ? changed : each)),
  );
}

/** Frames at which something begins or ends, in order, each once. */
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

/** Ids of the sources that an edit plays or holds beneath effects. */
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

/** A track moved among the others. @param to place, from 0 */
export function moveTrack(edit: Edit, id: number, to: number): Edit {
  const from = edit.tracks.findIndex((track) => track.id === id);
  const place = Math.min(edit.tracks.length - 1, Math.max(0, to));
  if (from < 0 || from === place) return edit;
  const tracks = edit.tracks.filter((track) => track.id !== id);
  return { ...edit, tracks: tracks.toSpliced(place, 0, edit.tracks[from]!) };
}
