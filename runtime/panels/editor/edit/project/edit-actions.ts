import {
  type CommandName,
  type Command,
  COMMANDS,
  fadeTarget,
  insertSilenceOf,
  markHere,
  moveHere,
} from "./edit-commands.ts";
import { changeTrack } from "#audio/edit/edit.ts";
import type { FadeCurve } from "#audio/signal/fade.ts";
import type { EditorState, EditorStore } from "./edit-store.ts";

/** Something that can be done now; null where it cannot. */
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
  /** Whether clips that meet go over into each other. */
  readonly crossfade: boolean;
  /** Frames that a key moves a clip. */
  readonly nudge: number;
  /** Name of a new mark. */
  readonly markName: string;
  /** Says what was done. @param label key of `panel-editor:edit.done` @param undone whether it was undone */
  readonly tell: (label: string, undone?: boolean) => void;
}

/** What a command does now; null where it does nothing. @param label what it is called in the history */
export function actionOf(
  { store, state, tell }: { store: EditorStore; state: EditorState; tell: ActionContext["tell"] },
  label: string,
  command: Command,
): Action {
  const outcome = command(state);
  if (!outcome) return null;
  return () => {
    if (outcome.clipboard) store.hold(outcome.clipboard);
    if (outcome.edit)
      store.commit(outcome.edit, {
        step: label,
        ...(outcome.selection && { selection: outcome.selection }),
      });
    else if (outcome.selection) store.select(outcome.selection);
    tell(label);
  };
}

/** What the buttons and the keys of the editor do in a state. */
export function actionsOf(
  store: EditorStore,
  state: EditorState,
  { curve, crossfade: overlap, nudge, markName, tell }: ActionContext,
): Readonly<Record<ActionName, Action>> {
  const action = (label: string, command: Command): Action =>
    actionOf({ store, state, tell }, label, command);
  const own = Object.fromEntries(
    Object.entries(COMMANDS).map(([name, command]) => [name, action(name, command)]),
  ) as Record<CommandName, Action>;
  const { edit, history, selection } = state;
  const track = edit.tracks.find(({ id }) => id === selection.tracks[0]);
  const toggle = (name: "muted" | "solo"): Action =>
    track
      ? () => {
          store.commit(changeTrack(edit, track.id, { [name]: !track[name] }), { step: "mixer" });
          tell("mixer");
        }
      : null;
  return {
    ...own,
    fadeIn: action("fadeIn", fadeTarget("in", curve)),
    fadeOut: action("fadeOut", fadeTarget("out", curve)),
    mark: action("mark", markHere(markName)),
    earlier: action("move", moveHere({ frames: -nudge, overlap })),
    later: action("move", moveHere({ frames: nudge, overlap })),
    trackUp: action("move", moveHere({ tracks: -1, overlap })),
    trackDown: action("move", moveHere({ tracks: 1, overlap })),
    mute: toggle("muted"),
    solo: toggle("solo"),
    undo: history.present.earlier
      ? () => {
          store.undo();
          tell(history.present.label, true);
        }
      : null,
    redo: history.undone
      ? () => {
          store.redo();
          tell(history.undone!.entry.label);
        }
      : null,
  };
}

/** Silence of so many seconds at the cursor. */
export const silenceAction = (
  context: { store: EditorStore; state: EditorState; tell: ActionContext["tell"] },
  seconds: number,
): Action =>
  actionOf(context, "insert", insertSilenceOf(Math.round(seconds * context.state.edit.sampleRate)));
