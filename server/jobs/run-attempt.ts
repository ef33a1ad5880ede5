import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pauseFor } from "node:timers/promises";
import type { JobFault } from "#core/jobs/job-faults.ts";
import { type ServerTask, serverTask } from "#core/jobs/server-task.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import { describeError } from "../deps/log.ts";
import type { FileDeps } from "../files/write-file.ts";
import type { JobAttempt, JobProgress } from "../ports/job-queue.ts";
import { failJob, finishJob, giveBackJob } from "./end-job.ts";
import { eraseAttempt, openInput, storeJobResult } from "./job-files.ts";
import type { JobDeps } from "./job-deps.ts";
import { LEASE } from "./table-queue.ts";

/** Milliseconds between two signs of life; several in a row may fail. */
const BEAT = 3000;
/** Milliseconds before a transaction is tried again while the database is unavailable. */
const PAUSE = 1000;

export type WorkerDeps = JobDeps & FileDeps;

/** Work on files in a folder that is deleted afterwards. */
export interface TaskRun {
  readonly task: ServerTask;
  readonly input: string;
  /** File for the result, which does not exist yet. */
  readonly output: string;
  /** Length of the input that was paid for, in seconds. */
  readonly seconds: number;
  readonly onProgress: (progress: JobProgress) => void;
  /** Ends the work immediately. */
  readonly signal: AbortSignal;
}

export type TaskOutcome =
  | {
      readonly kind: "done";
      /** Measured length of the input in seconds. */
      readonly inputSeconds: number;
      readonly seconds: number;
      /** Extension of the result's file name, without the dot. */
      readonly ending: string;
    }
  | { readonly kind: "failed"; readonly fault: JobFault | (string & {}) };

/** Runs a task; rejects only if `signal` is aborted. */
export type RunTask = (run: TaskRun) => Promise<TaskOutcome>;

/**
 * Runs a job that was taken, while renewing its lease, and ends it.
 * @param closing aborted if the job has to be returned to the queue
 */
export async function runAttempt(
  deps: WorkerDeps,
  job: Jobs,
  run: RunTask,
  closing: AbortSignal,
): Promise<void> {
  const attempt: JobAttempt = { userId: job.user_id, id: job.id, attempt: job.attempt };
  const lost = new AbortController();
  const over = new AbortController();
  let progress: JobProgress = { progress: 0, stage: "fetching" };
  const beating = keepLease(deps, attempt, { lost, over: over.signal, progress: () => progress });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "toolkit-job-"));
  const name = { job: job.id, attempt: job.attempt };
  deps.log("info", "job_started", name);
  try {
    const outcome = await workIn(folder, {
      deps,
      job,
      run,
      signal: AbortSignal.any([lost.signal, closing]),
      onProgress: (next) => (progress = next),
    });
    const end = await persist(lost.signal, () => endAttempt(deps, attempt, outcome));
    // Another attempt owns the job, so that no row names this result.
    if (end === null && outcome.kind === "done") await eraseAttempt(deps, attempt);
    const fault = outcome.kind === "failed" ? outcome.fault : null;
    deps.log("info", "job_ended", { ...name, state: end ?? "lost", fault });
  } catch (error) {
    if (closing.aborted && !lost.signal.aborted) {
      await persist(lost.signal, () => giveBackJob(deps, attempt));
      deps.log("info", "job_returned", name);
    } else if (lost.signal.aborted) deps.log("info", "job_lost", name);
    else throw error;
  } finally {
    over.abort();
    await beating;
    await fs.rm(folder, { recursive: true, force: true });
  }
}

interface Lease {
  /** Aborted once the attempt does not own the job any more. */
  readonly lost: AbortController;
  readonly over: AbortSignal;
  readonly progress: () => JobProgress;
}

async function keepLease(
  { jobQueue, log }: WorkerDeps,
  attempt: JobAttempt,
  { lost, over, progress }: Lease,
): Promise<void> {
  let renewed = performance.now();
  while (!over.aborted && !lost.signal.aborted) {
    // Ends early by an abort.
    await pauseFor(BEAT, undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    try {
      if (!(await jobQueue.beat(attempt, progress()))) lost.abort();
      renewed = performance.now();
    } catch (error) {
      log("warn", "job_beat_failed", { job: attempt.id, ...describeError(error) });
      if (performance.now() - renewed > LEASE) lost.abort();
    }
  }
}

interface Work extends Pick<TaskRun, "onProgress" | "signal"> {
  readonly deps: WorkerDeps;
  readonly job: Jobs;
  readonly run: RunTask;
}

type StoredOutcome =
  | Extract<TaskOutcome, { kind: "failed" }>
  | (Extract<TaskOutcome, { kind: "done" }> & { readonly bytes: number; readonly sha256: string });

/** Fetches the input, runs the task and stores its result. */
async function workIn(
  folder: string,
  { deps, job, run, onProgress, signal }: Work,
): Promise<StoredOutcome> {
  const failed = (fault: JobFault): StoredOutcome => ({ kind: "failed", fault });
  const [input, output] = [path.join(folder, "input"), path.join(folder, "output")];
  try {
    const chunks = await openInput(deps, job);
    if (!chunks) return failed("input_missing");
    await fs.writeFile(input, chunks, { mode: 0o600, signal });
  } catch (error) {
    signal.throwIfAborted();
    deps.log("warn", "job_store_failed", { job: job.id, ...describeError(error) });
    return failed("store_unavailable");
  }
  const task = serverTask.parse(JSON.parse(job.task));
  const seconds = job.milliseconds_paid / 1000;
  const outcome = await run({ task, input, output, seconds, onProgress, signal });
  if (outcome.kind === "failed") return outcome;
  signal.throwIfAborted();
  onProgress({ progress: 1, stage: "storing" });
  const hash = createHash("sha256");
  let bytes = 0;
  async function* measured() {
    for await (const chunk of createReadStream(output, { signal })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  try {
    await storeJobResult(
      deps,
      { userId: job.user_id, id: job.id, attempt: job.attempt },
      measured(),
    );
  } catch (error) {
    signal.throwIfAborted();
    deps.log("warn", "job_store_failed", { job: job.id, ...describeError(error) });
    return failed("store_unavailable");
  }
  return { ...outcome, bytes, sha256: hash.digest("hex") };
}

async function endAttempt(deps: WorkerDeps, attempt: JobAttempt, outcome: StoredOutcome) {
  if (outcome.kind === "failed") return await failJob(deps, attempt, outcome.fault);
  const { inputSeconds, ...result } = outcome;
  const { ending, bytes, sha256, seconds } = result;
  return await finishJob(deps, attempt, {
    seconds: inputSeconds,
    result: { ending, bytes, sha256, seconds },
  });
}

/** Repeats a transaction while the database is unavailable and the lease lasts. */
async function persist<T>(lost: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    lost.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      await pauseFor(PAUSE, undefined, { signal: lost });
    }
  }
}
