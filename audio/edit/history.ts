import type { Edit } from "./edit.ts";

export interface Entry {
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

/** All states, the first one first, and which of them is the present one. */
export function listStates(history: History): {
  readonly states: readonly Entry[];
  readonly present: number;
} {
  const states: Entry[] = [];
  for (let at: Entry | null = history.present; at; at = at.earlier) states.push(at);
  states.reverse();
  const present = states.length - 1;
  for (let at = history.undone; at; at = at.rest) states.push(at.entry);
  return { states, present };
}

/** The state with a number of `listStates`; the nearest one that there is. */
export function jump(history: History, to: number): History {
  let at = listStates(history).present;
  let now = history;
  for (; at > to && now.present.earlier; at--) now = undo(now);
  for (; at < to && now.undone; at++) now = redo(now);
  return now;
}

/** A history that was kept as a list. @param states at least one, the first one first */
export function restoreHistory(
  states: readonly Pick<Entry, "edit" | "label">[],
  present: number,
): History {
  const [first, ...rest] = states;
  const opened: Entry = { ...first!, earlier: null };
  const last = rest.reduce<Entry>((earlier, state) => ({ ...state, earlier }), opened);
  return jump({ present: last, undone: null }, present);
}
