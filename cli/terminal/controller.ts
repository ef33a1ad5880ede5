import { getInvoice } from "../../core/api/payments/invoice.ts";
import { ToolkitError } from "../../core/errors/errors.ts";
import { claim } from "../account/claim.ts";
import type { Client } from "../account/client.ts";
import { deleteRecords } from "../account/delete-records.ts";
import { createPaymentPager, createReviewPager } from "../account/list-records.ts";
import { parseWebAddress } from "../account/open-address.ts";
import { createUsagePager, loadOverview } from "../account/overview.ts";
import type { Pager } from "../account/pager.ts";
import type { Order } from "../account/records.ts";
import { NEWEST_FIRST } from "../account/records.ts";
import { counted } from "../account/show.ts";
import type { ListData, ListName, Model, Notice, RowOf, Size, View, Who } from "./model.ts";
import { ACCOUNT_VIEWS, BROWSE, listRows } from "./model.ts";
import type { Wish } from "./press.ts";
import { press } from "./press.ts";

/** What the screen reaches the world by. */
export interface Ports {
  readonly client: Client;
  /** @returns whether a browser took it */
  readonly open: (address: string) => Promise<boolean>;
  /** Epoch seconds. */
  readonly now: () => number;
  /** Told what the screen cannot go on after: a log-in that is not accepted, or a bug. */
  readonly onEnd: (error: unknown) => void;
}

export interface Start {
  readonly view: View;
  /** Those that there are; those of an account where they are not named. */
  readonly views?: readonly View[];
  readonly size: Size;
  readonly who: Who;
  /** Of the list that is shown first. */
  readonly order?: Order;
}

export interface Controller {
  readonly model: () => Model;
  /** @returns what takes the calls off */
  readonly subscribe: (listener: () => void) => () => void;
  /** @returns why the screen is to be left, if it is */
  readonly press: (key: string) => "quit" | "interrupt" | undefined;
  readonly resize: (size: Size) => void;
  /** Time has passed. */
  readonly tick: () => void;
  readonly load: () => void;
  /** Settles when nothing is under way any more. */
  readonly idle: () => Promise<void>;
}

const EMPTY = {
  loaded: { rows: [], total: undefined, isComplete: false },
  isLoading: false,
  failure: undefined,
} as const satisfies ListData<never>;

const LISTS: readonly ListName[] = ["usage", "payments", "reviews"];

