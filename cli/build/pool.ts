import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { fromPlainError, type PlainError } from "../../core/errors.ts";
import { runTask, type Task, type TaskResult } from "./tasks.ts";

type Result = TaskResult[Task["type"]];

export interface Pool {
  /** Runs tasks on all threads; results in the order of the tasks. */
  run<T extends Task>(
    tasks: readonly T[],
    onDone?: (result: TaskResult[T["type"]]) => void,
  ): Promise<void>;
  /** Starts no other thread before a promise is settled: another process has the cores until then. */
  hold(until: Promise<unknown>): void;
  /** Runs one task on every thread before its next one. */
  prepare(task: Task): void;
  close(): Promise<void>;
}

/** Fewer tasks than this are done before a thread has started. */
const WORTH_A_THREAD = 6;

/**
 * Threads that share a queue, this one among them: it works between the messages of the others.
 * Threads start when the queue is long enough to be worth it.
 * @param size threads in all, this one included
 */
export function createPool(size = availableParallelism()): Pool {
  let threads: Thread[] = [];
  let prepared: Task | undefined;
  let preparedHere: Task | undefined;
  let held: Promise<unknown> | undefined;

  const runHere = async (task: Task): Promise<Result> => {
    if (prepared && preparedHere !== prepared) {
      preparedHere = prepared;
      await runTask(prepared);
    }
    return runTask(task);
  };

  return {
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
      let next = 0;
      let failed: unknown;
      const work = async (run: (task: Task) => Promise<Result>): Promise<void> => {
        while (failed === undefined && next < tasks.length) {
          const task = tasks[next++]!;
          try {
            onDone?.((await run(task)) as never);
          } catch (error) {
            failed ??= error;
          }
          await new Promise<void>((resume) => void setImmediate(resume));
        }
      };
      const worthIt = (): boolean => tasks.length - next >= WORTH_A_THREAD;
      const withThreads = (): Promise<unknown> => {
        if (!worthIt()) return Promise.resolve();
        while (threads.length < size - 1) threads.push(startThread());
        return Promise.all(
          threads.map((thread) =>
            work(async (task) => {
              if (prepared && thread.prepared !== prepared) {
                thread.prepared = prepared;
                await thread.run(prepared);
              }
              return thread.run(task);
            }),
          ),
        );
      };
      const here = work(runHere);
      const others = held ? Promise.race([held, here]).then(withThreads) : withThreads();
      await Promise.all([others, here]);
      if (failed !== undefined) throw failed;
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
      threads = [];
    },
  };
}

interface Thread {
  prepared: Task | undefined;
  run(task: Task): Promise<Result>;
  close(): Promise<unknown>;
}

function startThread(): Thread {
  const worker = new Worker(new URL("worker.ts", import.meta.url), {
    // A page's garbage is short-lived: a small young generation keeps the resident set small.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let count = 0;
  worker.on(
    "message",
    ({
      id,
      result,
      error,
    }: {
      id: number;
      result: Result;
      error?: PlainError & { stack?: string };
    }) => {
      const { resolve, reject } = waiting.get(id)!;
      waiting.delete(id);
      if (!error) resolve(result);
      else if (error.code) reject(Object.assign(fromPlainError(error), { cause: error.stack }));
      else reject(Object.assign(new Error("a worker failed"), { stack: error.stack }));
    },
  );
  const fail = (error: unknown): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`a worker ended with code ${code}`)));
  worker.unref();
  return {
    prepared: undefined,
    run(task) {
      const deferred = Promise.withResolvers<Result>();
      waiting.set(++count, deferred);
      worker.ref();
      worker.postMessage({ id: count, task });
      return deferred.promise.finally(() => {
        if (waiting.size === 0) worker.unref();
      });
    },
    close: () => worker.terminate(),
  };
}
