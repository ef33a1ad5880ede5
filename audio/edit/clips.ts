import type { Clip } from "./edit.ts";

type Clips = readonly Clip[];

const framesOf = ({ start, end }: Clip): number => end - start;

/** The part of a clip between two places of its track; null where it is not there. */
function partOf(clip: Clip, from: number, to: number): Clip | null {
  const first = Math.max(0, from - clip.at);
  const last = Math.min(framesOf(clip), to - clip.at);
  if (last <= first) return null;
  if (first === 0 && last === framesOf(clip)) return clip;
  const at = clip.at + first;
  // A reversed clip begins with the end of its range.
  return clip.reversed
    ? { ...clip, at, start: clip.end - last, end: clip.end - first }
    : { ...clip, at, start: clip.start + first, end: clip.start + last };
}

const move = (clip: Clip, frames: number): Clip =>
  frames === 0 ? clip : { ...clip, at: clip.at + frames };

/** What is between two places, where it is. */
const between = (clips: Clips, from: number, to: number): Clips =>
  clips.map((clip) => partOf(clip, from, to)).filter((part) => part !== null);

/** What is between two places, as clips from frame 0 on. */
export const copyClips = (clips: Clips, from: number, to: number): Clips =>
  between(clips, from, to).map((clip) => move(clip, -from));

/** Silence between two places. */
export const clearClips = (clips: Clips, from: number, to: number): Clips => [
  ...between(clips, 0, from),
  ...between(clips, to, Infinity),
];

/** Without what is between two places; what comes later moves up. */
export const removeClips = (clips: Clips, from: number, to: number): Clips => [
  ...between(clips, 0, from),
  ...between(clips, to, Infinity).map((clip) => move(clip, from - to)),
];

/** New clips at a place, `frames` long; what comes later makes room. */
export const insertClips = (clips: Clips, at: number, added: Clips, frames: number): Clips => [
  ...between(clips, 0, at),
  ...added.map((clip) => move(clip, at)),
  ...between(clips, at, Infinity).map((clip) => move(clip, frames)),
];

/** Each clip between two places changed; clips that reach beyond are cut there. */
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

/** Two clips where one was. */
export const splitClips = (clips: Clips, at: number): Clips => [
  ...between(clips, 0, at),
  ...between(clips, at, Infinity),
];

/** The other way round, within `frames` from 0 on. */
export const reverseClips = (clips: Clips, frames: number): Clips =>
  clips
    .map(({ reversed, ...clip }): Clip => {
      const at = frames - clip.at - (clip.end - clip.start);
      return reversed ? { ...clip, at } : { ...clip, at, reversed: true };
    })
    .reverse();
