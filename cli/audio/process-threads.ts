import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { fromPlainError, type PlainError } from "#core/errors/errors.ts";
import type { EffectFolders } from "./effects/effects.ts";
import type { Job } from "./plan-jobs.ts";
import type { ChainedFile } from "./process-chain.ts";
import type { ProcessOptions } from "./process-file.ts";
import type { EffectEngine } from "./nets/open-effect-net.ts";

/** An effect of the threads' chain. */
export interface ThreadStep {
  /** Id of an effect. */
  readonly effect: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Model that replaces a part of the effect; null for the built-in engine. */
  readonly engine: EffectEngine | null;
}

/** Task of the threads. */
export interface ThreadTask extends EffectFolders {
  readonly steps: readonly ThreadStep[];
}

export type FromThread =
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly outcome: ChainedFile }
  | { readonly kind: "failed"; readonly error: PlainError }
  | { readonly kind: "broken"; readonly error: unknown };

/** Maximum number of threads: each holds the effects' networks in memory. */
const MAX_THREADS = 8;
/** Total bytes of files from which starting threads pays off. */
const WORTHWHILE = 2_000_000;

/** Number of files processed concurrently. */
export function threadsFor(jobs: readonly Job[]): number {
  const bytes = jobs.reduce(
    (sum, { input }) => sum + (statSync(input, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return bytes < WORTHWHILE ? 1 : Math.min(MAX_THREADS, availableParallelism(), jobs.length);
}

/** Threads that apply effects to one file at a time each. */
export function startProcessThreads(task: ThreadTask, count: number) {
  const threads = Array.from({ length: count }, () => start(task));
  const idle = [...threads];
  return {
    /** Must not be called for more concurrent files than there are threads. */
    async work(job: Job, options: ProcessOptions): Promise<ChainedFile> {
      const thread = idle.pop()!;
      try {
        return await thread.work(job, options);
      } finally {
        idle.push(thread);
      }
    },
    close: () => Promise.all(threads.map((thread) => thread.close())),
  };
}

function start(task: ThreadTask) {
  const worker = new Worker(new URL("process-worker.ts", import.meta.url), { workerData: task });
  return {
    close: () => worker.terminate(),
    async work(job: Job, { signal, onProgress }: ProcessOptions): Promise<ChainedFile> {
      const stop = (): void => worker.postMessage(null);
      const { promise, resolve, reject } = Promise.withResolvers<ChainedFile>();
      const onMessage = (message: FromThread): void => {
        if (message.kind === "progress") onProgress(message.share);
        else if (message.kind === "done") resolve(message.outcome);
        else if (message.kind === "failed") reject(fromPlainError(message.error));
        else reject(message.error);
      };
      worker.on("message", onMessage);
      worker.once("error", reject);
      signal.addEventListener("abort", stop);
      try {
        signal.throwIfAborted();
        worker.postMessage(job);
        return await promise;
      } finally {
        signal.removeEventListener("abort", stop);
        worker.off("error", reject);
        worker.off("message", onMessage);
      }
    },
  };
}
