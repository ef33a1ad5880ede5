import type { TimeRange } from "#audio/parameters.ts";
import { createGiveWay } from "./give-way.ts";
import { createDecoding } from "./decoding.ts";
import { openReading } from "./open-reading.ts";
import { createPrecedence } from "./precedence.ts";
import { Undecodable } from "./worker-error.ts";
import { type Hear, type WorkerPool, createWorkerPool } from "./worker-pool.ts";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import type { Alignment } from "#audio/alignment/align-words.ts";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { Sound } from "./worker/sounds.ts";
import type {
  MeasureTask,
  DescribeTask,
  AnalyzeTask,
  TraceTask,
  VoiceTask,
} from "./worker/listening.ts";
import type { CoverTask, PeaksTask, RunTask, SeparateTask, Task } from "./worker/protocol.ts";
import type {
  CoverResult,
  PeaksResult,
  RemuxFacts,
  RunResult,
  SeparationResult,
} from "./worker/results.ts";
import type {
  Engine,
  EngineDeps,
  PeaksOptions,
  SeparateOptions,
  WriteOptions,
} from "./engine-types.ts";

export function createEngine(deps: EngineDeps): Engine {
  const { helpers = 1 } = deps;
  const { take, ask, warm } = createWorkerPool(deps);
  const { decoded, orDecoded } = createDecoding(deps.decode);
  const precedence = createPrecedence();
  const giveWay = createGiveWay();
  let speed: Promise<number> | null = null;
  /** Asks about a file as a whole. */
  const askOf = <T>(
    task: PeaksTask | MeasureTask | DescribeTask | AnalyzeTask | TraceTask | VoiceTask,
    { signal, onProgress, onPart }: PeaksOptions,
  ): Promise<T> =>
    orDecoded(task.file, (file) =>
      ask<T>({ ...task, file } as Task, {
        signal,
        hear: hearFor(onProgress, onPart),
      }),
    );
  /** Asks for several results of a file. */
  const askInto = <T>(task: SeparateTask | CoverTask, options: SeparateOptions): Promise<T> =>
    writing(options, (hear) =>
      orDecoded(task.file, (file) =>
        ask<T>({ ...task, file: file as Blob }, { signal: options.signal, hear }),
      ),
    );
  /** Goes on from what it has found where it had to wait. */
  function peaksOf(file: Blob, { signal, onPart, ...options }: PeaksOptions): Promise<PeaksResult> {
    let known: PeaksResult["peaks"] | undefined;
    const keep = (part: PeaksResult): void => {
      known = part.peaks;
      onPart?.(part);
    };
    return giveWay.yielding(signal, (own) =>
      askOf({ call: "peaks", file, known }, { ...options, signal: own, onPart: keep }),
    );
  }

  return {
    run: (task, options) =>
      writingOne(options, async (hear) => {
        const { signal } = options;
        const isDivided = helpers > 1 && ((await deps.isDivisible?.(task)) ?? false);
        return orDecoded(task.file, (file) => {
          const run = { ...task, file, call: "run" } as const;
          return isDivided
            ? giveWay.add(
                runDivided(run, { createWorker: deps.createWorker, helpers, ask, signal, hear }),
              )
            : ask<RunResult>(run, { signal, hear });
        });
      }),
    copy: (task, options) =>
      writingOne(options, (hear) =>
        ask<TimeRange>({ ...task, call: "copy" }, { signal: options.signal, hear }),
      ),
    remux: (task, options) =>
      writingOne(options, (hear) =>
        ask<RemuxFacts>({ ...task, call: "remux" }, { signal: options.signal, hear }),
      ),
    planRemux: (task, { signal }) =>
      ask<RemuxFacts>({ ...task, call: "remux", isPlan: true }, { signal }),
    separate: (task, options) => askInto<SeparationResult>({ ...task, call: "separate" }, options),
    cover: (task, options) => askInto<CoverResult>({ ...task, call: "cover" }, options),
    peaks: (file, options) => precedence.add(peaksOf(file, options)),
    first: (work) => precedence.add(work),
    async measure(file, options, goal) {
      await precedence.clear();
      return askOf({ call: "measure", file, goal }, options);
    },
    describe: (file, options) => askOf({ call: "describe", file }, options),
    align: ({ file, ...task }, { signal, onProgress }) =>
      orDecoded(file, (given) =>
        ask<Alignment>(
          { call: "align", file: given as Blob, ...task },
          { signal, hear: hearFor(onProgress) },
        ),
      ),
    analyze: (file, options) => askOf<SongAnalysis>({ call: "analyze", file }, options),
    trace: (file, options) => askOf<SoundTrace>({ call: "trace", file }, options),
    voice: (file, options) => askOf<VoiceMeasures>({ call: "voice", file }, options),
    async open(files, sparse = false) {
      const read = (sounds: readonly Sound[]) =>
        openReading(take(), { call: "read", files: sounds, sparse });
      try {
        return await read(files);
      } catch (error) {
        if (!(error instanceof Undecodable)) throw error;
        return read(await Promise.all(files.map((file) => decoded(file, error))));
      }
    },
    async prove(model, { signal }) {
      await ask<number>({ call: "prove", model }, { signal });
    },
    speed: () => (speed ??= ask<number>({ call: "bench" }, {})),
    warm,
  };
}

