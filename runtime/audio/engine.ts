import type { TimeRange } from "../../audio/parameters.ts";
import { FaultError } from "../workspace/contract/fault.ts";
import { createGiveWay } from "./give-way.ts";
import { openReading } from "./open-reading.ts";
import { createPrecedence } from "./precedence.ts";
import { Undecodable } from "./worker-error.ts";
import type { Hear } from "./worker-pool.ts";
import { createWorkerPool } from "./worker-pool.ts";
import type {
  DescribeTask,
  MeasureTask,
  PeaksResult,
  PeaksTask,
  RunResult,
  RunTask,
  Sound,
  Task,
} from "./worker/protocol.ts";
import type { Engine, EngineDeps, PeaksOptions, WriteOptions } from "./engine-types.ts";

export function createEngine(deps: EngineDeps): Engine {
  const { createWorker, decode, helpers = 1 } = deps;
  const { take, ask, warm } = createWorkerPool(deps);
  const precedence = createPrecedence();
  const giveWay = createGiveWay();
  let speed: Promise<number> | null = null;
  /** Runs a task with the help of other workers, which end with it. */
  async function runDivided(task: RunTask, signal: AbortSignal, hear: Hear): Promise<RunResult> {
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

  /** The same sound with files that need no decoder. */
  async function decoded(sound: Sound, { sampleRate, codec }: Undecodable): Promise<Sound> {
    const one = (file: Blob): Promise<Blob> =>
      decode(file, sampleRate).catch((error: unknown) => {
        const isRefused = error instanceof FaultError && error.fault.code === "file.unreadable";
        throw isRefused && codec !== null ? new FaultError("file.codec", { codec }, error) : error;
      });
    if (sound instanceof Blob) return one(sound);
    const entries = Object.entries(sound.sources).map(
      async ([name, file]) => [name, await one(file)] as const,
    );
    return { ...sound, sources: Object.fromEntries(await Promise.all(entries)) };
  }

  /** Does it again with what the document has decoded, where the worker could not. */
  async function orDecoded<T>(sound: Sound, work: (sound: Sound) => Promise<T>): Promise<T> {
    try {
      return await work(sound);
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error;
      return work(await decoded(sound, error));
    }
  }

  /** Lets a worker write into a stream. */
  async function writing<T>(
    { sink, onProgress }: WriteOptions,
    work: (hear: Hear) => Promise<T>,
  ): Promise<T> {
    const writer = sink.getWriter();
    try {
      return await work(async (message, worker) => {
        if (message.kind === "progress") onProgress?.(message.done, message.stage);
        if (message.kind !== "write") return;
        const { position, data } = message;
        await writer.write({ type: "write", position, data });
        worker.postMessage({ call: "wrote" });
      });
    } finally {
      writer.releaseLock();
    }
  }
  /** Asks about a file as a whole. */
  const askOf = <T>(
    task: PeaksTask | MeasureTask | DescribeTask,
    { signal, onProgress, onPart }: PeaksOptions,
  ): Promise<T> =>
    orDecoded(task.file, (file) =>
      ask<T>({ ...task, file } as Task, {
        signal,
        hear: (message) => {
          if (message.kind === "progress") onProgress?.(message.done, message.stage);
          if (message.kind === "part") onPart?.(message.value);
        },
      }),
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
      writing(options, async (hear) => {
        const { signal } = options;
        const isDivided = helpers > 1 && ((await deps.isDivisible?.(task)) ?? false);
        return orDecoded(task.file, (file) => {
          const run = { ...task, file, call: "run" } as const;
          return isDivided
            ? giveWay.add(runDivided(run, signal, hear))
            : ask<RunResult>(run, { signal, hear });
        });
      }),
    copy: (task, options) =>
      writing(options, (hear) =>
        ask<TimeRange>({ ...task, call: "copy" }, { signal: options.signal, hear }),
      ),
    peaks: (file, options) => precedence.add(peaksOf(file, options)),
    first: (work) => precedence.add(work),
    async measure(file, options) {
      await precedence.clear();
      return askOf({ call: "measure", file }, options);
    },
    describe: (file, options) => askOf({ call: "describe", file }, options),
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
    speed: () => (speed ??= ask<number>({ call: "bench" }, {})),
    warm,
  };
}
