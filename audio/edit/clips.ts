import type { Clip } from "./edit.ts";
import { pointOn } from "./envelope.ts";

type Clips = readonly Clip[];

const framesOf = ({ start, end }: Clip): number => end - start;

/** Points of its envelope that a part of a clip keeps on each side of what it plays. */
const MAX_HIDDEN_POINTS = 16;

/**
 * A part of a clip sounds as before, and has at least one point to change that by: without one that
 * it plays, it gets points at its ends. Of the points that it does not play, it keeps the next ones,
 * in case that its ends are moved; further away, the envelope then stays as it is at the last one.
 */
export function withOwnPoints(clip: Clip, maxHidden = MAX_HIDDEN_POINTS): Clip {
  const { envelope, start, end } = clip;
  if (!envelope) return clip;
  const before = envelope.filter(({ frame }) => frame < start).slice(-maxHidden);
  const after = envelope.filter(({ frame }) => frame >= end).slice(0, maxHidden);
  const played = envelope.filter(({ frame }) => frame >= start && frame < end);
  if (played.length === 0) {
    const [from, to] = [pointOn(envelope, start), pointOn(envelope, end - 1)];
    played.push(from, ...(from.gain === to.gain ? [] : [to]));
  }
  return { ...clip, envelope: [...before, ...played, ...after] };
}

/** The part of a clip between two track positions; null if there is none. */
function partOf(clip: Clip, from: number, to: number): Clip | null {
  const first = Math.max(0, from - clip.at);
  const last = Math.min(framesOf(clip), to - clip.at);
  if (last <= first) return null;
  if (first === 0 && last === framesOf(clip)) return clip;
  const at = clip.at + first;
  // A reversed clip starts with the end of its source range.
  return withOwnPoints(
    clip.reversed
      ? { ...clip, at, start: clip.end - last, end: clip.end - first }
      : { ...clip, at, start: clip.start + first, end: clip.start + last },
  );
}

const move = (clip: Clip, frames: number): Clip =>
  frames === 0 ? clip : { ...clip, at: clip.at + frames };

/** Clips between two positions, not moved. */
const between = (clips: Clips, from: number, to: number): Clips =>
  clips.map((clip) => partOf(clip, from, to)).filter((part) => part !== null);

/** Clips between two positions, moved to start at frame 0. */
export const copyClips = (clips: Clips, from: number, to: number): Clips =>
  between(clips, from, to).map((clip) => move(clip, -from));

/** Replaces a range by silence. */
export const clearClips = (clips: Clips, from: number, to: number): Clips => [
  ...between(clips, 0, from),
  ...between(clips, to, Infinity),
];

/** Removes a range; later clips move forward. */
export const removeClips = (clips: Clips, from: number, to: number): Clips => [
  ...between(clips, 0, from),
  ...between(clips, to, Infinity).map((clip) => move(clip, from - to)),
];

/** Inserts `frames` frames of clips; later clips move back. */
export const insertClips = (clips: Clips, at: number, added: Clips, frames: number): Clips => [
  ...between(clips, 0, at),
  ...added.map((clip) => move(clip, at)),
  ...between(clips, at, Infinity).map((clip) => move(clip, frames)),
];

/** Changes the clips in a range; clips that extend beyond it are split. */
export const changeClips = (
  clips: Clips,
  from: number,
  to: number,
  change: (clip: Clip) => Clip,
): Clips =>
  to <= from
    ? clips
    : [
        ...between(clips, 0, from),
        ...between(clips, from, to).map(change),
        ...between(clips, to, Infinity),
      ];

/** Splits the clip at a position. */
export const splitClips = (clips: Clips, at: number): Clips => [
  ...between(clips, 0, at),
  ...between(clips, at, Infinity),
];

/** Reverses the first `frames` frames. */
export const reverseClips = (clips: Clips, frames: number): Clips =>
  clips
    .map(({ reversed, ...clip }): Clip => {
      const at = frames - clip.at - (clip.end - clip.start);
      return reversed ? { ...clip, at } : { ...clip, at, reversed: true };
    })
    .reverse();
