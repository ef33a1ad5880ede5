import type { FadeCurve } from "../signal/fade.ts";
import {
  changeClips,
  clearClips,
  copyClips,
  insertClips,
  removeClips,
  reverseClips,
  splitClips,
} from "./clips.ts";
import { type Clip, type Edit, type Mark, type Selection, lengthOf } from "./edit.ts";

/** Copied clips of each track, starting at frame 0. */
export interface Clipboard {
  readonly frames: number;
  readonly tracks: readonly (readonly Clip[])[];
}

type Change = (clips: readonly Clip[]) => readonly Clip[];

const changeTracks = (edit: Edit, ids: readonly number[], change: Change): Edit => ({
  ...edit,
  tracks: edit.tracks.map((track) =>
    ids.includes(track.id) ? { ...track, clips: change(track.clips) } : track,
  ),
});

/** Markers move only if all tracks are affected. */
const moveMarks = (edit: Edit, ids: readonly number[], move: (frame: number) => number): Edit =>
  edit.tracks.every(({ id }) => ids.includes(id))
    ? {
        ...edit,
        marks: edit.marks.map((mark) => ({
          ...mark,
          start: move(mark.start),
          end: move(mark.end),
        })),
      }
    : edit;

export const copy = (edit: Edit, { tracks, start, end }: Selection): Clipboard => ({
  frames: end - start,
  tracks: edit.tracks
    .filter(({ id }) => tracks.includes(id))
    .map(({ clips }) => copyClips(clips, start, end)),
});

/** Removes the selection; later content moves forward. */
export function remove(edit: Edit, { tracks, start, end }: Selection): Edit {
  const changed = changeTracks(edit, tracks, (clips) => removeClips(clips, start, end));
  return moveMarks(changed, tracks, (frame) =>
    frame <= start ? frame : Math.max(start, frame - (end - start)),
  );
}

/** Moves the selection to the clipboard. */
export const cut = (
  edit: Edit,
  selection: Selection,
): { readonly edit: Edit; readonly clipboard: Clipboard } => ({
  edit: remove(edit, selection),
  clipboard: copy(edit, selection),
});

/** Replaces the selection by silence. */
export const silence = (edit: Edit, { tracks, start, end }: Selection): Edit =>
  changeTracks(edit, tracks, (clips) => clearClips(clips, start, end));

/** Keeps only the selection, moved to the beginning. */
export function crop(edit: Edit, { tracks, start, end }: Selection): Edit {
  const changed = changeTracks(edit, tracks, (clips) => copyClips(clips, start, end));
  return moveMarks(changed, tracks, (frame) => Math.min(end - start, Math.max(0, frame - start)));
}

export function insertSilence(edit: Edit, { tracks, start, end }: Selection): Edit {
  const changed = changeTracks(edit, tracks, (clips) => insertClips(clips, start, [], end - start));
  return makeRoom(changed, tracks, start, end - start);
}

const makeRoom = (edit: Edit, tracks: readonly number[], at: number, frames: number): Edit =>
  moveMarks(edit, tracks, (frame) => (frame < at ? frame : frame + frames));

/** Inserts the clipboard into the given tracks one by one; later content moves back. */
export function paste(
  edit: Edit,
  tracks: readonly number[],
  at: number,
  { tracks: copied, frames }: Clipboard,
): Edit {
  const targets = edit.tracks.filter(({ id }) => tracks.includes(id)).map(({ id }) => id);
  const changed = targets.reduce(
    (current, id, i) =>
      changeTracks(current, [id], (clips) => insertClips(clips, at, copied[i] ?? [], frames)),
    edit,
  );
  return makeRoom(changed, tracks, at, frames);
}

export const split = (edit: Edit, tracks: readonly number[], at: number): Edit =>
  changeTracks(edit, tracks, (clips) => splitClips(clips, at));

/** @param decibels added to the existing gain */
export const changeGain = (edit: Edit, { tracks, start, end }: Selection, decibels: number): Edit =>
  changeTracks(edit, tracks, (clips) =>
    changeClips(clips, start, end, (clip) => ({ ...clip, gain: (clip.gain ?? 0) + decibels })),
  );

export const reverse = (edit: Edit, { tracks, start, end }: Selection): Edit =>
  changeTracks(edit, tracks, (clips) => {
    const turned = reverseClips(copyClips(clips, start, end), end - start);
    return insertClips(removeClips(clips, start, end), start, turned, end - start);
  });

/** Adds a fade over the selection, on top of existing ones. */
export const fade = (
  edit: Edit,
  { tracks, start, end }: Selection,
  direction: "in" | "out",
  curve: FadeCurve,
): Edit =>
  changeTracks(edit, tracks, (clips) =>
    changeClips(clips, start, end, (clip) => {
      const silentFrame = direction === "in" ? start : end - 1;
      const fullFrame = direction === "in" ? end : start - 1;
      const added = {
        curve,
        silentAt: sourceFrame(clip, silentFrame),
        fullAt: sourceFrame(clip, fullFrame),
      };
      return { ...clip, fades: [...(clip.fades ?? []), added] };
    }),
  );

/** Source frame that a clip plays, or would play, at a track position. */
const sourceFrame = ({ at, start, end, reversed }: Clip, frame: number): number =>
  reversed ? end - 1 - (frame - at) : start + (frame - at);

export interface AppliedEffect {
  readonly effect: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The result: a source of `frames` frames. */
  readonly source: string;
  readonly frames: number;
}

/** Replaces one track's selection by the result of an effect; the selection is kept beneath it. */
export function applyEffect(edit: Edit, selection: Selection, applied: AppliedEffect): Edit {
  const { start, end } = selection;
  const { effect, values, source, frames } = applied;
  return changeTracks(edit, selection.tracks.slice(0, 1), (clips) => {
    const beneath = copyClips(clips, start, end);
    const layer = { effect, values, beneath, framesBeneath: end - start, frames };
    const clip = { at: 0, source, start: 0, end: frames, layer };
    return insertClips(removeClips(clips, start, end), start, [clip], frames);
  });
}

/**
 * Restores the content beneath a clip's layer. If the clip was cut since, only the corresponding
 * part is restored, unless the effect changed the length.
 * @param at a frame that the clip plays
 */
export const removeEffect = (edit: Edit, track: number, at: number): Edit =>
  changeTracks(edit, [track], (clips) => {
    const clip = clips.findLast((each) => each.at <= at && at < each.at + each.end - each.start);
    if (!clip?.layer) return clips;
    const { layer, start, end } = clip;
    const frame = clip.at + end - start;
    const isSame = layer.framesBeneath === layer.frames;
    const part = isSame ? copyClips(layer.beneath, start, end) : layer.beneath;
    const frames = isSame ? end - start : layer.framesBeneath;
    const back = clip.reversed ? reverseClips(part, frames) : part;
    return insertClips(removeClips(clips, clip.at, frame), clip.at, back, frames);
  });

/** Selects the whole length of all tracks. */
export const selectAll = (edit: Edit): Selection => ({
  tracks: edit.tracks.map(({ id }) => id),
  start: 0,
  end: lengthOf(edit),
});

/** Selects the range of a marker in all tracks. */
export const selectMark = (edit: Edit, { start, end }: Mark): Selection => ({
  ...selectAll(edit),
  start,
  end,
});
