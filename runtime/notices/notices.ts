import { type StoreApi, createStore } from "zustand/vanilla";
import type { Translate } from "../i18n/translate.ts";

/**
 * A text that follows the page's language: a message key with its values. `words` are for what has
 * no key, such as a sentence of the server.
 */
export type Text =
  | string
  | { readonly key: string; readonly params?: Readonly<Record<string, unknown>> }
  | { readonly words: string };

/** What a text says in a language. */
export function wordsOf(text: Text, t: Translate): string {
  if (typeof text === "string") return t(text);
  return "words" in text ? text.words : t(text.key, text.params);
}

export type NoticeKind = "toast" | "notification" | "warning";
export type NoticeWeight = "plain" | "good" | "bad" | "attention";

export interface NoticeAction {
  readonly label: Text;
  /** Runs after the notice has gone. */
  readonly run: () => void;
}

export interface NoticeBox {
  readonly label: Text;
  /** Whether it is checked at first. */
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly weight: NoticeWeight;
  readonly title: Text | null;
  readonly text: Text;
  readonly action: NoticeAction | null;
  /** What can be said to it, such as that it is not to be shown again. */
  readonly box: NoticeBox | null;
  /** How long it stays, in ms; null: until it is dismissed. */
  readonly stays: number | null;
  /** On a narrow screen its title is all that is seen of it; its text is for screen readers alone. */
  readonly brief?: boolean;
}

export interface NoticeState {
  /** What is on the screen, the oldest first. */
  readonly shown: readonly Notice[];
}

export interface Notification {
  readonly text: Text;
  readonly title?: Text;
  readonly weight?: NoticeWeight;
  readonly action?: NoticeAction;
  readonly box?: NoticeBox;
  /** Stays until it is dismissed or its action is taken. */
  readonly sticky?: boolean;
  /** A notification with the id of one that is there takes its place. */
  readonly id?: string;
  /** Its title says enough where there is little room. */
  readonly brief?: boolean;
}

export interface NoticeStore extends StoreApi<NoticeState> {
  /** A short word that goes after 3000 ms. Returns its id. */
  readonly toast: (text: Text, weight?: NoticeWeight) => string;
  /** Stays 4500 ms, or until it is dismissed. Returns its id. */
  readonly notify: (notification: Notification) => string;
  /** The popup titled `errors:warning`; stays until it is dismissed. */
  readonly warn: (text: Text, action?: NoticeAction) => string;
  readonly dismiss: (id: string) => void;
  /** Time stands still for all that is shown while at least one reason holds it. */
  readonly hold: (reason: string) => void;
  readonly release: (reason: string) => void;
}

export interface NoticeClock {
  /** ms from any moment. */
  readonly now: () => number;
  /** Calls `work` after `ms`; the answer calls it off. */
  readonly setTimer: (work: () => void, ms: number) => () => void;
}

export const TOAST_STAYS = 3000;
export const NOTIFICATION_STAYS = 4500;
/** How many of a kind are on the screen at once; the others wait. */
const PLACES: Readonly<Record<NoticeKind, number>> = { toast: 3, notification: 3, warning: 1 };

const keyed = (text: Text | null): unknown => (typeof text === "string" ? { key: text } : text);
const identity = ({ kind, title, text }: Notice): string =>
  JSON.stringify([kind, keyed(title), keyed(text)]);

export function createNoticeStore({ now, setTimer }: NoticeClock): NoticeStore {
  const store = createStore<NoticeState>(() => ({ shown: [] }));
  const reasons = new Set<string>();
  /** Time that a shown notice still has, and the timer that runs it down. */
  const times = new Map<string, { left: number; since: number; cancel: (() => void) | null }>();
  let queue: readonly Notice[] = [];
  let lastId = 0;

  const start = (id: string): void => {
    const time = times.get(id);
    if (!time || time.cancel || reasons.size > 0) return;
    time.since = now();
    time.cancel = setTimer(() => dismiss(id), time.left);
  };
  const stop = (id: string): void => {
    const time = times.get(id);
    if (!time?.cancel) return;
    time.cancel();
    time.cancel = null;
    time.left = Math.max(0, time.left - (now() - time.since));
  };
  const restart = ({ id, stays }: Notice): void => {
    stop(id);
    if (stays !== null) times.set(id, { left: stays, since: now(), cancel: null });
    else times.delete(id);
    start(id);
  };

  /** Shows what has a place. */
  const refresh = (): void => {
    const before = new Set(store.getState().shown.map(({ id }) => id));
    const taken: Record<NoticeKind, number> = { toast: 0, notification: 0, warning: 0 };
    const shown = queue.filter(({ kind }) => taken[kind]++ < PLACES[kind]);
    store.setState({ shown });
    for (const notice of shown) if (!before.has(notice.id)) restart(notice);
  };

  const add = (notice: Notice): string => {
    const own = queue.findIndex(({ id }) => id === notice.id);
    const same = own >= 0 ? own : queue.findIndex((other) => identity(other) === identity(notice));
    if (same < 0) {
      queue = [...queue, notice];
      refresh();
      return notice.id;
    }
    const merged = { ...notice, id: queue[same]!.id };
    queue = queue.with(same, merged);
    const shown = store.getState().shown.some(({ id }) => id === merged.id);
    refresh();
    if (shown) restart(merged);
    return merged.id;
  };

  const dismiss = (id: string): void => {
    stop(id);
    times.delete(id);
    queue = queue.filter((notice) => notice.id !== id);
    refresh();
  };

  const newId = (): string => `notice-${++lastId}`;
  return Object.assign(store, {
    toast: (text: Text, weight: NoticeWeight = "plain") =>
      add({
        id: newId(),
        kind: "toast",
        weight,
        title: null,
        text,
        action: null,
        box: null,
        stays: TOAST_STAYS,
      }),
    notify: ({ id = newId(), text, title, weight = "plain", sticky, ...rest }: Notification) =>
      add({
        id,
        kind: "notification",
        weight,
        title: title ?? null,
        text,
        action: rest.action ?? null,
        box: rest.box ?? null,
        ...(rest.brief && { brief: true }),
        stays: sticky ? null : NOTIFICATION_STAYS,
      }),
    warn: (text: Text, action: NoticeAction | null = null) =>
      add({
        id: newId(),
        kind: "warning",
        weight: "bad",
        title: "errors:warning",
        text,
        action,
        box: null,
        stays: null,
      }),
    dismiss,
    hold(reason: string) {
      reasons.add(reason);
      for (const id of times.keys()) stop(id);
    },
    release(reason: string) {
      reasons.delete(reason);
      for (const { id } of store.getState().shown) start(id);
    },
  });
}
