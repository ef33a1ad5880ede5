import { getInvoice } from "#core/api/payments/invoice.ts";
import { claim } from "../account/claim.ts";
import type { Client } from "../account/client.ts";
import { cancelJobs, drainWorkers, redriveEach } from "../jobs/change-jobs.ts";
import { deleteRecords } from "../account/delete-records.ts";
import { parseWebAddress } from "../account/open-address.ts";
import { type Order, NEWEST_FIRST } from "../account/records.ts";
import { counted } from "../account/show.ts";
import { type AccountData, createAccountData, NO_DATA } from "./account-data.ts";
import {
  type ListName,
  type Model,
  type Notice,
  type Size,
  type View,
  type AccountInfo,
  ACCOUNT_VIEWS,
  BROWSE,
} from "./model.ts";
import { type ModelStore, createModelStore } from "./model-store.ts";
import { type Action, press } from "./press.ts";
import { type Tasks, createTasks } from "./tasks.ts";

/** External functions that the screen uses. */
export interface Ports {
  readonly client: Client;
  /** @returns whether a browser opened the address */
  readonly open: (address: string) => Promise<boolean>;
  /** Epoch seconds. */
  readonly now: () => number;
  /** Called with an error that ends the screen: a rejected login or a bug. */
  readonly onEnd: (error: unknown) => void;
}

export interface Start {
  readonly view: View;
  /** Available views; those of an account by default. */
  readonly views?: readonly View[];
  readonly size: Size;
  readonly account: AccountInfo;
  /** Sort order of the first list. */
  readonly order?: Order;
}

export interface Controller {
  readonly model: () => Model;
  /** @returns a function that unsubscribes */
  readonly subscribe: (listener: () => void) => () => void;
  /** @returns the reason to close the screen, if any */
  readonly press: (key: string) => "quit" | "interrupt" | undefined;
  readonly resize: (size: Size) => void;
  /** Updates times on the screen. */
  readonly tick: () => void;
  /** Reads the operator's list again, unless the user has stopped that. */
  readonly follow: () => void;
  readonly load: () => void;
  /** Resolves when no request is pending. */
  readonly idle: () => Promise<void>;
}

/** The screen's state and its changes. */
export function createController(ports: Ports, start: Start): Controller {
  const { client, now, open } = ports;
  const store = createModelStore(firstModel(start, now()));
  const { run, idle } = createTasks(ports.onEnd);
  const data = createAccountData({ client, store, run, now });
  const grant = createGrant({ client, store, data, run, open });

  return {
    model: store.model,
    subscribe: store.subscribe,
    press(key) {
      const { model: next, request: action } = press(store.model(), key);
      if (next !== store.model()) store.change(next);
      const left = action && grant(action);
      data.readShown();
      return left;
    },
    resize(size) {
      store.change({ size });
      data.readShown();
    },
    tick: () => store.change({ now: now() }),
    follow() {
      const { isLive, mode, busy } = store.model();
      if (isLive && mode.kind !== "confirm" && busy === undefined) data.follow();
    },
    load() {
      data.loadSummary();
      data.readShown();
    },
    idle,
  };
}

/** @param now epoch seconds */
function firstModel(start: Start, now: number): Model {
  const list = (name: ListName) => ({
    cursor: 0,
    order: start.order && start.view === name ? start.order : NEWEST_FIRST,
    marked: new Set<string>(),
  });
  return {
    view: start.view,
    views: start.views ?? ACCOUNT_VIEWS,
    mode: BROWSE,
    lists: {
      usage: list("usage"),
      payments: list("payments"),
      reviews: list("reviews"),
      queue: list("queue"),
      jobs: list("jobs"),
      workers: list("workers"),
    },
    scroll: 0,
    isLive: true,
    notice: undefined,
    busy: undefined,
    overview: undefined,
    overviewFailure: undefined,
    data: NO_DATA,
    size: start.size,
    now,
    account: start.account,
  };
}

