import type { Edit } from "./edit.ts";

export interface Entry {
  readonly edit: Edit;
  /** Message key of the operation that led to this state. */
  readonly label: string;
  readonly earlier: Entry | null;
}

/** Unlimited undo history; states share unchanged parts. */
export interface History {
  readonly present: Entry;
  /** Undone states, the next one to redo first. */
  readonly undone: { readonly entry: Entry; readonly rest: History["undone"] } | null;
}

export const createHistory = (edit: Edit): History => ({
  present: { edit, label: "open", earlier: null },
  undone: null,
});

/** Adds a state and discards undone ones. */
export const record = (history: History, edit: Edit, label: string): History =>
  edit === history.present.edit
    ? history
    : { present: { edit, label, earlier: history.present }, undone: null };

/** The previous state; the same history if there is none. */
export const undo = (history: History): History =>
  history.present.earlier
    ? {
        present: history.present.earlier,
        undone: { entry: history.present, rest: history.undone },
      }
    : history;

/** The next state; the same history if there is none. */
export const redo = (history: History): History =>
  history.undone ? { present: history.undone.entry, undone: history.undone.rest } : history;

/** All states in order, and the index of the current one. */
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

/** Goes to a state by its index in `listStates`, clamped. */
export function jump(history: History, to: number): History {
  let at = listStates(history).present;
  let now = history;
  for (; at > to && now.present.earlier; at--) now = undo(now);
  for (; at < to && now.undone; at++) now = redo(now);
  return now;
}

/** Restores a history from a stored list. @param states at least one, in order */
export function restoreHistory(
  states: readonly Pick<Entry, "edit" | "label">[],
  present: number,
): History {
  const [first, ...rest] = states;
  const opened: Entry = { ...first!, earlier: null };
  const last = rest.reduce<Entry>((earlier, state) => ({ ...state, earlier }), opened);
  return jump({ present: last, undone: null }, present);
}
