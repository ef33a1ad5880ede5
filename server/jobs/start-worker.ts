import { setTimeout as pauseFor } from "node:timers/promises";
import { describeError } from "../deps/log.ts";
import { type RunTask, type WorkerDeps, runAttempt } from "./run-attempt.ts";
import { recoverLost } from "./sweep-jobs.ts";

/** Milliseconds between two looks into an empty queue. */
const IDLE = 1000;
/** Milliseconds before the next attempt after a failure, such as a lost database. */
const AFTER_FAILURE = 3000;
/** Milliseconds between two searches for jobs of dead workers. */
const RECOVERY = 5000;

export interface WorkerOptions {
  readonly pool: string;
  /** Number of jobs that run at the same time. */
  readonly slots: number;
  readonly run: RunTask;
}

export interface Worker {
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
  const pause = async (milliseconds: number): Promise<void> =>
    // Ends early by an abort.
    await pauseFor(milliseconds, undefined, { signal: draining.signal }).catch(() => {});

  async function work(): Promise<void> {
    while (!draining.signal.aborted)
      try {
        const job = await deps.jobQueue.take(pool);
        if (job) await runAttempt(deps, job, run, closing.signal);
        else await pause(IDLE * (0.75 + Math.random() / 2));
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
  const works = [recover(), ...Array.from({ length: slots }, work)];
  return {
    close: async (patience) => {
      draining.abort();
      const timer = setTimeout(() => closing.abort(), patience);
      await Promise.all(works);
      clearTimeout(timer);
    },
  };
}
