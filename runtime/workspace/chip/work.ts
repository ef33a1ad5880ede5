import { type StoreApi, createStore } from "zustand/vanilla";
import type { KeyValue } from "../../services/storage.ts";
import { type Job, type JobsStore, isActive } from "../contract/job.ts";

/** What there is to come back to. */
export interface Work {
  /** The job to come back to: the one that runs, the next one, or the one that was done last. */
  readonly job: Job;
  /** Jobs that run or wait. */
  readonly active: number;
  /** Results of the others. */
  readonly ready: number;
}

export interface WorkStore extends StoreApi<Work | null> {
  /** Results that are there now are not shown any more. */
  dismiss(): void;
}

/** Kept for the tab: from when on its results count, in epoch ms. The page's scripts look for it. */
export const WORK_KEY = "toolkit_work";

const readyOf = ({ results }: Job): number =>
  results.filter(({ state }) => state !== "missing").length;

/**
 * Jobs of this tab that run or wait, and results of those that were begun since then.
 * @param since epoch ms
 */
export function workOf(jobs: readonly Job[], since: number): Work | null {
  const active = jobs.filter((job) => job.own && isActive(job));
  const done = jobs
    .filter((job) => job.state === "done" && job.created >= since && readyOf(job) > 0)
    .sort((a, b) => (a.ended ?? a.created) - (b.ended ?? b.created));
  const job = active.find(({ state }) => state !== "queued") ?? active[0] ?? done.at(-1);
  if (!job) return null;
  return {
    job,
    active: active.length,
    ready: done.reduce((sum, one) => sum + readyOf(one), 0),
  };
}

/** Follows the queue; across documents of a tab it knows which results are news. */
export function createWorkStore({
  jobs,
  storage,
  now,
}: {
  readonly jobs: Pick<JobsStore, "getState" | "subscribe">;
  /** Storage of the tab. */
  readonly storage: KeyValue;
  /** Epoch ms. */
  readonly now: () => number;
}): WorkStore {
  const store = createStore<Work | null>(() => null);
  let since = Number(storage.get(WORK_KEY) ?? Infinity);
  function setSince(time: number): void {
    since = time;
    storage.set(WORK_KEY, Number.isFinite(time) ? String(time) : null);
  }
  function look(): void {
    const { jobs: all, restored } = jobs.getState();
    const begun = all.filter((job) => job.own && isActive(job)).map(({ created }) => created);
    const first = Math.min(...begun);
    if (first < since && !Number.isFinite(since)) setSince(first);
    const work = workOf(all, since);
    if (work === null && restored && Number.isFinite(since)) setSince(Infinity);
    store.setState(work, true);
  }
  jobs.subscribe(look);
  look();
  return Object.assign(store, {
    dismiss() {
      setSince(now() + 1);
      look();
    },
  });
}
