import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { ApiErrorKey } from "#core/api/contract/errors.ts";
import { ApiFailure } from "../../http/api-failure.ts";

/** The data to be read, and the name of the thread's reader. */
export interface ReaderRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly args: unknown;
}
/** Message from a thread; `cpu` is its total CPU time in milliseconds. */
export type ReaderResponse = { readonly cpu: number } & (
  | { readonly kind: "ready" | "limit" }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "failure"; readonly key: ApiErrorKey }
);

interface PoolOptions {
  readonly threads?: number;
  /** CPU time limit per text, in milliseconds. */
  readonly cpuTime?: number;
  /** Wall-clock time limit per text on a busy machine, in milliseconds. */
  readonly time?: number;
  /** Maximum total bytes of queued texts. */
  readonly waitingBytes?: number;
}
interface Waiting {
  readonly request: ReaderRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Interval between two checks of a busy thread's CPU time, in milliseconds. */
const LOOK = 100;
/** Maximum number of queued texts per account. */
const OF_ACCOUNT = 8;
/** A page of 16 MB takes about 100 MB. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

const tooComplex = (): ApiFailure => new ApiFailure("source_too_complex");
const tooMany = (): ApiFailure => new ApiFailure("unavailable", { retryAfter: 5 });

const sizeOf = (queue: readonly Waiting[]): number =>
  queue.reduce((sum, { request }) => sum + request.bytes.length, 0);

/**
 * A pool of threads that parse texts with limits on CPU time and memory. Threads are started on
 * demand and reused; they do not keep the process alive. Only one text per account is read at a
 * time, and accounts take turns, so that no account occupies all threads.
 * @param script module of the threads, which reports that it is ready and then responds to each
 *   request
 */
export function createReaderPool(
  script: URL,
  {
    threads: maxThreads = Math.max(2, Math.min(4, availableParallelism() - 1)),
    cpuTime = 1000,
    time = 20_000,
    waitingBytes: maxWaitingBytes = 256 * 1024 * 1024,
  }: PoolOptions = {},
) {
  const idle: ReaderThread[] = [];
  let busy = 0;
  /** Queues by account; the first account is next. */
  const queues = new Map<string, Waiting[]>();
  const running = new Set<string>();

  /** Takes the next text of an account that has none being read. */
  const takeNext = (): { readonly account: string; readonly job: Waiting } | null => {
    for (const [account, queue] of queues) {
      if (running.has(account)) continue;
      const job = queue.shift()!;
      queues.delete(account);
      // Round robin: the account's other texts are queued behind all others.
      if (queue.length > 0) queues.set(account, queue);
      return { account, job };
    }
    return null;
  };
  /** Removes a text from its queue, if it is still there. */
  const remove = (account: string, job: Waiting): void => {
    const left = queues.get(account)?.filter((one) => one !== job);
    if (left?.length === 0) queues.delete(account);
    else if (left) queues.set(account, left);
  };
  /**
   * Makes room for a text of an account: when the queue is full, the account with the most queued
   * bytes loses its newest text, so that a few accounts cannot fill the queue.
   * @throws {ApiFailure} unavailable: no other account has more queued bytes than this one would
   *   have
   */
  const makeRoom = (account: string, size: number): void => {
    const own = sizeOf(queues.get(account) ?? []) + size;
    while (size + sizeOf([...queues.values()].flat()) > maxWaitingBytes) {
      const [[largest, queue] = [account, []]] = [...queues].toSorted(
        ([, a], [, b]) => sizeOf(b) - sizeOf(a),
      );
      if (sizeOf(queue) <= own) throw tooMany();
      const newest = queue.at(-1)!;
      remove(largest, newest);
      newest.reject(tooMany());
    }
  };
  const work = async (): Promise<void> => {
    const next = busy < maxThreads ? takeNext() : null;
    if (!next) return;
    const { account, job } = next;
    running.add(account);
    const thread = idle.pop() ?? startThread(script);
    busy++;
    try {
      job.resolve(await thread.read(job.request, { cpuTime, time }));
    } catch (error) {
      job.reject(error);
    } finally {
      running.delete(account);
      busy--;
      if (thread.isRunning()) idle.push(thread);
      void work();
    }
  };

  return {
    /**
     * Queues and reads a text.
     * @throws {ApiFailure} source_too_complex: the text exceeds the limit of time or memory;
     *   unavailable: the queue is full; source_unavailable: the request was aborted; and the
     *   reader's errors
     */
    async read(
      request: ReaderRequest,
      { account, signal }: { readonly account: string; readonly signal: AbortSignal },
    ): Promise<unknown> {
      if (signal.aborted) throw new ApiFailure("source_unavailable");
      const queue = queues.get(account) ?? [];
      if (queue.length >= OF_ACCOUNT) throw tooMany();
      makeRoom(account, request.bytes.length);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const job = { request, resolve, reject };
      queues.set(account, [...queue, job]);
      const leave = (): void => {
        // A read in progress ends by its own limits.
        remove(account, job);
        reject(new ApiFailure("source_unavailable"));
      };
      signal.addEventListener("abort", leave);
      void work();
      return promise.finally(() => signal.removeEventListener("abort", leave));
    },
    /** Terminates idle threads. */
    close: (): Promise<unknown> => Promise.all(idle.splice(0).map((thread) => thread.end())),
  };
}

type ReaderThread = ReturnType<typeof startThread>;

function startThread(script: URL) {
  const worker = new Worker(script, { resourceLimits: MEMORY, execArgv: [], env: {} });
  let isRunning = true;
  /** CPU time of the thread at its last message. */
  let cpu = 0;
  let onResponse: (response: ReaderResponse) => void = () => {};
  let onEnd: (error: unknown) => void = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    onResponse = () => resolve();
    onEnd = reject;
  });
  // The error is reported to the next reader.
  ready.catch(() => {});
  worker.on("message", (response: ReaderResponse) => {
    ({ cpu } = response);
    onResponse(response);
  });
  worker.on("error", (error: NodeJS.ErrnoException) => {
    isRunning = false;
    onEnd(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooComplex() : error);
  });
  worker.on("exit", () => {
    isRunning = false;
    onEnd(tooComplex());
  });
  const end = (): Promise<unknown> => {
    isRunning = false;
    return worker.terminate();
  };

  /** Terminates the thread when it exceeds its CPU time. */
  const watch = (limits: { readonly cpuTime: number; readonly time: number }): NodeJS.Timeout => {
    const from = performance.now();
    const before = cpu;
    let isReadingCpuTime = false;
    return setInterval(() => {
      const time = performance.now() - from;
      if (time < limits.cpuTime) return;
      if (time >= limits.time) return void end();
      // A busy thread may respond late.
      if (isReadingCpuTime) return;
      isReadingCpuTime = true;
      cpuUsageOf(worker).then(
        (now) => {
          isReadingCpuTime = false;
          if (now - before >= limits.cpuTime) void end();
        },
        // The thread has already exited.
        () => {},
      );
    }, LOOK);
  };

  return {
    isRunning: (): boolean => isRunning,
    end,
    async read(
      request: ReaderRequest,
      limits: { readonly cpuTime: number; readonly time: number },
    ): Promise<unknown> {
      worker.ref();
      let timer: NodeJS.Timeout | undefined;
      try {
        await ready;
        const response = await new Promise<ReaderResponse>((resolve, reject) => {
          onResponse = resolve;
          onEnd = reject;
          timer = watch(limits);
          worker.postMessage(request);
        });
        if (response.kind === "value") return response.value;
        throw response.kind === "failure" ? new ApiFailure(response.key) : tooComplex();
      } finally {
        clearInterval(timer);
        onEnd = () => {};
        worker.unref();
      }
    },
  };
}

/**
 * CPU time of a thread in milliseconds; Infinity if Node cannot measure it, so that only the wall
 * clock counts.
 */
async function cpuUsageOf(worker: Worker): Promise<number> {
  if (typeof (worker as Partial<Worker>).cpuUsage !== "function") return Infinity;
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}
