import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import type { CoverResult } from "#audio/tasks/run-cover.ts";
import type { RunResult } from "#audio/tasks/run-request.ts";
import type { SeparationResult } from "#audio/tasks/run-separation.ts";
import type { Stage } from "#audio/tasks/task.ts";
import type { RequestOf } from "#core/api/contract/call.ts";
import type { ServerJob } from "#core/api/contract/job-shapes.ts";
import { createJob } from "#core/api/jobs/create-job.ts";
import { type JobFacts, parseJobFacts } from "#core/jobs/job-facts.ts";
import { isTransient as isTransientFault } from "#core/jobs/job-faults.ts";
import { FACTS } from "#core/jobs/server-task.ts";
import { readTranscript } from "#core/transcript/read-transcript.ts";
import { FaultError } from "../contract/fault.ts";
import type { SentFile } from "../contract/job.ts";
import type { JobStage } from "../contract/job-engine.ts";
import type { SinkChunk } from "../contract/sinks/sink-chunk.ts";
import { createMemorySink } from "../contract/sinks/memory-sink.ts";
import type { ServerEngine, ServerRun } from "../contract/server-tasks.ts";
import { ApiError } from "../services/api/api-error.ts";
import { uploadFile } from "../uploads/upload-file.ts";
import type { JobFollower } from "./follow-jobs.ts";
import { fetchResult } from "./fetch-result.ts";
import { isTransient } from "./is-transient.ts";
import { type RemotePorts, pauseAfter } from "./ports.ts";
import { explainFailure, jobFailure } from "./server-faults.ts";
import {
  type TaskContext,
  abandon,
  eraseFiles,
  eraseUploads,
  extendFiles,
  forgetMissing,
  uploadPorts,
} from "./task-context.ts";
import { tracePorts } from "./trace-ports.ts";
import {
  type RemoteTask,
  remoteCover,
  remoteRun,
  remoteSeparation,
  remoteTranscription,
} from "./server-task-of.ts";

/** Shares of the progress: sending up to the first, working up to the second, then fetching. */
const SENT = 0.3;
const WORKED = 0.9;
const STAGES: readonly string[] = ["loading", "listening", "working", "writing"] satisfies Stage[];

/** What the tasks resolve to. */
interface Results {
  readonly run: RunResult;
  readonly separate: SeparationResult;
  readonly cover: CoverResult;
  readonly transcribe: JobFacts<"transcribe">;
}

interface TaskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number | null, stage: JobStage) => void;
  readonly sinks: readonly WritableStream<SinkChunk>[];
}

/**
 * Runs the tasks of a job on the site's servers: sends its files, creates a job there, follows it,
 * and fetches what it has made. What exists there is stored with the job, and all keys follow from
 * the job's own, so that running it again after a reload continues instead of starting over.
 * Aborting cancels the job on the server.
 */
export function createRemoteEngine(
  ports: RemotePorts,
  follower: JobFollower,
  run: ServerRun,
): ServerEngine {
  let tasks = run.tasks;
  let started = 0;
  let ending = Promise.resolve();

  async function contextOf(at: number): Promise<TaskContext> {
    const key = `${run.key}:${at}`;
    return {
      ports: await tracePorts(ports, key),
      run,
      key,
      state: () => tasks[at]!,
      change(patch) {
        tasks = tasks.with(at, { ...tasks[at]!, ...patch });
        run.onTasks(tasks);
        if (patch.cost !== undefined)
          run.onHeld(tasks.reduce((sum, { cost = 0 }) => sum + cost, 0));
      },
    };
  }

  async function eraseAll(): Promise<void> {
    for (const at of tasks.keys()) await eraseFiles(await contextOf(at));
  }

  /** One after the other: a task may end while the job does. */
  function abandonAll(): Promise<void> {
    const next = async (): Promise<void> => {
      for (const at of tasks.keys()) await abandon(await contextOf(at));
    };
    return (ending = ending.then(next).catch(() => {}));
  }

  async function perform<C extends keyof Results>(
    call: C,
    task: RemoteTask,
    options: TaskOptions,
  ): Promise<Results[C]> {
    const at = started++;
    if (!tasks[at]) tasks = [...tasks, { files: [], job: null }];
    const context = await contextOf(at);
    const { state, change } = context;
    const { signal, onProgress = () => {}, sinks } = options;
    try {
      await sendFiles(context, task, {
        signal,
        onProgress: (done) => onProgress(SENT * done, "sending"),
      });
      const id = state().job ?? (await createServerJob(context, task, signal));
      const job = await follower.follow(id, {
        signal,
        onJob: (job) => onProgress(SENT + (WORKED - SENT) * job.progress, stageOf(job)),
      });
      ports.onBalance();
      extendFiles(context, job);
      if (job.state !== "done") {
        change({ job: null, cost: 0 });
        // What the server keeps for another attempt is sent only once.
        if (job.fault === null || !isTransientFault(job.fault)) void eraseUploads(context);
        throw jobFailure(job.state as "failed" | "canceled", job.fault);
      }
      change({ isSettled: true });
      const result = await fetchOutputs(context, { job, call, sinks, signal, onProgress });
      // The server has returned the credits.
      if ("unchanged" in result && result.unchanged) change({ cost: 0 });
      return result;
    } catch (error) {
      // A retry starts over with what no longer exists.
      if (error instanceof ApiError && error.status === 404) forgetMissing(context);
      if (!signal.aborted) throw explainFailure(error);
      void abandonAll();
      throw signal.reason;
    }
  }

  return {
    isPaidByTask: true,
    run: (task, { sink, ...options }) =>
      perform("run", remoteRun(task), { ...options, sinks: [sink] }),
    separate: (task, options) => perform("separate", remoteSeparation(task), options),
    cover: (task, options) => perform("cover", remoteCover(task), options),
    async transcribe(task, options) {
      const { sink, toBlob } = createMemorySink();
      await perform("transcribe", remoteTranscription(task), { ...options, sinks: [sink] });
      const transcript = readTranscript(await toBlob().text());
      if (!transcript) throw new FaultError("servers.damaged");
      return transcript;
    },
    eraseFiles: eraseAll,
    abandon: abandonAll,
  };
}

