import { type StoreApi, createStore } from "zustand/vanilla";
import type { Translate } from "../i18n/translate.ts";

/**
 * A text that follows the page's language: a message key with its values. `words` are for texts
 * without a key, such as an error message of the server.
 */
export type Text =
  | string
  | { readonly key: string; readonly params?: Readonly<Record<string, unknown>> }
  | { readonly words: string };

/** Formats a text in a language. */
export function formatText(text: Text, t: Translate): string {
  if (typeof text === "string") return t(text);
  return "words" in text ? text.words : t(text.key, text.params);
}

export type NoticeKind = "toast" | "notification" | "warning";
export type NoticeWeight = "plain" | "good" | "bad" | "attention";

export interface NoticeAction {
  readonly label: Text;
  /** Runs after the notice has closed. */
  readonly run: () => void;
}

export interface NoticeBox {
  readonly label: Text;
  /** Whether the checkbox is initially checked. */
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
  /** A checkbox in the notice, such as "Do not show again". */
  readonly box: NoticeBox | null;
  /** Duration in ms; null: until the notice is dismissed. */
  readonly stays: number | null;
  /** On a narrow screen only the title is visible; the text is for screen readers. */
  readonly brief?: boolean;
}

export interface NoticeState {
  /** Visible notices, the oldest first. */
  readonly shown: readonly Notice[];
}

export interface Notification {
  readonly text: Text;
  readonly title?: Text;
  readonly weight?: NoticeWeight;
  readonly action?: NoticeAction;
  readonly box?: NoticeBox;
  /** Stays until the notification is dismissed or its action is taken. */
  readonly sticky?: boolean;
  /** A notification replaces a visible one with the same id. */
  readonly id?: string;
  /** On a narrow screen only the title is visible. */
  readonly brief?: boolean;
}

export interface NoticeStore extends StoreApi<NoticeState> {
  /** Shows a toast for 3000 ms. Returns its id. */
  readonly toast: (text: Text, weight?: NoticeWeight) => string;
  /** Shows a notification for 4500 ms, or until it is dismissed. Returns its id. */
  readonly notify: (notification: Notification) => string;
  /** Opens the popup titled `errors:warning`, which stays until it is dismissed. */
  readonly warn: (text: Text, action?: NoticeAction) => string;
  readonly dismiss: (id: string) => void;
  /** Pauses the timers of all visible notices while at least one reason is held. */
  readonly hold: (reason: string) => void;
  readonly release: (reason: string) => void;
}

export interface NoticeClock {
  /** Monotonic time in ms. */
  readonly now: () => number;
  /** Calls `work` after `ms`; the returned function cancels the call. */
  readonly setTimer: (work: () => void, ms: number) => () => void;
}

export const TOAST_STAYS = 3000;
export const NOTIFICATION_STAYS = 4500;
/** Maximum number of visible notices of each kind; the others wait. */
const MAX_COUNTS: Readonly<Record<NoticeKind, number>> = { toast: 3, notification: 3, warning: 1 };

const keyed = (text: Text | null): unknown => (typeof text === "string" ? { key: text } : text);
const identity = ({ kind, title, text }: Notice): string =>
  JSON.stringify([kind, keyed(title), keyed(text)]);

export function createNoticeStore({ now, setTimer }: NoticeClock): NoticeStore {
  const store = createStore<NoticeState>(() => ({ shown: [] }));
  const reasons = new Set<string>();
  /** Time left of each visible notice, and its running timer. */
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

  /** Shows as many notices as the limits allow. */
  const refresh = (): void => {
    const before = new Set(store.getState().shown.map(({ id }) => id));
    const taken: Record<NoticeKind, number> = { toast: 0, notification: 0, warning: 0 };
    const shown = queue.filter(({ kind }) => taken[kind]++ < MAX_COUNTS[kind]);
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
