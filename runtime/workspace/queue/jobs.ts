import { UNDO_MS, type FilesStore } from "../../contract/file.ts";
import type { JobsStore } from "../../contract/job.ts";
import type { WorkspaceEvent } from "../../contract/event.ts";
import { watchDepartures } from "../session/departures.ts";
import { lastRank, rankAt } from "../session/ranks.ts";
import type { Session } from "../session/session.ts";
import type { StoredJob } from "../session/stored.ts";
import { createTrash } from "../session/trash.ts";
import type { Credits } from "./credits.ts";
import { isActive, needsTab, newJob, resetJob, resumeJob } from "./job-records.ts";
import { createJobResults } from "./job-results.ts";
import type { RunDeps } from "./job-run.ts";
import { type JobRunsDeps, createJobRuns } from "./job-runs.ts";
import { type JobStore, createJobStore } from "./job-store.ts";
import { hasOnServers, isLeftOnServers, purgedJob } from "./servers/on-servers.ts";
import { attemptId } from "./servers/store-tasks.ts";

export interface JobsDeps extends Omit<RunDeps, "session" | "openFile" | "credits"> {
  readonly storage: JobRunsDeps["storage"];
  readonly onReachable: (listener: () => void) => void;
  readonly session: Session;
  readonly files: Pick<FilesStore, "open" | "getState">;
  readonly credits: Credits;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly onEvent: (event: WorkspaceEvent) => void;
  readonly report: (error: unknown) => void;
  /** Number of jobs that run at the same time; missing for 1. */
  readonly concurrency?: number;
}

export interface OwnJobsStore extends JobsStore {
  /** Loads stored jobs, and follows other tabs. */
  restore(): Promise<void>;
  /** Files of the tray that queued or running jobs need. */
  inUse(): ReadonlySet<string>;
  /** Called when the tab is closed or reloaded, which is no crash. */
  leave(): void;
  /** Saves results that are only in memory. */
  saveResults(): Promise<void>;
}

/** The queue: the jobs of this tab in order, and the stored jobs of all tabs. */
export function createJobsStore(deps: JobsDeps): OwnJobsStore {
  const { session, files, credits, now, report, concurrency = 1 } = deps;
  const { tab } = session;
  const jobStore = createJobStore({ ...deps, onStored: watch });
  const { store, records, change } = jobStore;
  const runs = createJobRuns(jobStore, { ...deps, concurrency, openFile: (id) => files.open(id) });
  const { release, ...results } = createJobResults(jobStore, session);
  const watchTab = watchDepartures(session, runs.adopt, report);
  function watch(job: StoredJob): void {
    if (isActive(job) || job.held || isLeftOnServers(job, now())) watchTab(job.tab);
    if (job.removedBy !== null && hasOnServers(job, now())) watchTab(job.removedBy);
  }
  const trash = createTrash({
    setTimer: deps.setTimer,
    inUse: () => new Set(),
    async purge(id) {
      const removed = records.get(id);
      const patch = removed && purgedJob(removed, now());
      if (patch) {
        // Another tab that runs it ends it itself.
        change(id, isActive(removed) ? patch : { ...patch, tab });
        runs.ends.endAll();
      } else await records.delete(id);
      await release((removed?.results ?? []).map((result) => result.id));
    },
    report,
  });
  credits.listen((usageId, charged) => {
    const job = records.all().find((one) => one.usageId === usageId);
    if (job) change(job.id, { charged });
  });
  const nextRank = () => ({ tab, rank: lastRank(records.all()) });

  return Object.assign(store, {
    ...results,
    enqueue(spec: Parameters<JobsStore["enqueue"]>[0]) {
      const all = files.getState().files;
      const seconds = spec.fileIds.reduce(
        (sum, id) => sum + (all.find((file) => file.id === id)?.duration ?? 0),
        0,
      );
      const id = session.newId();
      runs.put(newJob({ seconds, ...spec }, { id, ...nextRank(), created: now() }));
      return id;
    },
    cancel: runs.cancel,
    leave: runs.leave,
    retry(id: string) {
      const record = records.get(id);
      if (!record || isActive(record)) return;
      if (record.state === "done") {
        const again = { ...record, cost: record.quote };
        runs.put(newJob(again, { id: session.newId(), ...nextRank(), created: now() }));
        return;
      }
      if (record.isStopped) {
        runs.put(resumeJob(record, nextRank()));
        return;
      }
      runs.closeCredits(record);
      const patch = record.state === "cancelled" && purgedJob(record, now());
      if (patch) {
        records.upsert({ ...record, ...patch, id: attemptId(record), tab, removedBy: tab });
        runs.ends.endLater();
      }
      runs.put(resetJob(record, nextRank()));
      release(record.results.map((result) => result.id)).catch(report);
    },
    remove(id: string) {
      runs.cancel(id);
      change(id, { removedBy: tab });
      return trash.put([id], UNDO_MS, () => change(id, { removedBy: null }));
    },
    move(id: string, to: number) {
      for (const [moved, rank] of rankAt(runs.waiting(), id, to)) change(moved, { rank });
    },
    busy: () =>
      records.all().some((job) => job.tab === tab && needsTab(job)) ||
      store.getState().jobs.some((job) => job.results.some(({ state }) => state === "unsaved")),
    inUse: () =>
      new Set(
        records
          .all()
          .filter(isActive)
          .flatMap(({ fileIds }) => fileIds),
      ),
    async restore() {
      await session.open();
      session.channel.listen((message) => {
        if (message.kind === "cancel") runs.end(message.job);
        else if (message.store === "jobs") records.refresh(message.ids).catch(report);
      });
      try {
        await takeAll(jobStore, session, watch);
      } finally {
        jobStore.publish();
        store.setState({ restored: true });
      }
      await credits.flush();
    },
  });
}

/** Loads the stored jobs, and marks missing results. */
async function takeAll(
  { records, views }: JobStore,
  session: Session,
  onStored: (job: StoredJob) => void,
): Promise<void> {
  const { database } = await session.open();
  const [stored, keys] = await Promise.all([
    database.jobs.all(),
    session.bytes.keys().catch(() => null),
  ]);
  const there = keys && new Set(keys);
  for (const record of stored) {
    if (records.get(record.id)) continue;
    records.insertLocal(record);
    for (const { id, stored } of record.results)
      if (stored && there && !there.has(id)) views.lose(id);
    onStored(record);
  }
}
