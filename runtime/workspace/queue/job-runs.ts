import type { WorkspaceEvent } from "../../contract/event.ts";
import type { KeyValue } from "../../services/storage.ts";
import { createLeftTabs } from "../session/left-tabs.ts";
import type { Session } from "../session/session.ts";
import type { StoredJob } from "../session/stored.ts";
import type { Credits } from "./credits.ts";
import { adoptJobs } from "./adopt-jobs.ts";
import { isActive } from "./job-records.ts";
import { type Outcome, type RunDeps, runJob } from "./job-run.ts";
import { type ServerEnds, createServerEnds } from "./servers/server-ends.ts";
import { chargedFor, createTaskStore } from "./servers/store-tasks.ts";
import type { JobStore } from "./job-store.ts";
import { showProgress } from "./show-progress.ts";

/** Number of jobs on the site's servers that this tab sends and follows at the same time. */
const SERVER_JOBS = 3;

export interface JobRunsDeps extends RunDeps {
  readonly session: Session;
  readonly credits: Credits;
  readonly onEvent: (event: WorkspaceEvent) => void;
  readonly report: (error: unknown) => void;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  /** What all tabs of the site share, even while a document is being closed. */
  readonly storage: KeyValue;
  /** Number of jobs that run at the same time. */
  readonly concurrency: number;
  /** Calls a listener when the site may answer again: the network, or another account, is there. */
  readonly onReachable: (listener: () => void) => void;
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
  /** Called when the tab is closed or reloaded: the starts of its jobs did not end in a crash. */
  readonly leave: () => void;
  /** Ends on the site's servers what jobs that are not running have there. */
  readonly ends: ServerEnds;
  /** Settles or refunds the credits of a job. */
  readonly closeCredits: (job: StoredJob) => void;
  /**
   * Continues the jobs of a closed tab that run on the site's servers or with hosted models; marks
   * its other queued and running jobs as interrupted, and refunds their credits.
   */
  readonly adopt: (closedTab: string) => Promise<void>;
}

/** @returns a function that settles or refunds the credits of a job */
const createCreditsClose =
  (
    { records, change }: JobStore,
    { credits, account: present, report }: Pick<JobRunsDeps, "credits" | "account" | "report">,
  ) =>
  ({ id, held, usageId, state, unchanged, account = present() }: StoredJob): void => {
    if (!held || usageId === null) return;
    credits
      .close(state === "done" && unchanged == null ? "settle" : "refund", usageId, account)
      .then(() => {
        // It may have been started again with other credits.
        if (records.get(id)?.usageId === usageId) change(id, { held: false });
      })
      .catch(report);
  };

/** @returns a function that cancels a job */
const createCancel =
  (
    { records, change, emit }: JobStore,
    { session: { tab, channel }, now }: Pick<JobRunsDeps, "session" | "now">,
    {
      runs,
      ends,
      closeCredits,
    }: Pick<JobRuns, "ends" | "closeCredits"> & {
      readonly runs: ReadonlyMap<string, () => void>;
    },
  ): JobRuns["cancel"] =>
  (id) => {
    const record = records.get(id);
    if (!record || !(record.isStopped || isActive(record))) return;
    const run = runs.get(id);
    if (run) run();
    else if (record.isStopped || record.tab === tab) {
      change(id, { state: "cancelled", ended: now(), isStopped: false });
      closeCredits(records.get(id)!);
      emit("jobCancelled", id);
      ends.endAll();
    } else channel.post({ kind: "cancel", job: id });
  };

/** Runs the jobs of this tab in order. */
export function createJobRuns(store: JobStore, deps: JobRunsDeps): JobRuns {
  const { session, now, setTimer, onEvent, concurrency } = deps;
  const leftTabs = createLeftTabs(deps.storage);
  const { tab } = session;
  const { records, views, change, publish, emit } = store;
  const storeTasks = createTaskStore(store, deps);
  const closeCredits = createCreditsClose(store, deps);
  /** Cancel functions of running jobs. */
  const runs = new Map<string, () => void>();
  const ends = createServerEnds(store, {
    ...deps,
    tab,
    storeTasks,
    isRunning: runs.has.bind(runs),
  });
  deps.onReachable(ends.endAll);

  const waiting = (): StoredJob[] =>
    records.listed().filter((job) => job.state === "queued" && job.tab === tab);
  function onEnd(id: string, outcome: Outcome): void {
    runs.delete(id);
    views.endProgress(id);
    const isFree = outcome.state === "done" && outcome.unchanged !== null;
    const { onServer = false, serverTasks = [] } = records.get(id) ?? {};
    change(id, {
      ...outcome,
      ended: now(),
      ...(isFree && { cost: 0 }),
      ...(outcome.state !== "done" && onServer && { charged: chargedFor(serverTasks) }),
    });
    const record = records.get(id);
    if (record) closeCredits(record);
    if (onServer) ends.endLater();
    if (outcome.state === "done") emit("jobDone", id);
    else emit(outcome.state === "failed" ? "jobFailed" : "jobCancelled", id);
    pump();
    if (runs.size === 0 && waiting().length === 0) onEvent({ kind: "queueEmpty" });
  }
  function start(job: StoredJob): void {
    const isReserved = job.quote > 0 && !job.onServer;
    const starts = (job.starts ?? 0) + 1;
    change(job.id, { state: isReserved ? "reserving" : "running", started: now(), starts });
    const progress = showProgress(job.id, { views, now, setTimer, publish });
    const run = runJob(job, deps, {
      onReserved: ({ usageId, cost }) => change(job.id, { usageId, cost, held: true }),
      onRunning() {
        change(job.id, { state: "running" });
        emit("jobStarted", job.id);
      },
      onAccount: (account) => change(job.id, { account }),
      onHeld: (cost) => change(job.id, { cost }),
      onServerTasks: storeTasks(job),
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
  /** Jobs of the device, and those of the servers, do not wait for each other. */
  const runningOn = (server: boolean): number =>
    [...runs.keys()].filter((id) => (records.get(id)?.onServer ?? false) === server).length;
  function pump(): void {
    for (const job of waiting()) {
      const onServer = job.onServer ?? false;
      if (runningOn(onServer) < (onServer ? SERVER_JOBS : concurrency)) start(job);
    }
  }

  function put(record: StoredJob): void {
    records.upsert(record);
    // After the calling code has finished.
    queueMicrotask(pump);
  }

  return {
    waiting,
    put,
    cancel: createCancel(store, deps, { runs, ends, closeCredits }),
    end: (id) => runs.get(id)?.(),
    leave: () => (runs.size > 0 ? leftTabs.add(tab) : undefined),
    ends,
    closeCredits,
    async adopt(closedTab) {
      const isLeft = leftTabs.take(closedTab);
      const others = { session, records, now, isLeft, onOther: closeCredits };
      const onOwn = (job: StoredJob): void => void (runs.has(job.id) || put(job));
      const count = await adoptJobs(closedTab, { ...others, onOwn, onLeft: ends.endAll });
      publish();
      if (count > 0) onEvent({ kind: "jobsInterrupted", count });
    },
  };
}
