import { clipAt, edgesOf, moveClip } from "#audio/edit/arrange.ts";
import { addEnvelopePoint, removeEnvelope } from "#audio/edit/edit-envelope.ts";
import { type Edit, type Selection, addMark, lengthOf } from "#audio/edit/edit.ts";
import {
  type Clipboard,
  copy,
  crop,
  cut,
  fade,
  insertSilence,
  paste,
  remove,
  removeEffect,
  reverse,
  silence,
  split,
} from "#audio/edit/operations.ts";
import { isStretched, removeStretch } from "#audio/edit/stretch-clip.ts";
import type { FadeCurve } from "#audio/signal/fade.ts";
import type { EditorState } from "./edit-store.ts";

/** Changes that a command makes to a state. */
export interface CommandResult {
  readonly edit?: Edit;
  readonly selection?: Partial<Selection>;
  readonly clipboard?: Clipboard;
}
type State = Pick<EditorState, "edit" | "selection" | "clipboard">;
export type Command = (state: State) => CommandResult | null;

/**
 * The range that commands work on: the selection, else the clip at the cursor; null if there is
 * neither.
 */
export function commandTarget({ edit, selection }: State): Selection | null {
  const { tracks, start, end } = selection;
  if (end > start) return tracks.length > 0 ? selection : null;
  const clip = tracks.length > 0 ? clipAt(edit, { track: tracks[0]!, at: start }) : null;
  if (!clip) return null;
  return { tracks: tracks.slice(0, 1), start: clip.at, end: clip.at + clip.end - clip.start };
}

const onTarget =
  (run: (edit: Edit, target: Selection) => CommandResult): Command =>
  (state) => {
    const target = commandTarget(state);
    return target && run(state.edit, target);
  };
const cursorAt = (position: number): Partial<Selection> => ({ start: position, end: position });

/** Commands without parameters, by name; null if they cannot run. */
export const COMMANDS = {
  cut: onTarget((edit, target) => ({ ...cut(edit, target), selection: cursorAt(target.start) })),
  copy: onTarget((edit, target) => ({ clipboard: copy(edit, target) })),
  paste({ edit, selection, clipboard }) {
    const { tracks, start, end } = selection;
    if (!clipboard || tracks.length === 0) return null;
    // The copied tracks are pasted into the first selected track and those below it.
    const first = edit.tracks.findIndex(({ id }) => id === tracks[0]);
    const below = edit.tracks.slice(first, first + clipboard.tracks.length).map(({ id }) => id);
    const into = tracks.length >= clipboard.tracks.length ? tracks : below;
    const cleared = end > start ? remove(edit, { tracks: into, start, end }) : edit;
    return {
      edit: paste(cleared, into, start, clipboard),
      selection: { tracks: into, start, end: start + clipboard.frames },
    };
  },
  delete: onTarget((edit, target) => ({
    edit: remove(edit, target),
    selection: cursorAt(target.start),
  })),
  silence: onTarget((edit, target) => ({ edit: silence(edit, target) })),
  crop: onTarget((edit, target) => ({
    edit: crop(edit, target),
    selection: { start: 0, end: target.end - target.start },
  })),
  duplicate: onTarget((edit, target) => ({
    edit: paste(edit, target.tracks, target.end, copy(edit, target)),
    selection: { start: target.end, end: 2 * target.end - target.start },
  })),
  reverse: onTarget((edit, target) => ({ edit: reverse(edit, target) })),
  split({ edit, selection: { tracks, start, end } }) {
    const once = split(edit, tracks, start);
    const next = end > start ? split(once, tracks, end) : once;
    const count = (one: Edit): number =>
      one.tracks.reduce((sum, { clips }) => sum + clips.length, 0);
    return count(next) > count(edit) ? { edit: next } : null;
  },
  point({ edit, selection: { tracks, start } }) {
    const [track] = tracks;
    const next = track === undefined ? edit : addEnvelopePoint(edit, { track, at: start });
    return next === edit ? null : { edit: next };
  },
  curveRemove({ edit, selection: { tracks, start } }) {
    const [track] = tracks;
    const next = track === undefined ? edit : removeEnvelope(edit, { track, at: start });
    return next === edit ? null : { edit: next };
  },
  restore({ edit, selection: { tracks, start } }) {
    const [track] = tracks;
    const clip = track === undefined ? null : clipAt(edit, { track, at: start });
    if (track === undefined || !clip?.layer) return null;
    const next = isStretched(clip)
      ? removeStretch(edit, { track, at: start })
      : removeEffect(edit, track, start);
    return { edit: next };
  },
  all: ({ edit }) =>
    lengthOf(edit) > 0
      ? { selection: { tracks: edit.tracks.map(({ id }) => id), start: 0, end: lengthOf(edit) } }
      : null,
} satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof COMMANDS;

/** Fades the selection. */
export const fadeSelection = (direction: "in" | "out", curve: FadeCurve): Command =>
  onTarget((edit, target) => ({ edit: fade(edit, target, direction, curve) }));

/** Inserts silence at the cursor into the selected tracks; later clips move back. */
export const insertSilenceAtCursor =
  (frames: number): Command =>
  ({ edit, selection: { tracks, start } }) =>
    frames > 0 && tracks.length > 0
      ? {
          edit: insertSilence(edit, { tracks, start, end: start + frames }),
          selection: { start, end: start + frames },
        }
      : null;

/** Adds a marker for the selection, or at the cursor. */
export const addMarkerAtCursor =
  (name: string): Command =>
  ({ edit, selection: { start, end } }) => ({ edit: addMark(edit, { name, start, end }) });

/**
 * Moves the clip at the cursor in time or to another track.
 * @param by `overlap`: clips in its way stay, and crossfade with it
 */
export const moveClipAtCursor =
  (by: {
    readonly frames?: number;
    readonly tracks?: number;
    readonly overlap: boolean;
  }): Command =>
  ({ edit, selection: { tracks, start, end } }) => {
    const [track] = tracks;
    const clip = track === undefined ? null : clipAt(edit, { track, at: start });
    if (track === undefined || !clip) return null;
    const row = edit.tracks.findIndex(({ id }) => id === track) + (by.tracks ?? 0);
    const to = edit.tracks[row];
    if (!to) return null;
    const frame = Math.max(0, clip.at + (by.frames ?? 0));
    const moved = start + frame - clip.at;
    return {
      edit: moveClip(edit, { track, at: start }, { track: to.id, at: frame }, by.overlap),
      selection: { tracks: [to.id], start: moved, end: moved + end - start },
    };
  };

/** The next start or end of a clip, in frames; null if there is none. */
export function nextEdge(edit: Edit, from: number, direction: 1 | -1): number | null {
  const edges = edgesOf(edit);
  const found =
    direction === 1 ? edges.find((edge) => edge > from) : edges.findLast((edge) => edge < from);
  return found ?? null;
}

/** The track above or below the first selected one. */
export function nextTrack({ edit, selection }: State, by: 1 | -1): number | null {
  const row = edit.tracks.findIndex(({ id }) => id === selection.tracks[0]);
  return edit.tracks[row + by]?.id ?? null;
}
