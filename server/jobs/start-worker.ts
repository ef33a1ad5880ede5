import { setTimeout as pauseFor } from "node:timers/promises";
import { describeError } from "../deps/log.ts";
import { type RunTask, type WorkerDeps, runAttempt } from "./run-attempt.ts";
import { recoverLost } from "./sweep-jobs.ts";
import { beatWorker, removeWorker } from "./worker-record.ts";

/** Milliseconds between two looks into an empty queue. */
const IDLE = 1000;
/** Milliseconds before the next attempt after a failure, such as a lost database. */
const AFTER_FAILURE = 3000;
/** Milliseconds between two signs of life of the worker, by which it learns of a drain request. */
const BEAT = 3000;
/** Milliseconds between two searches for jobs of dead workers. */
const RECOVERY = 5000;

export interface WorkerOptions {
  readonly pool: string;
  /** Number of jobs that run at the same time. */
  readonly slots: number;
  readonly run: RunTask;
}

export interface Worker {
  /** Id under which the operator sees the worker. */
  readonly id: string;
  /** Resolves when the worker has ended, also because the operator has drained it. */
  readonly ended: Promise<void>;
  /**
   * Takes no more jobs, waits for the running ones, and returns those to the queue that are not
   * done in time.
   * @param patience milliseconds
   */
  readonly close: (patience: number) => Promise<void>;
}

/** Takes jobs from the queue and runs them until it is closed. */
export function startWorker(deps: WorkerDeps, { pool, slots, run }: WorkerOptions): Worker {
  const draining = new AbortController();
  const closing = new AbortController();
  const over = new AbortController();
  const id = deps.ids();
  let running = 0;
  const pause = async (milliseconds: number): Promise<void> =>
    // Ends early by an abort.
    await pauseFor(milliseconds, undefined, { signal: draining.signal }).catch(() => {});

  async function work(): Promise<void> {
    while (!draining.signal.aborted)
      try {
        const job = await deps.jobQueue.take(pool);
        if (job) {
          running++;
          await runAttempt(deps, job, run, closing.signal).finally(() => running--);
        } else await pause(IDLE * (0.75 + Math.random() / 2));
      } catch (error) {
        deps.log("error", "worker_failed", describeError(error));
        await pause(AFTER_FAILURE);
      }
  }
  async function recover(): Promise<void> {
    while (!draining.signal.aborted) {
      await pause(RECOVERY);
      try {
        const recovered = await recoverLost(deps);
        if (recovered > 0) deps.log("warn", "jobs_recovered", { count: recovered });
      } catch (error) {
        deps.log("warn", "recovery_failed", describeError(error));
      }
    }
  }
  async function announce(): Promise<void> {
    const facts = { id, pool, slots, started_at: deps.clock() };
    while (!over.signal.aborted) {
      try {
        const isDrained = await beatWorker(deps, { ...facts, running });
        if (isDrained && !draining.signal.aborted) {
          deps.log("info", "drain_requested", { worker: id });
          draining.abort();
        }
      } catch (error) {
        deps.log("warn", "worker_beat_failed", describeError(error));
      }
      // Ends early by an abort.
      await pauseFor(BEAT, undefined, { signal: over.signal }).catch(() => {});
    }
    // A row that stays is not listed any more after a while.
    await removeWorker(deps, id).catch(() => {});
  }
  async function runAll(): Promise<void> {
    const announcing = announce();
    await Promise.all([recover(), ...Array.from({ length: slots }, work)]);
    over.abort();
    await announcing;
  }
  const ended = runAll();
  return {
    id,
    ended,
    close: async (patience) => {
      draining.abort();
      const timer = setTimeout(() => closing.abort(), patience);
      await ended;
      clearTimeout(timer);
    },
  };
}