const stageOf = ({ state, stage }: ServerJob): JobStage =>
  state === "running" && stage !== null && STAGES.includes(stage) ? (stage as Stage) : "queued";

const sentBefore = (file: SentFile | undefined): string | null =>
  file && file.deleted === null ? file.upload : null;

/** Sends the files that the server does not have; those of a job that exists have arrived. */
async function sendFiles(
  { ports, state, change }: TaskContext,
  { inputs }: RemoteTask,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> {
  // Sent again, they would be other files under the key of a job that may exist.
  if (state().job !== null || state().isCreating) return;
  const total = inputs.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const [at, input] of inputs.entries()) {
    const setFile = (file: SentFile): void =>
      change({ files: [...state().files.slice(0, at), file, ...state().files.slice(at + 1)] });
    await uploadFile(uploadPorts(ports), input, {
      id: sentBefore(state().files[at]),
      onCreated: (upload, until) =>
        setFile({ upload, deleted: null, ...(Number.isFinite(until) && { until }) }),
      onProgress: (share) => onProgress((before + share * input.size) / total),
      signal,
    });
    before += input.size;
  }
}

/** Milliseconds for which a job and its results exist, by the highest settings of a site. */
const LASTS = 15 * 86_400_000;

/** Whether the server says that it has not created the job; to another account it says nothing of it. */
const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== 401 && error.status !== 403;

/** Creates the job, once for its key, whatever becomes of the responses. @returns its id */
async function createServerJob(
  context: TaskContext,
  { inputs, taskOf }: RemoteTask,
  signal: AbortSignal,
): Promise<string> {
  const { ports, run, key, state, change } = context;
  const uploads = state().files.map(({ upload }) => upload);
  const request: RequestOf<typeof createJob> = {
    tool: run.tool,
    seconds: run.secondsOf(inputs[0]!),
    upload: uploads[0]!,
    task: taskOf(uploads),
  };
  const { isCreating = false, creationKey = key } = state();
  const idempotencyKey = isCreating ? creationKey : key;
  // The job before it may have succeeded; this one has not.
  const creationUntil = ports.now() + LASTS;
  change({ isCreating: true, creationKey: idempotencyKey, creationUntil, isSettled: false });
  for (let failures = 1; ; failures++)
    try {
      // Not aborted: a request on its way may create the job, which then has to be canceled.
      const { job, cost } = await ports.api(createJob, request, {
        idempotencyKey,
        quiet: "all",
      });
      change({ job: job.id, cost, isCreating: false });
      extendFiles(context, job);
      ports.onBalance();
      signal.throwIfAborted();
      return job.id;
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error) || (error as ApiError).key === "jobs_open") {
        // The response to an earlier request may have been lost: only the server says that it has no job.
        const mayExist = isCreating || failures > 1;
        if (!mayExist || isRejection(error)) change({ isCreating: false });
        throw error;
      }
      await ports.pause(pauseAfter(failures), signal);
      signal.throwIfAborted();
    }
}

/** Fetches all outputs into their sinks. @returns the facts of the result */
async function fetchOutputs<C extends keyof Results>(
  { ports }: TaskContext,
  {
    job,
    call,
    sinks,
    signal,
    onProgress,
  }: TaskOptions & {
    readonly job: ServerJob;
    readonly call: C;
    readonly onProgress: (done: number, stage: JobStage) => void;
  },
): Promise<Results[C]> {
  const outputs = job.result?.outputs ?? [];
  const total = outputs.reduce((sum, { bytes }) => sum + bytes, 0);
  const facts = createMemorySink();
  let before = 0;
  for (const [at, output] of outputs.entries()) {
    const sink = output.name === FACTS ? facts.sink : sinks[at]!;
    await fetchResult(
      ports,
      { ...output, job: job.id },
      {
        sink,
        signal,
        onProgress: (share) =>
          onProgress(WORKED + ((1 - WORKED) * (before + share * output.bytes)) / total, "fetching"),
      },
    );
    before += output.bytes;
  }
  const found = parseJobFacts(call, await facts.toBlob().text());
  // How the server ran it says nothing about this device.
  const runsWith: BackendInfo = { backend: "server", threads: 1, reason: null };
  // Missing properties are left out there, too, as TypeScript cannot see.
  return { ...found, runsWith } as unknown as Results[C];
}
