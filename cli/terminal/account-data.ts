import type { Client } from "../account/client.ts";
import { createPaymentPager, createReviewPager } from "../account/list-records.ts";
import { createUsagePager, loadOverview } from "../account/overview.ts";
import type { Pager } from "../account/pager.ts";
import { createJobPager, createQueuePager, createWorkerPager } from "../jobs/job-pagers.ts";
import {
  type AccountInfo,
  type JobList,
  type ListData,
  type ListName,
  type RowOf,
  listRows,
} from "./model.ts";
import type { ModelStore } from "./model-store.ts";
import { createFollow } from "./follow-jobs.ts";
import type { Tasks } from "./tasks.ts";

export interface AccountData {
  readonly loadSummary: () => void;
  /** Reads the visible list, and the first page of the others for their lengths. */
  readonly readShown: () => void;
  readonly reload: () => void;
  /** Reads the visible list of the operator again, without a sign of it on the screen. */
  readonly follow: () => void;
  /** Removes deleted jobs from the list. */
  readonly forget: (ids: ReadonlySet<string>) => void;
}

interface AccountDataDeps {
  readonly client: Client;
  readonly store: ModelStore;
  readonly run: Tasks["run"];
  /** Epoch seconds. */
  readonly now: () => number;
}

const EMPTY = {
  loaded: { rows: [], total: undefined, isComplete: false },
  isLoading: false,
  failure: undefined,
} as const satisfies ListData<never>;

/** Lists before anything has been read. */
export const NO_DATA = {
  usage: EMPTY,
  payments: EMPTY,
  reviews: EMPTY,
  queue: EMPTY,
  jobs: EMPTY,
  workers: EMPTY,
} as const;

const LISTS = Object.keys(NO_DATA) as readonly ListName[];

/** Loads account data into the model. */
export function createAccountData({ client, store, run, now }: AccountDataDeps): AccountData {
  const { model, change, setData } = store;
  let pagers = createPagers(client, model().account);
  /** Lists whose rows are outdated; they stay visible until new rows arrive. */
  const stale = new Set<ListName>();

  function loadSummary(): void {
    if (!model().views.includes("credits")) return;
    change({ overviewFailure: undefined });
    run(
      async () => {
        // A separate pager: the jobs of a single tool do not make a summary.
        const pager = model().account.tool === undefined ? pagers.usage : undefined;
        const overview = await loadOverview(client, now(), pager);
        change({ overview });
        if (pager !== pagers.usage) return;
        stale.delete("usage");
        setData("usage", { loaded: pagers.usage.state() });
      },
      (text) => change({ overviewFailure: text }),
    );
  }

  /**
   * Number of rows that the screen needs: the visible ones and one more screen, or all for sorting.
   */
  function rowsNeeded(name: ListName): number {
    const { cursor, order } = model().lists[name];
    const isAsGiven = order.sort === "time" && !order.reversed && order.filter === "";
    return isAsGiven ? cursor + 2 * listRows(model().size.rows) : Number.MAX_SAFE_INTEGER;
  }

  function readOn<Name extends ListName>(name: Name): void {
    const { loaded, isLoading, failure } = model().data[name];
    const isEnough =
      !stale.has(name) && (loaded.isComplete || loaded.rows.length >= rowsNeeded(name));
    if (isLoading || failure !== undefined || isEnough) return;
    const pager: Pager<RowOf[Name]> = pagers[name] as never;
    setData(name, { isLoading: true });
    run(
      async () => {
        const next = await pager.more();
        // The list was reloaded meanwhile.
        if ((pagers[name] as unknown) !== pager) return;
        stale.delete(name);
        setData(name, { loaded: next, isLoading: false });
        readOn(name);
      },
      (text) => {
        if ((pagers[name] as unknown) === pager) setData(name, { isLoading: false, failure: text });
      },
    );
  }

  const follow = createFollow({
    store,
    run,
    rowsNeeded,
    createPager: (name) => createPagers(client, model().account)[name] as Pager<RowOf[JobList]>,
    setPager(name, pager) {
      pagers = { ...pagers, [name]: pager };
      stale.delete(name);
    },
  });

  function readShown(): void {
    for (const name of LISTS) if (model().views.includes(name)) readOn(name);
  }

  return {
    loadSummary,
    readShown,
    follow,
    reload() {
      pagers = createPagers(client, model().account);
      const { lists } = model();
      for (const name of LISTS) {
        const { total, rows } = model().data[name].loaded;
        if (total !== undefined || rows.length > 0) stale.add(name);
        setData(name, { isLoading: false, failure: undefined });
      }
      change({
        lists: { ...lists, usage: { ...lists.usage, marked: new Set() } },
      });
      loadSummary();
      readShown();
    },
    forget(ids) {
      const { usage } = model().lists;
      const { loaded } = model().data.usage;
      const loadedRows = pagers.usage.remove(ids);
      const rows = loaded.rows.filter(({ id }) => !ids.has(id));
      setData("usage", { loaded: stale.has("usage") ? { ...loaded, rows } : loadedRows });
      const marked = new Set([...usage.marked].filter((id) => !ids.has(id)));
      change({ lists: { ...model().lists, usage: { ...usage, marked } } });
      readShown();
      loadSummary();
    },
  };
}

/** Jobs that the operator's screen reads at most. */
const MAX_JOBS = 2000;

const createPagers = (client: Client, { tool, jobs }: AccountInfo) => ({
  usage: createUsagePager(client, tool),
  payments: createPaymentPager(client),
  reviews: createReviewPager(client, tool),
  queue: createQueuePager(client),
  jobs: createJobPager(client, jobs ?? {}, MAX_JOBS),
  workers: createWorkerPager(client),
});
