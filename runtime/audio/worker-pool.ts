import { FaultError } from "../contract/fault.ts";
import type { EngineDeps, WorkerLike } from "./engine-types.ts";
import { errorOf } from "./worker-error.ts";
import type { TaskUpdate } from "./worker/protocol.ts";
import type { AudioTasks, TaskCall, TaskName, WorkerOutput } from "./worker/tasks/audio-tasks.ts";

/** Idle workers that are reused. Each holds some 50 MB of what it read last. */
const MAX_IDLE = 1;
/** Interval between checks of a worker, in ms. */
const WATCHDOG_INTERVAL_MS = 4000;
/**
 * Checks without a message after which a worker counts as hung: two minutes, ten while it loads, an hour
 * for studio models, whose segments can take minutes on a slow device. Checks are counted, not time: a
 * device that slept has not checked.
 */
const MAX_SILENT_CHECKS = 30;
const MAX_SILENT_CHECKS_LOADING = 150;
const MAX_SILENT_CHECKS_STUDIO = 900;

const STUDIO_TASKS: ReadonlySet<TaskName> = new Set([
  "net-stems",
  "transcribe",
  "synthesize",
  "prove",
]);
const separatesByModel = (task: TaskCall): boolean =>
  task.call === "separate" && task.net !== undefined;

/** Handles a message of a task before its result; the worker is not hung until it has been handled. */
export type MessageHandler<K extends TaskName = TaskName> = (
  message: TaskUpdate<AudioTasks[K]["emits"]>,
  worker: WorkerLike,
) => void | Promise<void>;

export interface TaskOptions<K extends TaskName> {
  readonly signal?: AbortSignal;
  readonly onMessage?: MessageHandler<K>;
}

export interface WorkerPool {
  /** Takes an idle worker, or a new one, out of the pool. */
  readonly take: () => WorkerLike;
  /** Runs a task in a worker, which is terminated by the signal and by an error. */
  readonly runTask: <K extends TaskName>(
    name: K,
    request: AudioTasks[K]["request"],
    options: TaskOptions<K>,
  ) => Promise<AudioTasks[K]["result"]>;
  /** Starts a worker ahead of its first task. */
  readonly warm: () => void;
  /** Terminates idle workers, with all that they hold. */
  readonly clear: () => void;
}

/** Calls `onHung` when a worker has been silent for too long. */
function watch(task: TaskCall, every: EngineDeps["every"], onHung: () => void) {
  const maxSilentChecks =
    STUDIO_TASKS.has(task.call) || separatesByModel(task)
      ? MAX_SILENT_CHECKS_STUDIO
      : MAX_SILENT_CHECKS;
  let limit = maxSilentChecks;
  let silentChecks = 0;
  /** Messages that are being handled: meanwhile, the worker waits for the document. */
  let handling = 0;
  const stop = every?.(() => {
    silentChecks = handling > 0 ? 0 : silentChecks + 1;
    if (silentChecks >= limit) onHung();
  }, WATCHDOG_INTERVAL_MS);
  return {
    stop: stop ?? (() => {}),
    onMessage(message: WorkerOutput): void {
      silentChecks = 0;
      if (message.kind === "progress")
        limit = message.stage === "loading" ? MAX_SILENT_CHECKS_LOADING : maxSilentChecks;
    },
    async whileHandling(handle: () => void | Promise<void>): Promise<void> {
      handling++;
      try {
        await handle();
      } finally {
        handling--;
      }
    },
  };
}

export function createWorkerPool({
  createWorker,
  every,
}: Pick<EngineDeps, "createWorker" | "every">): WorkerPool {
  const idle: WorkerLike[] = [];
  const take = (): WorkerLike => idle.pop() ?? createWorker();
  const release = (worker: WorkerLike): void => {
    worker.onmessage = worker.onerror = worker.onmessageerror = null;
    if (idle.length < MAX_IDLE) idle.push(worker);
    else worker.terminate();
  };

  return {
    take,
    runTask(name, request, { signal, onMessage }) {
      const task = { ...request, call: name } as TaskCall;
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const worker = take();
        const settle = (): void => {
          signal?.removeEventListener("abort", onAbort);
          watchdog.stop();
        };
        const fail = (error: unknown): void => {
          settle();
          worker.terminate();
          reject(error as Error);
        };
        const watchdog = watch(task, every, () => fail(new FaultError("job.stuck")));
        const onAbort = (): void => fail(signal!.reason);
        signal?.addEventListener("abort", onAbort);
        worker.onerror = ({ message }) => fail(new Error(message ?? "The audio worker failed"));
        worker.onmessageerror = () =>
          fail(new Error("A message of the audio worker cannot be read"));
        worker.onmessage = ({ data }: { readonly data: WorkerOutput<typeof name> }) => {
          watchdog.onMessage(data);
          if (data.kind === "done") {
            settle();
            // What a model has allocated goes with its worker.
            if (separatesByModel(task)) worker.terminate();
            else release(worker);
            return resolve(data.value);
          }
          if (data.kind === "fault" || data.kind === "broken" || data.kind === "undecodable")
            return fail(errorOf(data));
          void watchdog.whileHandling(() => onMessage?.(data, worker)).catch(fail);
        };
        worker.postMessage(task, task.call === "run" ? [...(task.helpers ?? [])] : []);
      });
    },
    warm() {
      if (idle.length === 0) idle.push(createWorker());
    },
    clear() {
      for (const worker of idle.splice(0)) worker.terminate();
    },
  };
}
