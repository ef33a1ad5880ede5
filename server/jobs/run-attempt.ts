import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pauseFor } from "node:timers/promises";
import type { JobFault } from "#core/jobs/job-faults.ts";
import { parseJobFacts } from "#core/jobs/job-facts.ts";
import {
  type ServerTask,
  FACTS,
  furtherUploads,
  outputNames,
  serverTask,
} from "#core/jobs/server-task.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import { describeError } from "../deps/log.ts";
import type { FileDeps } from "../files/write-file.ts";
import type { JobAttempt, JobProgress } from "../ports/job-queue.ts";
import { failJob, finishJob, giveBackJob } from "./end-job.ts";
import { type StoredOutput, eraseAttempt, openInput, storeOutput } from "./job-files.ts";
import type { JobDeps } from "./job-deps.ts";
import type { Span, SpanOptions } from "../ports/tracer.ts";
import { LEASE } from "./table-queue.ts";

/**
 * Milliseconds between two signs of life; several in a row may fail. A canceled job frees its worker
 * with the next one, so within two seconds.
 */
const BEAT = 1500;
/** Milliseconds before a transaction is tried again while the database is unavailable. */
const PAUSE = 1000;
/** Maximum bytes of the facts of a result. */
const MAX_FACTS = 16 * 1024 * 1024;

export type WorkerDeps = JobDeps & FileDeps;

/** Work on files in a folder that is deleted afterwards. */
export interface TaskRun {
  readonly task: ServerTask;
  /** The folder, for files of its own. */
  readonly folder: string;
  /** Files with the input, and with the further uploads of the task. */
  readonly inputs: readonly string[];
  /** Files for the outputs, in the order of `outputNames`, which do not exist yet. */
  readonly outputs: readonly string[];
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
      /** Of the outputs, in order; see `JobOutput`. */
      readonly outputs: readonly Pick<StoredOutput, "ending" | "seconds">[];
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
  const inSpan = async (span: Span): Promise<void> => {
    await rememberSpan(deps, attempt, span);
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
    span.set({ "job.state": end ?? "lost" });
    deps.log("info", "job_ended", { ...name, state: end ?? "lost", fault });
  };
  try {
    await deps.tracer.span("job attempt", spanOptionsOf(job), inSpan);
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

/**
 * The span of an attempt is part of the trace of the request that created the job, and linked to
 * the span of the attempt before, which was never sent if its worker was killed.
 */
const spanOptionsOf = (job: Jobs): SpanOptions => ({
  parent: job.traceparent,
  link: job.attempt_traceparent,
  attributes: { "job.id": job.id, "job.attempt": job.attempt, "job.pool": job.pool },
});

/** Stores the trace context of an attempt for the one after it. */
async function rememberSpan(
  { db, log }: WorkerDeps,
  { userId, id, attempt }: JobAttempt,
  { traceparent }: Span,
): Promise<void> {
  if (traceparent === null) return;
  try {
    await db.write((tx) =>
      tx
        .updateTable("jobs")
        .set({ attempt_traceparent: traceparent })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("attempt", "=", attempt)
        .execute(),
    );
  } catch (error) {
    // A job does not fail because of its trace.
    log("warn", "trace_not_stored", { job: id, ...describeError(error) });
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
  | {
      readonly kind: "done";
      readonly inputSeconds: number;
      readonly isUnchanged: boolean;
      readonly outputs: readonly StoredOutput[];
    };

/** Fetches the inputs, runs the task and stores its outputs. */
async function workIn(
  folder: string,
  { deps, job, run, onProgress, signal }: Work,
): Promise<StoredOutcome> {
  const failed = (fault: JobFault): StoredOutcome => ({ kind: "failed", fault });
  const storeFailed = (error: unknown): StoredOutcome => {
    signal.throwIfAborted();
    deps.log("warn", "job_store_failed", { job: job.id, ...describeError(error) });
    return failed("store_unavailable");
  };
  const task = serverTask.parse(JSON.parse(job.task));
  const inputs: string[] = [];
  try {
    for (const upload of [job.upload, ...furtherUploads(task)]) {
      const input = path.join(folder, `input-${inputs.length}`);
      const isThere = await deps.tracer.span("fetch input", {}, async () => {
        const chunks = await openInput(deps, job.user_id, upload);
        if (chunks) await fs.writeFile(input, chunks, { mode: 0o600, signal });
        return chunks !== null;
      });
      if (!isThere) return failed("input_missing");
      inputs.push(input);
    }
  } catch (error) {
    return storeFailed(error);
  }
  const names = outputNames(task);
  const outputs = names.map((_, at) => path.join(folder, `output-${at}`));
  const seconds = job.milliseconds_paid / 1000;
  const outcome = await deps.tracer.span(
    "run task",
    { attributes: { "job.call": task.call } },
    () => run({ task, folder, inputs, outputs, seconds, onProgress, signal }),
  );
  if (outcome.kind === "failed") return outcome;
  signal.throwIfAborted();
  onProgress({ progress: 1, stage: "storing" });
  // What a process reports that has read a hostile file is not believed.
  const facts = await readFacts(task, outputs[names.indexOf(FACTS)]!);
  if (!facts) return failed("crashed");
  try {
    const stored: StoredOutput[] = [];
    for (const [at, name] of names.entries()) {
      const { ending, seconds: length } = outcome.outputs[at]!;
      const made = await storeFile(deps, job, outputs[at]!, signal);
      stored.push({ name, ending, ...made, seconds: length });
    }
    const isUnchanged = "unchanged" in facts && facts.unchanged !== null;
    return { kind: "done", inputSeconds: outcome.inputSeconds, isUnchanged, outputs: stored };
  } catch (error) {
    return storeFailed(error);
  }
}

/** @returns null if the file is not the facts of a result, or is missing */
async function readFacts({ call }: ServerTask, file: string) {
  try {
    if ((await fs.stat(file)).size > MAX_FACTS) return null;
    return parseJobFacts(call, await fs.readFile(file, "utf8"));
  } catch {
    return null;
  }
}

async function storeFile(deps: WorkerDeps, job: Jobs, file: string, signal: AbortSignal) {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* measured() {
    for await (const chunk of createReadStream(file, { signal })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  const attempt = { userId: job.user_id, id: job.id, attempt: job.attempt };
  const id = await deps.tracer.span("store result", {}, () =>
    storeOutput(deps, attempt, measured()),
  );
  return { file: id, bytes, sha256: hash.digest("hex") };
}

async function endAttempt(deps: WorkerDeps, attempt: JobAttempt, outcome: StoredOutcome) {
  if (outcome.kind === "failed") return await failJob(deps, attempt, outcome.fault);
  const { inputSeconds, isUnchanged, outputs } = outcome;
  const result = { outputs };
  return await finishJob(deps, attempt, { seconds: inputSeconds, isUnchanged, result });
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
