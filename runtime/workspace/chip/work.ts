import { type StoreApi, createStore } from "zustand/vanilla";
import type { KeyValue } from "../../services/storage.ts";
import { type Job, type JobsStore, isActive } from "../../contract/job.ts";

/** Jobs and results that the chip shows. */
export interface Work {
  /** The job that the chip leads to: the running one, the next one, or the last finished one. */
  readonly job: Job;
  /** Number of running and queued jobs. */
  readonly active: number;
  /** Number of the queued ones. */
  readonly queued: number;
  /** The job with results that finished last, and their number; null if there is none. */
  readonly done: { readonly job: Job; readonly ready: number } | null;
}

export interface WorkStore extends StoreApi<Work | null> {
  /** Hides the present results. */
  dismiss(): void;
}

/**
 * Session storage key: start of the time in epoch ms from which results count as new. The page
 * scripts read it, too.
 */
export const WORK_KEY = "toolkit_work";

const readyOf = ({ results }: Job): number =>
  results.filter(({ state }) => state !== "missing").length;

/**
 * Running and queued jobs of this tab, and results of jobs that were created since a time.
 * @param since epoch ms
 */
export function workOf(jobs: readonly Job[], since: number): Work | null {
  const active = jobs.filter((job) => job.own && isActive(job));
  const done = jobs
    .filter((job) => job.state === "done" && job.created >= since && readyOf(job) > 0)
    .sort((a, b) => (a.ended ?? a.created) - (b.ended ?? b.created));
  const last = done.at(-1);
  const begun = active.filter(({ state }) => state !== "queued");
  const job = begun[0] ?? active[0] ?? last;
  if (!job) return null;
  return {
    job,
    active: active.length,
    queued: active.length - begun.length,
    done: last ? { job: last, ready: readyOf(last) } : null,
  };
}

/** Follows the queue, and remembers across documents of a tab which results are new. */
export function createWorkStore({
  jobs,
  storage,
  now,
}: {
  readonly jobs: Pick<JobsStore, "getState" | "subscribe">;
  /** Session storage. */
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
