import { cursorIn } from "./list-view.ts";
import { lastScroll } from "./long-text.ts";
import {
  type ListName,
  type Mode,
  type Model,
  type RowAction,
  type View,
  BROWSE,
  divide,
  isJobView,
  listRows,
  withList,
} from "./model.ts";
import { pressInJobs, showCounted } from "./press-jobs.ts";
import { ACTION_TEXTS } from "./row-actions.ts";
import { chosenOf, KINDS, rowsOf } from "./rows.ts";

/** A side effect that a key requests. */
export type Action =
  | { readonly kind: "quit" }
  | { readonly kind: "interrupt" }
  | { readonly kind: "claim" }
  | { readonly kind: "reload" }
  | { readonly kind: RowAction; readonly ids: readonly string[] }
  | { readonly kind: "invoice"; readonly orderId: string };

export interface Pressed {
  readonly model: Model;
  readonly request?: Action;
}

/** End of a list of any length. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Computes the next state for a key. Pure: the caller performs the requested action. */
export function press(model: Model, key: string): Pressed {
  if (key === "ctrl+c") return { model, request: { kind: "interrupt" } };
  const { mode } = model;
  switch (mode.kind) {
    case "filter":
      return { model: pressInFilter(model, mode, key) };
    case "confirm":
      return pressInConfirm(model, mode, key);
    case "help":
      return pressInHelp(model, mode, key);
    case "address":
      return key === "q"
        ? { model, request: { kind: "quit" } }
        : { model: { ...model, mode: BROWSE } };
    case "details":
    case "browse":
      return pressInBrowse({ ...model, notice: undefined }, key);
  }
}

function pressInFilter(model: Model, mode: Mode & { kind: "filter" }, key: string): Model {
  const { view } = model;
  if (view === "credits" || key === "enter") return { ...model, mode: BROWSE };
  const { filter } = model.lists[view].order;
  if (key === "escape") return withFilter({ ...model, mode: BROWSE }, view, mode.before);
  if (key === "backspace" || key === "delete")
    return withFilter(model, view, Array.from(filter).slice(0, -1).join(""));
  if (key === "ctrl+u") return withFilter(model, view, "");
  const isText = Array.from(key).length === 1 && !/\p{Cc}/u.test(key);
  return isText ? withFilter(model, view, filter + key) : model;
}

function pressInConfirm(
  model: Model,
  { action, ids }: Mode & { kind: "confirm" },
  key: string,
): Pressed {
  const back = { ...model, mode: BROWSE };
  if (key === "y" || key === "Y") return { model: back, request: { kind: action, ids } };
  return { model: { ...back, notice: { text: ACTION_TEXTS[action].nothing, tone: "dim" } } };
}

function pressInHelp(model: Model, mode: Mode & { kind: "help" }, key: string): Pressed {
  if (key === "q") return { model, request: { kind: "quit" } };
  const scroll = scrolled(model, mode.scroll, key);
  if (scroll !== undefined) return { model: { ...model, mode: { ...mode, scroll } } };
  return { model: { ...model, mode: BROWSE } };
}

function pressInBrowse(model: Model, key: string): Pressed {
  const { view, views, mode } = model;
  switch (key) {
    case "q":
      return { model, request: { kind: "quit" } };
    case "?":
      return { model: { ...model, mode: { kind: "help", scroll: 0 } } };
    case "u":
    case "ctrl+l":
      return { model, request: { kind: "reload" } };
    case "1":
    case "2":
    case "3":
      return { model: withView(model, views[Number(key) - 1] ?? view) };
    case "tab":
    case "right":
    case "l":
      return { model: withView(model, views[(views.indexOf(view) + 1) % views.length]!) };
    case "shift+tab":
    case "left":
    case "h":
      return { model: withView(model, views.at(views.indexOf(view) - 1)!) };
    case "c":
      return views.includes("credits") ? { model, request: { kind: "claim" } } : { model };
    case "escape":
      return { model: mode.kind === "details" ? { ...model, mode: BROWSE } : stepBack(model) };
  }
  if (view !== "credits") return pressInList(model, view, key);
  const scroll = scrolled(model, model.scroll, key);
  return { model: scroll === undefined ? model : { ...model, scroll } };
}

