import type { Edit } from "./edit.ts";

interface Entry {
  readonly edit: Edit;
  /** What was done to get here: a key of a message. */
  readonly label: string;
  readonly earlier: Entry | null;
}

/** All states of an edit, without limit: they share what they have in common. */
export interface History {
  readonly present: Entry;
  /** States that were undone, the next one first. */
  readonly undone: { readonly entry: Entry; readonly rest: History["undone"] } | null;
}

export const createHistory = (edit: Edit): History => ({
  present: { edit, label: "open", earlier: null },
  undone: null,
});

/** A further state. What was undone is gone. */
export const record = (history: History, edit: Edit, label: string): History =>
  edit === history.present.edit
    ? history
    : { present: { edit, label, earlier: history.present }, undone: null };

/** The state before; the same history where there is none. */
export const undo = (history: History): History =>
  history.present.earlier
    ? {
        present: history.present.earlier,
        undone: { entry: history.present, rest: history.undone },
      }
    : history;

/** The state after; the same history where there is none. */
export const redo = (history: History): History =>
  history.undone ? { present: history.undone.entry, undone: history.undone.rest } : history;
