import { type StoreApi, createStore } from "zustand/vanilla";
import { changeClipboardRate, changeRangeRate } from "#audio/edit/change-rate.ts";
import { type Edit, type Selection, lengthOf } from "#audio/edit/edit.ts";
import { type History, jump, record, redo, undo } from "#audio/edit/history.ts";
import type { Clipboard } from "#audio/edit/operations.ts";
import type { Draft, SourceInfo } from "#runtime/panel-kit/draft/edit-draft.ts";

export interface EditorState extends Draft {
  readonly edit: Edit;
  /** Where `start` is `end`, it is the place of the cursor. */
  readonly selection: Selection;
  readonly clipboard: Clipboard | null;
  /** Whether what is on the device is what is shown. */
  readonly saved: "yes" | "soon" | "no";
}

export interface Commit {
  /** What was done: a key of `panel-editor:edit.done`. */
  readonly step: string;
  readonly selection?: Partial<Selection>;
  /** Names what steps belong to: those of one movement are undone together. */
  readonly movement?: string | symbol;
}

export interface EditorStore extends StoreApi<EditorState> {
  readonly commit: (edit: Edit, commit: Commit) => void;
  readonly select: (selection: Partial<Selection>) => void;
  readonly hold: (clipboard: Clipboard) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** @param to number of a state, see `listStates` */
  readonly jump: (to: number) => void;
  readonly describe: (sources: Readonly<Record<string, SourceInfo>>) => void;
  readonly rename: (name: string) => void;
  /** Stays at the rate of the edit for files of up to another one, in Hz. */
  readonly stay: (sampleRate: number) => void;
  /** Gives the present state a name, so that it can be gone back to. */
  readonly keepVersion: (name: string) => void;
  readonly dropVersion: (at: number) => void;
}

/** A selection that fits an edit: tracks that there are, in order and from 0 on. */
function fit(edit: Edit, { tracks, start, end }: Selection): Selection {
  const there = edit.tracks.map(({ id }) => id);
  const kept = there.filter((id) => tracks.includes(id));
  const from = Math.max(0, Math.round(Math.min(start, end)));
  return {
    tracks: kept.length > 0 ? kept : there.slice(0, 1),
    start: from,
    end: Math.max(from, Math.round(Math.max(start, end))),
  };
}

/** What is selected and what was copied, at the rate of another edit. */
function keptIn(
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

/** The work on one draft. @param now epoch milliseconds */
export function createEditorStore(draft: Draft, now: () => number): EditorStore {
  const { edit: opened } = draft.history.present;
  const store = createStore<EditorState>(() => ({
    ...draft,
    edit: opened,
    selection: fit(opened, { tracks: [], start: 0, end: 0 }),
    clipboard: null,
    saved: "yes",
  }));
  let movement: string | symbol | null = null;
  /** What was selected in a state when it was left. */
  const selections = new WeakMap<Edit, Selection>();
  const change = (patch: Partial<EditorState>): void =>
    store.setState({ ...patch, updated: now(), saved: "soon" });
  const go = (history: History): void => {
    const present = history.present.edit;
    movement = null;
    const state = store.getState();
    if (history === state.history) return;
    selections.set(state.edit, state.selection);
    const { selection, clipboard } = keptIn(present, state);
    change({
      history,
      edit: present,
      selection: fit(present, selections.get(present) ?? selection),
      clipboard,
    });
  };
  return Object.assign(store, {
    commit(next: Edit, { step: label, selection: chosen, movement: own }: Commit) {
      const state = store.getState();
      const { history, edit: before } = state;
      const { selection, clipboard } = keptIn(next, state);
      const wanted = fit(next, { ...selection, ...chosen });
      if (next === before) return store.setState({ selection: wanted });
      selections.set(before, state.selection);
      const goesOn = own !== undefined && own === movement && history.present.label === label;
      movement = own ?? null;
      change({
        edit: next,
        selection: wanted,
        clipboard,
        history: goesOn
          ? { present: { ...history.present, edit: next }, undone: null }
          : record(history, next, label),
      });
    },
    select(selection: Partial<Selection>) {
      const state = store.getState();
      movement = null;
      store.setState({ selection: fit(state.edit, { ...state.selection, ...selection }) });
    },
    hold: (clipboard: Clipboard) => store.setState({ clipboard }),
    undo: () => go(undo(store.getState().history)),
    redo: () => go(redo(store.getState().history)),
    jump: (to: number) => go(jump(store.getState().history, to)),
    describe: (sources: Readonly<Record<string, SourceInfo>>) =>
      change({ sources: { ...store.getState().sources, ...sources } }),
    rename: (name: string) => change({ name }),
    stay: (sampleRate: number) => change({ stays: sampleRate }),
    keepVersion(name: string) {
      const { versions, edit: present } = store.getState();
      const savedAt = new Date(now()).toISOString();
      change({ versions: [...versions, { name, savedAt, edit: present }] });
    },
    dropVersion: (at: number) =>
      change({ versions: store.getState().versions.filter((_, index) => index !== at) }),
  });
}

/** Seconds up to the end of the last clip. */
export const secondsOf = (edit: Edit): number => lengthOf(edit) / edit.sampleRate;
