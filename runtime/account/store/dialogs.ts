import { type StoreApi, createStore } from "zustand/vanilla";
import type { Text } from "../../notices/notices.ts";

/** The first jobs of a start, the first minutes of its file, or the minutes of a shorter version. */
export interface StartPart {
  readonly kind: "jobs" | "minutes" | "shorter";
  readonly count: number;
}

/** Options for a start that lacks credits. */
export interface WaitingStart {
  /** The part that a number of credits suffices for; null if none can be started. */
  readonly partFor: (credits: number) => StartPart | null;
  /** The visitor chooses this part; closes the dialog. */
  readonly onPart: (part: StartPart) => void;
  /** The visitor leaves to buy credits, and comes back. */
  readonly onBuy: () => void;
}

/** Dialogs and their parameters. */
export type DialogRequest =
  /** @param why reason why an account is needed */
  | { readonly name: "login" | "register" | "reset"; readonly email?: string; readonly why?: Text }
  | { readonly name: "gift" | "shortcuts" }
  | {
      readonly name: "insufficient";
      /** Credits that the job costs. */
      readonly needed: number;
      /** The start that waits for the credits. */
      readonly waiting?: WaitingStart;
    }
  | {
      readonly name: "confirm";
      readonly title: Text;
      readonly text?: Text;
      /** Label of the action, a verb: "Delete". */
      readonly yes: Text;
      readonly no?: Text;
      readonly danger?: boolean;
    };

export interface OpenDialog {
  readonly id: number;
  readonly request: DialogRequest;
}
export interface DialogState {
  /** From the bottom to the focused one. */
  readonly stack: readonly OpenDialog[];
}

export interface DialogStore extends StoreApi<DialogState> {
  /**
   * Opens a dialog above the others. An open one gets the new parameters instead.
   * @param then runs once the dialog has succeeded, such as the action that needed a login
   */
  readonly open: (request: DialogRequest, then?: () => void) => void;
  /** Opens a dialog and returns whether it succeeded: confirmed, logged in. */
  readonly ask: (request: DialogRequest) => Promise<boolean>;
  /** Replaces the topmost dialog; callers that wait for it wait for the new one. */
  readonly replace: (request: DialogRequest) => void;
  /**
   * Closes a dialog and those above it.
   * @param done whether it succeeded
   * @param id the topmost if missing
   */
  readonly close: (done?: boolean, id?: number) => void;
  /** Closes all. */
  readonly clear: () => void;
}

/** Callbacks that wait for a dialog; each is called once. */
type Settle = (done: boolean) => void;

export function createDialogStore(): DialogStore {
  const store = createStore<DialogState>(() => ({ stack: [] }));
  const waiting = new Map<number, Settle[]>();
  let lastId = 0;

  const put = (request: DialogRequest, settle: Settle): void => {
    const { stack } = store.getState();
    // Two confirmations are two dialogs; the same login twice is one.
    const same =
      request.name === "confirm"
        ? undefined
        : stack.find((entry) => entry.request.name === request.name);
    const id = same?.id ?? ++lastId;
    waiting.set(id, [...(waiting.get(id) ?? []), settle]);
    const others = stack.filter((entry) => entry.id !== id);
    store.setState({ stack: [...others, { id, request }] });
  };

  const settle = (entries: readonly OpenDialog[], done: boolean): void => {
    for (const { id } of entries) {
      const settles = waiting.get(id) ?? [];
      waiting.delete(id);
      for (const one of settles) one(done);
    }
  };

  const close: DialogStore["close"] = (done = false, id) => {
    const { stack } = store.getState();
    const at = id === undefined ? stack.length - 1 : stack.findIndex((entry) => entry.id === id);
    if (at < 0) return;
    store.setState({ stack: stack.slice(0, at) });
    settle(stack.slice(at + 1).reverse(), false);
    settle([stack[at]!], done);
  };

  return Object.assign(store, {
    open(request: DialogRequest, then?: () => void) {
      put(request, (done) => {
        if (done) then?.();
      });
    },
    ask: (request: DialogRequest) => new Promise<boolean>((resolve) => put(request, resolve)),
    replace(request: DialogRequest) {
      const { stack } = store.getState();
      const top = stack.at(-1);
      if (!top) return put(request, () => {});
      // A new id resets the state of the dialog.
      const id = ++lastId;
      waiting.set(id, waiting.get(top.id) ?? []);
      waiting.delete(top.id);
      store.setState({ stack: [...stack.slice(0, -1), { id, request }] });
    },
    close,
    clear() {
      const { stack } = store.getState();
      if (stack[0]) close(false, stack[0].id);
    },
  });
}