/** Undoes the innermost state: first the marks, then the filter. */
function stepBack(model: Model): Model {
  const { view } = model;
  if (view === "credits") return model;
  const list = model.lists[view];
  if (list.marked.size > 0) return withList(model, view, { marked: new Set() });
  return list.order.filter === "" ? model : withFilter(model, view, "");
}

function pressInList(model: Model, view: ListName, key: string): Pressed {
  const list = model.lists[view];
  const rows = rowsOf(model, view);
  const at = cursorIn(list, rows.length);
  const cursor = moved(Math.max(0, at), key, listRows(model.size.rows));
  if (cursor !== undefined) return { model: withList(model, view, { cursor }) };
  switch (key) {
    case "enter": {
      if (view === "queue") return { model: showCounted(model) };
      const isOpen = model.mode.kind === "details";
      const mode: Mode = isOpen || at < 0 ? BROWSE : { kind: "details" };
      return { model: { ...model, mode } };
    }
    case "/":
      return { model: { ...model, mode: { kind: "filter", before: list.order.filter } } };
    case "s":
      return { model: sortNext(model, view) };
    case "r": {
      const order = { ...list.order, reversed: !list.order.reversed };
      return { model: withList(model, view, { order, cursor: 0 }) };
    }
  }
  if (isJobView(view)) return { model: pressInJobs(model, view, key, at) };
  if (view === "usage") return pressInUsage(model, key, at);
  return view === "payments" ? pressInPayments(model, key) : { model };
}

function pressInUsage(model: Model, key: string, at: number): Pressed {
  const list = model.lists.usage;
  const { idOf } = KINDS.usage;
  const chosen = chosenOf(model, "usage");
  switch (key) {
    case " ": {
      if (!chosen) return { model };
      const marked = new Set(list.marked);
      if (!marked.delete(idOf(chosen))) marked.add(idOf(chosen));
      return { model: withList(model, "usage", { marked, cursor: at + 1 }) };
    }
    case "a": {
      const all = rowsOf(model, "usage").map(idOf);
      const marked = new Set(all.every((id) => list.marked.has(id)) ? [] : all);
      return { model: withList(model, "usage", { marked }) };
    }
    case "x":
    case "delete": {
      const ids = list.marked.size > 0 ? [...list.marked] : chosen ? [idOf(chosen)] : [];
      const mode: Mode = { kind: "confirm", action: "delete", ids };
      return { model: ids.length > 0 ? { ...model, mode } : model };
    }
  }
  return { model };
}

function pressInPayments(model: Model, key: string): Pressed {
  const chosen = chosenOf(model, "payments");
  if (key === "o" && chosen)
    return { model, request: { kind: "invoice", orderId: chosen.order_id } };
  if (key === "x" || key === "delete")
    return { model: { ...model, notice: { text: "Payments stay in the history.", tone: "dim" } } };
  return { model };
}

function scrolled(model: Model, from: number, key: string): number | undefined {
  const last = lastScroll(model);
  const to = moved(Math.min(from, last), key, divide(model.size.rows).body);
  return to === undefined ? undefined : Math.min(to, last);
}

/** Target row of a navigation key; undefined for other keys. */
function moved(from: number, key: string, screen: number): number | undefined {
  switch (key) {
    case "up":
    case "k":
      return Math.max(0, from - 1);
    case "down":
    case "j":
      return from + 1;
    case "pageup":
      return Math.max(0, from - screen);
    case "pagedown":
      return from + screen;
    case "home":
    case "g":
      return 0;
    case "end":
    case "G":
      return LAST;
  }
  return undefined;
}

function sortNext(model: Model, view: ListName): Model {
  const ids: readonly string[] = KINDS[view].columns.map(({ id }) => id);
  const { order } = model.lists[view];
  const sort = ids[(ids.indexOf(order.sort) + 1) % ids.length]!;
  return withList(model, view, { order: { ...order, sort, reversed: false }, cursor: 0 });
}

const withView = (model: Model, view: View): Model => ({ ...model, view, mode: BROWSE });

/** Removes marks of rows that are no longer visible, so that they are not deleted unseen. */
const withFilter = (model: Model, name: ListName, filter: string): Model =>
  withList(model, name, {
    order: { ...model.lists[name].order, filter },
    cursor: 0,
    marked: new Set(),
  });