/** Tells a caller how far a worker is, and what it has found by then. */
const hearFor =
  (onProgress: PeaksOptions["onProgress"], onPart?: PeaksOptions["onPart"]): Hear =>
  (message) => {
    if (message.kind === "progress") onProgress?.(message.done, message.stage);
    if (message.kind === "part") onPart?.(message.value);
  };

/** Runs a task with the help of other workers, which end with it. */
async function runDivided(
  task: RunTask,
  {
    createWorker,
    helpers,
    ask,
    signal,
    hear,
  }: Required<Pick<EngineDeps, "createWorker" | "helpers">> &
    Pick<WorkerPool, "ask"> & { readonly signal: AbortSignal; readonly hear: Hear },
): Promise<RunResult> {
  const workers = Array.from({ length: helpers }, createWorker);
  const channels = workers.map(() => new MessageChannel());
  const { effect, values } = task;
  const failed = new AbortController();
  const own = AbortSignal.any([signal, failed.signal]);
  const end = (): void => workers.forEach((worker) => worker.terminate());
  signal.addEventListener("abort", end);
  try {
    for (const [at, worker] of workers.entries()) {
      const { port2: port } = channels[at]!;
      worker.onerror = ({ message }) =>
        failed.abort(new Error(message ?? "A helper of the audio worker failed"));
      worker.postMessage({ call: "help", effect: effect!, values, port }, [port]);
    }
    const ports = channels.map(({ port1 }) => port1);
    return await ask<RunResult>({ ...task, helpers: ports }, { signal: own, hear });
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/** Lets a worker write into streams. */
async function writing<T>(
  { sinks, onProgress }: Omit<SeparateOptions, "signal">,
  work: (hear: Hear) => Promise<T>,
): Promise<T> {
  const writers = sinks.map((sink) => sink.getWriter());
  try {
    return await work(async (message, worker) => {
      if (message.kind === "progress") onProgress?.(message.done, message.stage);
      if (message.kind !== "write") return;
      const { result = 0, position, data } = message;
      await writers[result]!.write({ type: "write", position, data });
      // Sinks keep copies. A worker with next to no other garbage would hold dozens of pieces until it collects.
      const { buffer } = data;
      worker.postMessage({ call: "wrote", buffer }, [buffer]);
    });
  } finally {
    for (const writer of writers) writer.releaseLock();
  }
}

/** The same, into one. */
const writingOne = <T>({ sink, ...options }: WriteOptions, work: (hear: Hear) => Promise<T>) =>
  writing({ ...options, sinks: [sink] }, work);
