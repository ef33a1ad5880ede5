import {
  type CommandName,
  type Command,
  COMMANDS,
  fadeSelection,
  insertSilenceAtCursor,
  addMarkerAtCursor,
  moveClipAtCursor,
} from "./edit-commands.ts";
import { changeTrack } from "#audio/edit/edit.ts";
import type { FadeCurve } from "#audio/signal/fade.ts";
import type { EditorState, EditorStore } from "./edit-store.ts";

/** A command that can run now; null if it cannot. */
export type Action = (() => void) | null;

export type ActionName =
  | CommandName
  | "fadeIn"
  | "fadeOut"
  | "mark"
  | "undo"
  | "redo"
  | "mute"
  | "solo"
  | "earlier"
  | "later"
  | "trackUp"
  | "trackDown";

export interface ActionContext {
  readonly curve: FadeCurve;
  /** Whether clips that meet overlap and crossfade. */
  readonly crossfade: boolean;
  /** Frames by which a key moves a clip. */
  readonly nudge: number;
  /** Name of a new marker. */
  readonly markName: string;
  /** @param label key of `panel-editor:edit.done` @param undone whether the change was undone */
  readonly announce: (label: string, undone?: boolean) => void;
}

/**
 * A command, bound to the present state; null if it cannot run. @param label its key in the undo
 * history
 */
export function bindCommand(
  {
    store,
    state,
    announce,
  }: { store: EditorStore; state: EditorState; announce: ActionContext["announce"] },
  label: string,
  command: Command,
): Action {
  const result = command(state);
  if (!result) return null;
  return () => {
    if (result.clipboard) store.setClipboard(result.clipboard);
    if (result.edit)
      store.commit(result.edit, {
        step: label,
        ...(result.selection && { selection: result.selection }),
      });
    else if (result.selection) store.select(result.selection);
    announce(label);
  };
}

/** All commands of the toolbar and the keyboard, bound to a state. */
export function bindCommands(
  store: EditorStore,
  state: EditorState,
  { curve, crossfade: overlap, nudge, markName, announce }: ActionContext,
): Readonly<Record<ActionName, Action>> {
  const action = (label: string, command: Command): Action =>
    bindCommand({ store, state, announce }, label, command);
  const commands = Object.fromEntries(
    Object.entries(COMMANDS).map(([name, command]) => [name, action(name, command)]),
  ) as Record<CommandName, Action>;
  const { edit, history, selection } = state;
  const track = edit.tracks.find(({ id }) => id === selection.tracks[0]);
  const toggle = (name: "muted" | "solo"): Action =>
    track
      ? () => {
          store.commit(changeTrack(edit, track.id, { [name]: !track[name] }), { step: "mixer" });
          announce("mixer");
        }
      : null;
  return {
    ...commands,
    fadeIn: action("fadeIn", fadeSelection("in", curve)),
    fadeOut: action("fadeOut", fadeSelection("out", curve)),
    mark: action("mark", addMarkerAtCursor(markName)),
    earlier: action("move", moveClipAtCursor({ frames: -nudge, overlap })),
    later: action("move", moveClipAtCursor({ frames: nudge, overlap })),
    trackUp: action("move", moveClipAtCursor({ tracks: -1, overlap })),
    trackDown: action("move", moveClipAtCursor({ tracks: 1, overlap })),
    mute: toggle("muted"),
    solo: toggle("solo"),
    undo: history.present.earlier
      ? () => {
          store.undo();
          announce(history.present.label, true);
        }
      : null,
    redo: history.undone
      ? () => {
          store.redo();
          announce(history.undone!.entry.label);
        }
      : null,
  };
}

/** Inserts silence at the cursor. */
export const silenceAction = (
  context: { store: EditorStore; state: EditorState; announce: ActionContext["announce"] },
  seconds: number,
): Action =>
  bindCommand(
    context,
    "insert",
    insertSilenceAtCursor(Math.round(seconds * context.state.edit.sampleRate)),
  );
