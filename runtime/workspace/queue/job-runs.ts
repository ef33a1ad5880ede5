import type { WorkspaceEvent } from "../../contract/event.ts";
import type { Session } from "../session/session.ts";
import type { StoredJob } from "../session/stored.ts";
import type { Credits } from "./credits.ts";
import { isActive } from "./job-records.ts";
import { type Outcome, type RunDeps, runJob } from "./job-run.ts";
import type { JobStore } from "./job-store.ts";
import { showProgress } from "./show-progress.ts";

export interface JobRunsDeps extends RunDeps {
  readonly session: Session;
  readonly credits: Credits;
  readonly onEvent: (event: WorkspaceEvent) => void;
  readonly report: (error: unknown) => void;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  /** Number of jobs that run at the same time. */
  readonly concurrency: number;
}

export interface JobRuns {
  /** Queued jobs of this tab in order. */
  readonly waiting: () => StoredJob[];
  /** Adds a job, which runs when it is its turn. */
  readonly put: (record: StoredJob) => void;
  /** Cancels a job; if another tab owns it, requests that from the tab. */
  readonly cancel: (id: string) => void;
  /** Cancels a job of this tab at the request of another one. */
  readonly end: (id: string) => void;
  /** Settles or refunds the credits of a job. */
  readonly closeCredits: (job: StoredJob) => void;
  /**
   * Marks the queued and running jobs of a closed tab as interrupted, and refunds their credits.
   */
  readonly adopt: (closedTab: string) => Promise<void>;
}

/** Runs the jobs of this tab in order. */
export function createJobRuns(store: JobStore, deps: JobRunsDeps): JobRuns {
  const { session, credits, now, setTimer, onEvent, report, concurrency } = deps;
  const { tab, channel } = session;
  const { records, views, change, publish, emit } = store;
  /** Cancel functions of running jobs. */
  const runs = new Map<string, () => void>();

  const waiting = (): StoredJob[] =>
    records.listed().filter((job) => job.state === "queued" && job.tab === tab);
  function closeCredits({ id, held, usageId, state, unchanged }: StoredJob): void {
    if (!held || usageId === null) return;
    credits
      .close(state === "done" && unchanged == null ? "settle" : "refund", usageId)
      .then(() => {
        // It may have been started again with other credits.
        if (records.get(id)?.usageId === usageId) change(id, { held: false });
      })
      .catch(report);
  }
  function onEnd(id: string, outcome: Outcome): void {
    runs.delete(id);
    views.endProgress(id);
    const isFree = outcome.state === "done" && outcome.unchanged !== null;
    change(id, { ...outcome, ended: now(), ...(isFree && { cost: 0 }) });
    const record = records.get(id);
    if (record) closeCredits(record);
    if (outcome.state === "done") emit("jobDone", id);
    else emit(outcome.state === "failed" ? "jobFailed" : "jobCancelled", id);
    pump();
    if (runs.size === 0 && waiting().length === 0) onEvent({ kind: "queueEmpty" });
  }
  function start(job: StoredJob): void {
    change(job.id, { state: job.quote > 0 ? "reserving" : "running", started: now() });
    const progress = showProgress(job.id, { views, now, setTimer, publish });
    const run = runJob(job, deps, {
      onReserved: ({ usageId, cost }) => change(job.id, { usageId, cost, held: true }),
      onRunning() {
        change(job.id, { state: "running" });
        emit("jobStarted", job.id);
      },
      onProgress: progress.report,
      onWait(retryAt) {
        views.setProgress(job.id, { retryAt });
        publish();
      },
      onEnd(outcome) {
        progress.end();
        onEnd(job.id, outcome);
      },
    });
    runs.set(job.id, run);
  }
  function pump(): void {
    for (const job of waiting()) {
      if (runs.size >= concurrency) return;
      start(job);
    }
  }

  return {
    waiting,
    put(record) {
      records.upsert(record);
      // After the calling code has finished.
      queueMicrotask(pump);
    },
    cancel(id) {
      const record = records.get(id);
      if (!record || !isActive(record)) return;
      const run = runs.get(id);
      if (run) run();
      else if (record.tab === tab) {
        change(id, { state: "cancelled", ended: now() });
        emit("jobCancelled", id);
      } else channel.post({ kind: "cancel", job: id });
    },
    end: (id) => runs.get(id)?.(),
    closeCredits,
    async adopt(closedTab) {
      const { database } = await session.open();
      let count = 0;
      for (const found of await database.jobs.all()) {
        if (found.tab !== closedTab) continue;
        if (isActive(found)) {
          const patch = { state: "interrupted", ended: now() } as const;
          await database.jobs.change(found.id, (job) =>
            job.tab === closedTab && isActive(job) ? { ...job, ...patch } : job,
          );
          count++;
        }
        const [record] = await database.jobs.get([found.id]);
        if (!record || record.tab !== closedTab) continue;
        records.insertLocal(record);
        closeCredits(record);
      }
      publish();
      if (count > 0) onEvent({ kind: "jobsInterrupted", count });
    },
  };
}