/** The screen's state, and all that changes it. */
export function createController(ports: Ports, start: Start): Controller {
  const { client } = ports;
  const listeners = new Set<() => void>();
  const running = new Set<Promise<void>>();
  let pagers = createPagers(client, start.who.tool);
  const list = (name: ListName) => ({
    cursor: 0,
    order: start.order && start.view === name ? start.order : NEWEST_FIRST,
    marked: new Set<string>(),
  });
  let model: Model = {
    view: start.view,
    views: start.views ?? ACCOUNT_VIEWS,
    mode: BROWSE,
    lists: { usage: list("usage"), payments: list("payments"), reviews: list("reviews") },
    scroll: 0,
    notice: undefined,
    busy: undefined,
    overview: undefined,
    overviewFailure: undefined,
    data: { usage: EMPTY, payments: EMPTY, reviews: EMPTY },
    size: start.size,
    now: ports.now(),
    who: start.who,
  };

  function change(next: Partial<Model>): void {
    model = { ...model, ...next };
    for (const listener of listeners) listener();
  }
  const setData = <Name extends ListName>(name: Name, next: Partial<ListData<RowOf[Name]>>) =>
    change({ data: { ...model.data, [name]: { ...model.data[name], ...next } } });

  /** Runs work whose failures are for the person. */
  function run(work: () => Promise<void>, onFailure: (text: string) => void): void {
    const task = work()
      .catch((error: unknown) => {
        if (!(error instanceof ToolkitError) || error.code === "NOT_LOGGED_IN") ports.onEnd(error);
        else if (error.code !== "CANCELLED") onFailure(error.message);
      })
      .finally(() => running.delete(task));
    running.add(task);
  }

  function loadSummary(): void {
    if (!model.views.includes("credits")) return;
    change({ overviewFailure: undefined });
    run(
      async () => {
        // Of its own: jobs of one tool alone are no summary.
        const pager = model.who.tool === undefined ? pagers.usage : undefined;
        const overview = await loadOverview(client, ports.now(), pager);
        change({ overview });
        if (pager === pagers.usage) setData("usage", { loaded: pagers.usage.state() });
      },
      (text) => change({ overviewFailure: text }),
    );
  }

  /** Rows that the screen needs: those in sight and a screen more, or all to put them in order. */
  function wanted(name: ListName): number {
    const { cursor, order } = model.lists[name];
    const isAsGiven = order.sort === "time" && !order.reversed && order.filter === "";
    return isAsGiven ? cursor + 2 * listRows(model.size.rows) : Number.MAX_SAFE_INTEGER;
  }

  function readOn<Name extends ListName>(name: Name): void {
    const { loaded, isLoading, failure } = model.data[name];
    const isEnough = loaded.isComplete || loaded.rows.length >= wanted(name);
    if (isLoading || failure !== undefined || isEnough) return;
    const pager: Pager<RowOf[Name]> = pagers[name] as never;
    setData(name, { isLoading: true });
    run(
      async () => {
        const next = await pager.more();
        // Read anew meanwhile.
        if ((pagers[name] as unknown) !== pager) return;
        setData(name, { loaded: next, isLoading: false });
        readOn(name);
      },
      (text) => setData(name, { isLoading: false, failure: text }),
    );
  }

  /** Of lists that are not in sight the first page, which tells how long they are. */
  function readShown(): void {
    for (const name of LISTS) if (model.views.includes(name)) readOn(name);
  }

  function reload(): void {
    pagers = createPagers(client, model.who.tool);
    const { usage } = model.lists;
    change({
      data: { usage: EMPTY, payments: EMPTY, reviews: EMPTY },
      lists: { ...model.lists, usage: { ...usage, marked: new Set() } },
    });
    loadSummary();
    readShown();
  }

  function act(what: string, work: () => Promise<Notice | undefined>): void {
    if (model.busy !== undefined) return;
    change({ busy: what, notice: undefined });
    run(
      async () => {
        const notice = await work();
        change({ busy: undefined, notice });
      },
      (text) => change({ busy: undefined, notice: { text, tone: "bad" } }),
    );
  }

  function grant(wish: Wish): "quit" | "interrupt" | undefined {
    switch (wish.kind) {
      case "quit":
      case "interrupt":
        return wish.kind;
      case "reload":
        reload();
        break;
      case "claim":
        act("Claiming", async () => {
          const { added } = await claim(client);
          loadSummary();
          return { text: `${counted(added, "credit")} claimed.`, tone: "good" };
        });
        break;
      case "delete":
        act("Deleting", async () => {
          const gone = new Set<string>();
          try {
            await deleteRecords(client, wish.ids, (ids) => ids.forEach((id) => gone.add(id)));
          } finally {
            if (gone.size > 0) forget(gone);
          }
          return { text: `${counted(wish.ids.length, "job")} deleted.`, tone: "good" };
        });
        break;
      case "invoice":
        act("Asking for the invoice", () => openInvoice(wish.orderId));
        break;
    }
    return undefined;
  }

  function forget(ids: ReadonlySet<string>): void {
    const { usage } = model.lists;
    setData("usage", { loaded: pagers.usage.remove(ids) });
    const marked = new Set([...usage.marked].filter((id) => !ids.has(id)));
    change({ lists: { ...model.lists, usage: { ...usage, marked } } });
    readShown();
    loadSummary();
  }

  async function openInvoice(order_id: string): Promise<Notice | undefined> {
    const { receipt_url } = await client.call(getInvoice, { order_id });
    const address = parseWebAddress(receipt_url, client.api);
    if (await ports.open(address)) return { text: "The invoice is in the browser.", tone: "good" };
    change({ mode: { kind: "address", address } });
    return undefined;
  }

  return {
    model: () => model,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press(key) {
      const { model: next, wish } = press(model, key);
      if (next !== model) change(next);
      const left = wish && grant(wish);
      readShown();
      return left;
    },
    resize(size) {
      change({ size });
      readShown();
    },
    tick: () => change({ now: ports.now() }),
    load() {
      loadSummary();
      readShown();
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

const createPagers = (client: Client, tool: string | undefined) => ({
  usage: createUsagePager(client, tool),
  payments: createPaymentPager(client),
  reviews: createReviewPager(client, tool),
});
