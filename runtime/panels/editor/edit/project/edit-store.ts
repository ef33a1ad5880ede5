import { type StoreApi, createStore } from "zustand/vanilla";
import { changeClipboardRate, changeRangeRate } from "#audio/edit/change-rate.ts";
import { type Edit, type Selection, playedLengthOf } from "#audio/edit/edit.ts";
import { type History, jump, record, redo, undo } from "#audio/edit/history.ts";
import type { Clipboard } from "#audio/edit/operations.ts";
import type { Draft, SourceInfo } from "#runtime/panel-kit/draft/edit-draft.ts";

export interface EditorState extends Draft {
  readonly edit: Edit;
  /** An empty range is the position of the cursor. */
  readonly selection: Selection;
  readonly clipboard: Clipboard | null;
  /** Whether the present state is stored on the device. */
  readonly saved: "yes" | "soon" | "no";
}

export interface Commit {
  /** What was done, as a key of `panel-editor:edit.done`. */
  readonly step: string;
  readonly selection?: Partial<Selection>;
  /** Commits with the same movement are one step of the undo history. */
  readonly movement?: string | symbol;
}

export interface EditorStore extends StoreApi<EditorState> {
  readonly commit: (edit: Edit, commit: Commit) => void;
  readonly select: (selection: Partial<Selection>) => void;
  readonly setClipboard: (clipboard: Clipboard) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** @param to index of a state, see `listStates` */
  readonly jump: (to: number) => void;
  readonly describe: (sources: Readonly<Record<string, SourceInfo>>) => void;
  readonly rename: (name: string) => void;
  /** Dismisses the notice about sample rates for files of up to this rate, in Hz. */
  readonly dismissRate: (sampleRate: number) => void;
  /** Saves the present state as a named version. */
  readonly saveVersion: (name: string) => void;
  readonly removeVersion: (at: number) => void;
}

/** A selection with existing tracks, in order, and with a range that starts at 0 or later. */
function normalizeSelection(edit: Edit, { tracks, start, end }: Selection): Selection {
  const ids = edit.tracks.map(({ id }) => id);
  const existing = ids.filter((id) => tracks.includes(id));
  const from = Math.max(0, Math.round(Math.min(start, end)));
  return {
    tracks: existing.length > 0 ? existing : ids.slice(0, 1),
    start: from,
    end: Math.max(from, Math.round(Math.max(start, end))),
  };
}

/** The selection and the clipboard, converted to the sample rate of another edit. */
function convertTo(
  next: Edit,
  { edit, selection, clipboard }: EditorState,
): Pick<EditorState, "selection" | "clipboard"> {
  if (next.sampleRate === edit.sampleRate) return { selection, clipboard };
  const rates = [edit.sampleRate, next.sampleRate] as const;
  return {
    selection: changeRangeRate(selection, rates),
    clipboard: clipboard && changeClipboardRate(clipboard, rates),
  };
}

/** The store of an open project. @param now epoch milliseconds */
export function createEditorStore(draft: Draft, now: () => number): EditorStore {
  const { edit: opened } = draft.history.present;
  const store = createStore<EditorState>(() => ({
    ...draft,
    edit: opened,
    selection: normalizeSelection(opened, { tracks: [], start: 0, end: 0 }),
    clipboard: null,
    saved: "yes",
  }));
  let movement: string | symbol | null = null;
  /** The selection that each state had when another one replaced it. */
  const selections = new WeakMap<Edit, Selection>();
  const change = (patch: Partial<EditorState>): void =>
    store.setState({ ...patch, updated: now(), saved: "soon" });
  const showHistory = (history: History): void => {
    const present = history.present.edit;
    movement = null;
    const state = store.getState();
    if (history === state.history) return;
    selections.set(state.edit, state.selection);
    const { selection, clipboard } = convertTo(present, state);
    change({
      history,
      edit: present,
      selection: normalizeSelection(present, selections.get(present) ?? selection),
      clipboard,
    });
  };
  return Object.assign(store, {
    commit(next: Edit, { step: label, selection: chosen, movement: own }: Commit) {
      const state = store.getState();
      const { history, edit: before } = state;
      const { selection, clipboard } = convertTo(next, state);
      const nextSelection = normalizeSelection(next, { ...selection, ...chosen });
      if (next === before) return store.setState({ selection: nextSelection });
      selections.set(before, state.selection);
      const isSameStep = own !== undefined && own === movement && history.present.label === label;
      movement = own ?? null;
      change({
        edit: next,
        selection: nextSelection,
        clipboard,
        history: isSameStep
          ? { present: { ...history.present, edit: next }, undone: null }
          : record(history, next, label),
      });
    },
    select(selection: Partial<Selection>) {
      const state = store.getState();
      movement = null;
      store.setState({
        selection: normalizeSelection(state.edit, { ...state.selection, ...selection }),
      });
    },
    setClipboard: (clipboard: Clipboard) => store.setState({ clipboard }),
    undo: () => showHistory(undo(store.getState().history)),
    redo: () => showHistory(redo(store.getState().history)),
    jump: (to: number) => showHistory(jump(store.getState().history, to)),
    describe: (sources: Readonly<Record<string, SourceInfo>>) =>
      change({ sources: { ...store.getState().sources, ...sources } }),
    rename: (name: string) => change({ name }),
    dismissRate: (sampleRate: number) => change({ stays: sampleRate }),
    saveVersion(name: string) {
      const { versions, edit: present } = store.getState();
      const savedAt = new Date(now()).toISOString();
      change({ versions: [...versions, { name, savedAt, edit: present }] });
    },
    removeVersion: (at: number) =>
      change({ versions: store.getState().versions.filter((_, index) => index !== at) }),
  });
}

/** End of the last sound, in seconds. */
export const secondsOf = (edit: Edit): number => playedLengthOf(edit) / edit.sampleRate;
