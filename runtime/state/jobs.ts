import { createStore } from "zustand/vanilla";
import { FaultError } from "../workspace/fault.ts";
import type { Credits } from "../workspace/session/credits.ts";
import type { Session } from "../workspace/session/session.ts";
import type { StoredJob, StoredResult } from "../workspace/session/stored.ts";
import { releaseBytes } from "../workspace/session/tidy.ts";
import type {
  FilesStore,
  JobResult,
  JobsState,
  JobsStore,
  WorkspaceEvent,
} from "../workspace/types.ts";
import { UNDO_MS } from "../workspace/types.ts";
import { watchDepartures } from "./departures.ts";
import type { Outcome, RunDeps } from "./job-run.ts";
import { runJob } from "./job-run.ts";
import { createJobViews } from "./job-views.ts";
import { anotherTry, isActive, newJob } from "./job-records.ts";
import { createKept } from "./kept.ts";
import { lastRank, rankAt } from "./ranks.ts";
import { showProgress } from "./show-progress.ts";
import { createTrash } from "./trash.ts";

export interface JobsDeps extends Omit<RunDeps, "session" | "openFile" | "credits"> {
  readonly session: Session;
  readonly files: Pick<FilesStore, "open" | "getState">;
  readonly credits: Credits;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly onEvent: (event: WorkspaceEvent) => void;
  readonly report: (error: unknown) => void;
  /** Jobs that run at the same time; 1 where it is missing. */
  readonly concurrency?: number;
}

export interface OwnJobsStore extends JobsStore {
  /** Brings back what was kept, and follows what other tabs do. */
  restore(): Promise<void>;
  /** Files of the tray that jobs need which wait or run. */
  inUse(): ReadonlySet<string>;
  /** Saves results that are in memory only. */
  saveResults(): Promise<void>;
}