const unmarked = (lists: Model["lists"]): Model["lists"] => ({
  ...lists,
  jobs: { ...lists.jobs, marked: new Set() },
  workers: { ...lists.workers, marked: new Set() },
});

interface GrantDeps {
  readonly client: Client;
  readonly store: ModelStore;
  readonly data: AccountData;
  readonly run: Tasks["run"];
  /** @returns whether a browser opened the address */
  readonly open: (address: string) => Promise<boolean>;
}

/**
 * @returns a function that performs the action of a key and returns the reason to close the screen,
 *   if any
 */
function createGrant({ client, store, data, run, open }: GrantDeps) {
  const { model, change } = store;

  function act(what: string, work: () => Promise<Notice | undefined>): void {
    if (model().busy !== undefined) return;
    change({ busy: what, notice: undefined });
    run(
      async () => {
        const notice = await work();
        change({ busy: undefined, notice });
      },
      (text) => change({ busy: undefined, notice: { text, tone: "bad" } }),
    );
  }

  async function claimCredits(): Promise<Notice> {
    const { added } = await claim(client);
    data.loadSummary();
    return { text: `${counted(added, "credit")} claimed.`, tone: "good" };
  }

  async function deleteJobs(chosen: readonly string[]): Promise<Notice> {
    const deletedIds = new Set<string>();
    let deleted = 0;
    try {
      deleted = await deleteRecords(client, chosen, (ids) =>
        ids.forEach((id) => deletedIds.add(id)),
      );
    } finally {
      if (deletedIds.size > 0) data.forget(deletedIds);
    }
    return deleted > 0
      ? { text: `${counted(deleted, "job")} deleted.`, tone: "good" }
      : { text: "Nothing was deleted: it was gone already.", tone: "dim" };
  }

  async function cancel(ids: readonly string[]): Promise<Notice> {
    const list = await cancelJobs(client, ids);
    const canceled = list.filter(({ state }) => state === "canceled").length;
    return { text: `${counted(canceled, "job")} canceled.`, tone: canceled > 0 ? "good" : "dim" };
  }

  async function startAgain(ids: readonly string[]): Promise<Notice> {
    const count = await redriveEach(client, ids);
    return count > 0
      ? { text: `${counted(count, "job")} queued again.`, tone: "good" }
      : { text: "Only jobs that failed because of machines can be started again.", tone: "dim" };
  }

  async function drain(ids: readonly string[]): Promise<Notice> {
    const { length } = await drainWorkers(client, ids);
    return { text: `${counted(length, "worker")} asked to drain.`, tone: "good" };
  }

  /** Changes rows of the operator's lists, which are then read again. */
  const actOnJobs = (what: string, work: () => Promise<Notice>): void =>
    act(what, async () => {
      const notice = await work();
      change({ lists: unmarked(model().lists) });
      data.follow();
      return notice;
    });

  async function openInvoice(order_id: string): Promise<Notice | undefined> {
    const { receipt_url } = await client.call(getInvoice, { order_id });
    const address = parseWebAddress(receipt_url, client.api);
    if (await open(address)) return { text: "The invoice is in the browser.", tone: "good" };
    change({ mode: { kind: "address", address } });
    return undefined;
  }

  return (action: Action): "quit" | "interrupt" | undefined => {
    switch (action.kind) {
      case "quit":
      case "interrupt":
        return action.kind;
      case "reload":
        data.reload();
        break;
      case "claim":
        act("Claiming", claimCredits);
        break;
      case "delete":
        act("Deleting", () => deleteJobs(action.ids));
        break;
      case "cancel":
        actOnJobs("Canceling", () => cancel(action.ids));
        break;
      case "redrive":
        actOnJobs("Starting", () => startAgain(action.ids));
        break;
      case "drain":
        actOnJobs("Draining", () => drain(action.ids));
        break;
      case "invoice":
        act("Asking for the invoice", () => openInvoice(action.orderId));
        break;
    }
    return undefined;
  };
}
