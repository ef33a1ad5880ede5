import { createDecoding } from "./decoding.ts";
import type {
  Engine,
  EngineDeps,
  PeaksOptions,
  RunOptions,
  SeparateOptions,
  WriteOptions,
} from "./engine-types.ts";
import { openReading } from "./open-reading.ts";
import { createPreemption } from "./scheduling/preemption.ts";
import { createPriorityGate } from "./scheduling/priority-gate.ts";
import type { RunRequest, RunResult } from "./worker/effect/run-request.ts";
import type { TaskUpdate } from "./worker/protocol.ts";
import type { PeaksResult } from "./worker/results.ts";
import type { Sound } from "./worker/sounds.ts";
import type { AudioTasks, TaskName } from "./worker/tasks/audio-tasks.ts";
import { Undecodable } from "./worker-error.ts";
import { type TaskOptions, type WorkerPool, createWorkerPool } from "./worker-pool.ts";

type Update = TaskUpdate<unknown>;

/** Tasks that read one sound. */
type SoundTask = {
  [K in TaskName]: AudioTasks[K]["request"] extends { readonly file: Sound } ? K : never;
}[TaskName];

export function createEngine(deps: EngineDeps): Engine {
  const { helpers = 1 } = deps;
  const { take, runTask, warm } = createWorkerPool(deps);
  const { decoded, orDecoded } = createDecoding(deps.decode);
  const priority = createPriorityGate();
  const preemption = createPreemption();
  let speed: Promise<number> | null = null;

  /** Runs a task on a sound, which the document decodes where workers cannot. */
  const runOn = <K extends SoundTask>(
    name: K,
    request: AudioTasks[K]["request"],
    options: TaskOptions<K>,
  ): Promise<AudioTasks[K]["result"]> =>
    orDecoded(request.file, (file) => runTask(name, { ...request, file }, options));
  /** Runs a task that reports progress alone. */
  const inspect = <K extends SoundTask>(
    name: K,
    request: AudioTasks[K]["request"],
    { signal, onProgress }: RunOptions,
  ): Promise<AudioTasks[K]["result"]> =>
    runOn(name, request, { signal, onMessage: (message) => report(message, onProgress) });

  /** Resumes from the peaks that were computed before the task was preempted. */
  function peaksOf(file: Blob, { signal, onProgress, onPart }: PeaksOptions): Promise<PeaksResult> {
    let known: PeaksResult["peaks"] | undefined;
    return preemption.runPreemptible(signal, (preemptible) =>
      runOn(
        "peaks",
        { file, known },
        {
          signal: preemptible,
          onMessage(message) {
            report(message, onProgress);
            if (message.kind !== "emit") return;
            known = message.message.peaks;
            onPart?.(message.message);
          },
        },
      ),
    );
  }

  async function run(request: RunRequest, options: WriteOptions): Promise<RunResult> {
    const { signal } = options;
    const isDivided = helpers > 1 && ((await deps.isDivisible?.(request)) ?? false);
    return withSinks([options.sink], options, (onMessage) =>
      orDecoded(request.file, (file) => {
        const decodable = { ...request, file };
        const taskOptions = { signal, onMessage };
        if (!isDivided) return runTask("run", decodable, taskOptions);
        const { createWorker } = deps;
        const work = runDivided(decodable, { createWorker, helpers, runTask }, taskOptions);
        return preemption.add(work);
      }),
    );
  }

  return {
    run,
    copy: (request, options) =>
      withSinks([options.sink], options, (onMessage) =>
        runTask("copy", request, { signal: options.signal, onMessage }),
      ),
    remux: (request, options) =>
      withSinks([options.sink], options, (onMessage) =>
        runTask("remux", request, { signal: options.signal, onMessage }),
      ),
    planRemux: (request, { signal }) => runTask("remux", { ...request, isPlan: true }, { signal }),
    separate: (request, options) =>
      withSinks(options.sinks, options, (onMessage) =>
        runOn("separate", request, { signal: options.signal, onMessage }),
      ),
    cover: (request, options) =>
      withSinks(options.sinks, options, (onMessage) =>
        runOn("cover", request, { signal: options.signal, onMessage }),
      ),
    peaks: (file, options) => priority.add(peaksOf(file, options)),
    first: (work) => priority.add(work),
    async measure(file, options, extra) {
      await priority.idle();
      return inspect("measure", { ...extra, file }, options);
    },
    describe: (file, options) => inspect("describe", { file }, options),
    align: (request, options) => inspect("align", request, options),
    analyze: (file, options) => inspect("analyze", { file }, options),
    melody: (file, options) => inspect("melody", { file }, options),
    trace: (file, options) => inspect("trace", { file }, options),
    findSpeech: (file, options) => inspect("find-speech", { file }, options),
    voice: (file, options) => inspect("voice", { file }, options),
    async open(files, sparse = false) {
      const read = (sounds: readonly Sound[]) => openReading(take(), { files: sounds, sparse });
      try {
        return await read(files);
      } catch (error) {
        if (!(error instanceof Undecodable)) throw error;
        return read(await Promise.all(files.map((file) => decoded(file, error))));
      }
    },
    async prove(model, { signal }) {
      await runTask("prove", { model }, { signal });
    },
    speed: () => (speed ??= runTask("benchmark", {}, {})),
    warm,
  };
}

function report(message: Update, onProgress: RunOptions["onProgress"]): void {
  if (message.kind === "progress") onProgress?.(message.done, message.stage);
}

/** Runs a task in a worker with helpers, which are terminated with it. */
async function runDivided(
  request: RunRequest,
  {
    createWorker,
    helpers,
    runTask,
  }: Required<Pick<EngineDeps, "createWorker" | "helpers">> & Pick<WorkerPool, "runTask">,
  { signal, onMessage }: Required<TaskOptions<"run">>,
): Promise<RunResult> {
  const workers = Array.from({ length: helpers }, createWorker);
  const channels = workers.map(() => new MessageChannel());
  const { effect, values } = request;
  const failed = new AbortController();
  const terminate = (): void => workers.forEach((worker) => worker.terminate());
  signal.addEventListener("abort", terminate);
  try {
    for (const [at, worker] of workers.entries()) {
      const { port2: port } = channels[at]!;
      worker.onerror = ({ message }) =>
        failed.abort(new Error(message ?? "A helper of the audio worker failed"));
      worker.postMessage({ call: "help", effect: effect!, values, port }, [port]);
    }
    const ports = channels.map(({ port1 }) => port1);
    return await runTask(
      "run",
      { ...request, helpers: ports },
      { signal: AbortSignal.any([signal, failed.signal]), onMessage },
    );
  } finally {
    signal.removeEventListener("abort", terminate);
    terminate();
  }
}

/** Lets a worker write into streams. */
async function withSinks<T>(
  sinks: SeparateOptions["sinks"],
  { onProgress }: RunOptions,
  work: (onMessage: Required<TaskOptions<TaskName>>["onMessage"]) => Promise<T>,
): Promise<T> {
  const writers = sinks.map((sink) => sink.getWriter());
  try {
    return await work(async (message, worker) => {
      report(message, onProgress);
      if (message.kind !== "write") return;
      const { result = 0, position, data } = message;
      await writers[result]!.write({ type: "write", position, data });
      // Sinks keep copies: the buffer goes back to the worker, which writes the next chunk into it.
      const { buffer } = data;
      worker.postMessage({ call: "wrote", buffer }, [buffer]);
    });
  } finally {
    for (const writer of writers) writer.releaseLock();
  }
}
