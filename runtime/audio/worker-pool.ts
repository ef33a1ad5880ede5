import { FaultError } from "../workspace/contract/fault.ts";
import type { EngineDeps, WorkerLike } from "./engine-types.ts";
import { errorOf } from "./worker-error.ts";
import type { FromWorker, Task } from "./worker/protocol.ts";

/** Workers that wait for the next task. Each holds some 50 MB of what it read last. */
const MOST_IDLE = 1;
/**
 * ms between two looks at a worker, and looks without a word after which it counts as stuck: two minutes,
 * and ten while it loads. Looks are counted, not time: a device that slept has not looked.
 */
const LOOK = 4000;
const PATIENCE = 30;
const PATIENCE_LOADING = 150;
/** The same for a studio model, of which a piece can take minutes on a slow device: an hour. */
const PATIENCE_STUDIO = 900;

const isStudio = (task: Task): boolean =>
  task.call === "net-stems" ||
  task.call === "transcribe" ||
  task.call === "say" ||
  task.call === "prove" ||
  (task.call === "separate" && task.net !== undefined);
const patienceOf = (task: Task): number => (isStudio(task) ? PATIENCE_STUDIO : PATIENCE);

/** Takes what a worker says before its answer. */
export type Hear = (message: FromWorker, worker: WorkerLike) => void | Promise<void>;

export interface WorkerPool {
  /** A worker that waits, or a new one; it is the caller's from now on. */
  readonly take: () => WorkerLike;
  /**
   * Gives a worker a task; it is ended with the signal, and where it fails.
   * @param hear takes what it says before its answer
   */
  readonly ask: <T>(
    task: Task,
    options: { readonly signal?: AbortSignal; readonly hear?: Hear },
  ) => Promise<T>;
  /** Makes a worker ready. */
  readonly warm: () => void;
  /** Ends those that wait, with all that they hold. */
  readonly clear: () => void;
}

export function createWorkerPool({
  createWorker,
  every,
}: Pick<EngineDeps, "createWorker" | "every">): WorkerPool {
  const idle: WorkerLike[] = [];
  const take = (): WorkerLike => idle.pop() ?? createWorker();
  const putBack = (worker: WorkerLike): void => {
    worker.onmessage = worker.onerror = worker.onmessageerror = null;
    if (idle.length < MOST_IDLE) idle.push(worker);
    else worker.terminate();
  };

  function ask<T>(
    task: Task,
    { signal, hear }: { readonly signal?: AbortSignal; readonly hear?: Hear },
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const worker = take();
      const end = (error: unknown): void => {
        signal?.removeEventListener("abort", onAbort);
        stopLooking();
        worker.terminate();
        reject(error as Error);
      };
      let quiet = 0;
      let patience = patienceOf(task);
      /** What it said is being dealt with: it is the worker that waits. */
      let waits = 0;
      const look = (): void => {
        quiet = waits > 0 ? 0 : quiet + 1;
        if (quiet >= patience) end(new FaultError("job.stuck"));
      };
      const stopLooking = every?.(look, LOOK) ?? (() => {});
      const onAbort = (): void => end(signal!.reason);
      signal?.addEventListener("abort", onAbort);
      worker.onerror = ({ message }) => end(new Error(message ?? "The audio worker failed"));
      worker.onmessageerror = () => end(new Error("The audio worker said what cannot be read"));
      worker.onmessage = ({ data }) => {
        quiet = 0;
        if (data.kind === "progress")
          patience = data.stage === "loading" ? PATIENCE_LOADING : patienceOf(task);
        if (data.kind === "done") {
          signal?.removeEventListener("abort", onAbort);
          stopLooking();
          // What a net has taken goes with its worker.
          if (task.call === "separate" && task.net) worker.terminate();
          else putBack(worker);
          return resolve(data.value as T);
        }
        const error = errorOf(data);
        if (error) return end(error);
        waits++;
        void Promise.resolve(hear?.(data, worker))
          .catch(end)
          .finally(() => waits--);
      };
      worker.postMessage(task, task.call === "run" ? [...(task.helpers ?? [])] : []);
    });
  }

  return {
    take,
    ask,
    warm() {
      if (idle.length === 0) idle.push(createWorker());
    },
    clear() {
      for (const worker of idle.splice(0)) worker.terminate();
    },
  };
}