/** The queue: jobs of this tab in their order, and what is kept of all of them. */
export function createJobsStore(deps: JobsDeps): OwnJobsStore {
  const { session, files, credits, now, onEvent, report, concurrency = 1 } = deps;
  const { tab, bytes, channel } = session;
  const store = createStore<JobsState>(() => ({ jobs: [], restored: false }));
  /** What ends those that run here. */
  const runs = new Map<string, () => void>();
  const views = createJobViews({ tab, isHeld: (id) => bytes.isHeld(id) });
  const kept = createKept<StoredJob>({
    open: async () => (await session.open()).database.jobs,
    onChange: publish,
    onFound: watch,
    onDropped: (id) => views.forget(id),
    report,
  });
  const change = (id: string, patch: Partial<StoredJob>): void => kept.change(id, patch);
  const watchTab = watchDepartures(session, adopt, report);
  const runDeps: RunDeps = { ...deps, openFile: (id) => files.open(id) };

  const waiting = (): StoredJob[] =>
    kept.listed().filter((job) => job.state === "queued" && job.tab === tab);
  function publish(): void {
    store.setState({ jobs: kept.listed().map((job) => views.of(job)) });
  }
  function watch(job: StoredJob): void {
    if (isActive(job) || job.held) watchTab(job.tab);
  }
  const told = (kind: "jobStarted" | "jobDone" | "jobFailed" | "jobCancelled", id: string) => {
    const record = kept.get(id);
    if (record) onEvent({ kind, job: views.of(record) });
  };

  /** Settles or gives back what is held for a job. */
  function closeCredits({ id, held, usageId, state }: StoredJob): void {
    if (!held || usageId === null) return;
    credits
      .close(state === "done" ? "settle" : "refund", usageId)
      .then(() => {
        // It may have been started again, with other credits.
        if (kept.get(id)?.usageId === usageId) change(id, { held: false });
      })
      .catch(report);
  }
  function onEnd(id: string, outcome: Outcome): void {
    runs.delete(id);
    views.endProgress(id);
    change(id, { ...outcome, ended: now() });
    const record = kept.get(id);
    if (record) closeCredits(record);
    if (outcome.state === "done") told("jobDone", id);
    else told(outcome.state === "failed" ? "jobFailed" : "jobCancelled", id);
    pump();
    if (runs.size === 0 && waiting().length === 0) onEvent({ kind: "queueEmpty" });
  }
  function start(job: StoredJob): void {
    change(job.id, { state: job.quote > 0 ? "reserving" : "running", started: now() });
    const run = runJob(job, runDeps, {
      onReserved: ({ usageId, cost }) => change(job.id, { usageId, cost, held: true }),
      onRunning() {
        change(job.id, { state: "running" });
        told("jobStarted", job.id);
      },
      onProgress: showProgress(job.id, { views, now, publish }),
      onEnd: (outcome) => onEnd(job.id, outcome),
    });
    runs.set(job.id, run);
  }
  function pump(): void {
    for (const job of waiting()) {
      if (runs.size >= concurrency) return;
      start(job);
    }
  }

  function cancel(id: string): void {
    const record = kept.get(id);
    if (!record || !isActive(record)) return;
    const run = runs.get(id);
    if (run) run();
    else if (record.tab === tab) {
      change(id, { state: "cancelled", ended: now() });
      told("jobCancelled", id);
    } else channel.post({ kind: "cancel", job: id });
  }
  function put(record: StoredJob): void {
    kept.put(record);
    // After whoever asked has gone on.
    queueMicrotask(pump);
  }
  async function release(ids: readonly string[]): Promise<void> {
    await kept.settled();
    await releaseBytes(session, ids);
  }
  const trash = createTrash({
    setTimer: deps.setTimer,
    inUse: () => new Set(),
    async purge(id) {
      const results = kept.get(id)?.results ?? [];
      await kept.delete(id);
      await release(results.map((result) => result.id));
    },
    report,
  });

  /** Jobs of a tab that has gone: they ran or waited, and their credits go back. */
  async function adopt(gone: string): Promise<void> {
    const { database } = await session.open();
    let count = 0;
    for (const found of await database.jobs.all()) {
      if (found.tab !== gone) continue;
      if (isActive(found)) {
        const patch = { state: "interrupted", ended: now() } as const;
        await database.jobs.change(found.id, (job) =>
          job.tab === gone && isActive(job) ? { ...job, ...patch } : job,
        );
        count++;
      }
      const [record] = await database.jobs.get([found.id]);
      if (!record || record.tab !== gone) continue;
      kept.take(record);
      closeCredits(record);
    }
    publish();
    if (count > 0) onEvent({ kind: "jobsInterrupted", count });
  }
  const changeResults = (
    change_: (results: readonly StoredResult[]) => readonly StoredResult[],
  ): void => {
    for (const { id, results } of kept.all()) {
      const next = change_(results);
      if (next !== results) change(id, { results: next });
    }
  };

  return Object.assign(store, {
    enqueue(spec: Parameters<JobsStore["enqueue"]>[0]) {
      const all = files.getState().files;
      const seconds = spec.fileIds.reduce(
        (sum, id) => sum + (all.find((file) => file.id === id)?.duration ?? 0),
        0,
      );
      const id = session.newId();
      const rank = lastRank(kept.all());
      put(newJob({ seconds, ...spec }, { id, tab, rank, created: now() }));
      return id;
    },
    cancel,
    retry(id: string) {
      const record = kept.get(id);
      if (!record || isActive(record)) return;
      const rank = lastRank(kept.all());
      if (record.state === "done") {
        const again = { ...record, cost: record.quote };
        put(newJob(again, { id: session.newId(), tab, rank, created: now() }));
        return;
      }
      closeCredits(record);
      put(anotherTry(record, { tab, rank }));
      release(record.results.map((result) => result.id)).catch(report);
    },
    remove(id: string) {
      cancel(id);
      change(id, { removedBy: tab });
      return trash.put([id], UNDO_MS, () => change(id, { removedBy: null }));
    },
    move(id: string, to: number) {
      for (const [moved, rank] of rankAt(waiting(), id, to)) change(moved, { rank });
    },
    async openResult({ id, name, type, created }: JobResult) {
      try {
        return new File([await bytes.open(id)], name, { type, lastModified: created });
      } catch (error) {
        if (error instanceof FaultError) {
          views.lose(id);
          publish();
        }
        throw error;
      }
    },
    async removeResults(ids: readonly string[]) {
      const removed = new Set(ids);
      changeResults((results) =>
        results.some(({ id }) => removed.has(id))
          ? results.filter(({ id }) => !removed.has(id))
          : results,
      );
      await release(ids);
    },
    busy: () =>
      store
        .getState()
        .jobs.some(
          (job) =>
            (job.own && isActive(job)) || job.results.some(({ state }) => state === "unsaved"),
        ),
    inUse: () =>
      new Set(
        kept
          .all()
          .filter(isActive)
          .flatMap(({ fileIds }) => fileIds),
      ),
    async saveResults() {
      const held = kept
        .all()
        .flatMap(({ results }) => results.filter(({ id, stored }) => !stored && bytes.isHeld(id)));
      for (const { id } of held)
        if (await bytes.save(id))
          changeResults((results) =>
            results.some((result) => result.id === id)
              ? results.map((result) => (result.id === id ? { ...result, stored: true } : result))
              : results,
          );
    },
    async restore() {
      const { database } = await session.open();
      channel.listen((message) => {
        if (message.kind === "cancel") runs.get(message.job)?.();
        else if (message.store === "jobs") kept.follow(message.ids).catch(report);
      });
      try {
        const [records, keys] = await Promise.all([
          database.jobs.all(),
          bytes.keys().catch(() => null),
        ]);
        const there = keys && new Set(keys);
        for (const record of records) {
          if (kept.get(record.id)) continue;
          kept.take(record);
          for (const { id, stored } of record.results)
            if (stored && there && !there.has(id)) views.lose(id);
          watch(record);
        }
      } finally {
        store.setState({ restored: true });
        publish();
      }
      await credits.flush();
    },
  });
}
