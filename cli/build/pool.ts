import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { fromPlainError, type PlainError } from "#core/errors/errors.ts";
import { createRpcClient } from "#core/rpc/rpc.ts";
import { type Thresholds, THRESHOLDS } from "./shared/thresholds.ts";
import { createTasks, type Task, type TaskResult } from "./tasks.ts";

type Result = TaskResult[Task["type"]];

export interface Pool {
  /** Runs tasks on all threads; returns results in task order. */
  run<T extends Task>(
    tasks: readonly T[],
    onDone?: (result: TaskResult[T["type"]]) => void,
  ): Promise<void>;
  /** Starts no more threads until the promise settles, because another process uses the cores. */
  hold(until: Promise<unknown>): void;
  /** Runs one task on every thread before the thread's next task. */
  prepare(task: Task): void;
  /** Aborted when the pool is closed. */
  readonly closing: AbortSignal;
  /** Stops the threads and waits for work that blocks them. */
  close(): Promise<void>;
}

/** Number of tasks queued on each thread, so that it never idles while this thread runs a task. */
const AHEAD = 3;

/**
 * A pool of threads that share a queue. This thread runs tasks as well, between messages of the
 * others.
 * Threads start only for a queue that is long enough.
 * @param size number of threads, including this one
 */
export function createPool(
  size = availableParallelism(),
  { worthAThread }: Pick<Thresholds, "worthAThread"> = THRESHOLDS,
): Pool {
  let threads: Thread[] = [];
  let prepared: Task | undefined;
  let preparedHere: Task | undefined;
  let held: Promise<unknown> | undefined;
  const closing = new AbortController();
  const runTask = createTasks();

  const runHere = async (task: Task): Promise<Result> => {
    if (prepared && preparedHere !== prepared) {
      preparedHere = prepared;
      await runTask(prepared);
    }
    return runTask(task);
  };

  return {
    closing: closing.signal,
    hold(until) {
      held = until.then(
        () => (held = undefined),
        () => (held = undefined),
      );
    },
    prepare(task) {
      prepared = task;
    },
    async run(tasks, onDone) {
      const queue = createQueue(tasks.length, size);
      let failed: unknown;
      const work = async (worker: number, run: (task: Task) => Promise<Result>): Promise<void> => {
        for (
          let at = queue.take(worker);
          at !== undefined && failed === undefined;
          at = queue.take(worker)
        ) {
          try {
            // Not inline in `onDone?.()`: without a callback, `?.()` would skip the await.
            const result = await run(tasks[at]!);
            onDone?.(result as never);
          } catch (error) {
            failed ??= error;
          }
          await new Promise<void>((resume) => void setImmediate(resume));
        }
      };
      const worthIt = (): boolean => queue.left() >= worthAThread;
      const withThreads = (): Promise<unknown> => {
        if (!worthIt()) return Promise.resolve();
        while (threads.length < size - 1) threads.push(startThread());
        return Promise.all(
          threads.flatMap((thread, index) => {
            const run = async (task: Task): Promise<Result> => {
              if (prepared && thread.prepared !== prepared) {
                thread.prepared = prepared;
                thread.ready = thread.run(prepared);
              }
              const result = thread.run(task);
              result.catch(() => {}); // If two tasks fail, only the first error is reported.
              await thread.ready;
              return result;
            };
            return Array.from({ length: AHEAD }, () => work(index + 1, run));
          }),
        );
      };
      const here = work(0, runHere);
      const others = held ? Promise.race([held, here]).then(withThreads) : withThreads();
      await Promise.all([others, here]);
      if (failed !== undefined) throw failed;
    },
    async close() {
      closing.abort();
      await held;
      await Promise.all(threads.map((thread) => thread.close()));
      threads = [];
    },
  };
}

/**
 * Distributes task numbers from 0. Each worker has its own range, so that adjacent tasks, which
 * write to the
 * same folders, stay together; a worker that has finished steals from the end of the longest range.
 */
export function createQueue(length: number, workers: number) {
  const ranges = Array.from({ length: workers }, (_, at) => ({
    from: Math.floor((at * length) / workers),
    to: Math.floor(((at + 1) * length) / workers),
  }));
  return {
    take(worker: number): number | undefined {
      const own = ranges[worker]!;
      if (own.from < own.to) return own.from++;
      const longest = ranges.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
      return longest.from < longest.to ? --longest.to : undefined;
    },
    left: () => ranges.reduce((sum, { from, to }) => sum + to - from, 0),
  };
}

interface Thread {
  prepared: Task | undefined;
  /** Settles when the prepared tasks are done. */
  ready: Promise<unknown> | undefined;
  run(task: Task): Promise<Result>;
  close(): Promise<unknown>;
}

/** An error of a task; only an error for the user has a code. */
export type PoolError = Partial<PlainError> & { readonly stack?: string | undefined };

const toError = ({ stack, ...error }: PoolError): Error =>
  isPlainError(error)
    ? Object.assign(fromPlainError(error), { cause: stack })
    : Object.assign(new Error("a worker failed"), { stack });

const isPlainError = (error: Partial<PlainError>): error is PlainError => error.code !== undefined;

function startThread(): Thread {
  const worker = new Worker(new URL("worker.ts", import.meta.url), {
    // Page garbage is short-lived; a small young generation limits the resident set.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  const { call, receive, fail, isIdle } = createRpcClient<
    (request: { readonly task: Task }) => Promise<{ readonly result: Result }>
  >((message) => worker.postMessage(message), toError);
  worker.on("message", receive);
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`a worker ended with code ${code}`)));
  worker.unref();
  return {
    prepared: undefined,
    ready: undefined,
    async run(task) {
      worker.ref();
      try {
        return (await call({ task })).result;
      } finally {
        if (isIdle()) worker.unref();
      }
    },
    close: () => worker.terminate(),
  };
}
