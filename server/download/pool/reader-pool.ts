import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { ApiErrorKey } from "#core/api/contract/errors.ts";
import { ApiFailure } from "../../http/api-failure.ts";

/** What is to be read, and by which reader of the thread. */
export interface ReaderRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly args: unknown;
}
/** What a thread says; `cpu` is the milliseconds of CPU that it has used since it started. */
export type ReaderResponse = { readonly cpu: number } & (
  | { readonly kind: "ready" | "limit" }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "failure"; readonly key: ApiErrorKey }
);

interface PoolOptions {
  readonly threads?: number;
  /** Milliseconds of CPU for one text. */
  readonly cpuTime?: number;
  /** Milliseconds for one text on a machine that is busy with other things. */
  readonly time?: number;
  /** Bytes of all texts that wait for a thread. */
  readonly waitingBytes?: number;
}
interface Waiting {
  readonly request: ReaderRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds between two looks at the CPU time of a busy thread. */
const LOOK = 100;
/** Texts of one account that wait. */
const OF_ACCOUNT = 8;
/** A page of 16 MB takes about 100 MB. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

const tooComplex = (): ApiFailure => new ApiFailure("source_too_complex");
const tooMany = (): ApiFailure => new ApiFailure("unavailable", { retryAfter: 5 });

const sizeOf = (queue: readonly Waiting[]): number =>
  queue.reduce((sum, { request }) => sum + request.bytes.length, 0);

/**
 * Threads that read texts, each with a limit of CPU time and memory. They are started when they are needed
 * and stay; they do not keep the process alive. One text of an account is read at a time, and accounts take
 * turns, so that none of them occupies all threads.
 * @param script module of the threads, which says that it is ready and then answers each request
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
  /** By account; the one at the front is next. */
  const queues = new Map<string, Waiting[]>();
  const running = new Set<string>();

  /** The next text of an account for which none is read. */
  const takeNext = (): { readonly account: string; readonly job: Waiting } | null => {
    for (const [account, queue] of queues) {
      if (running.has(account)) continue;
      const job = queue.shift()!;
      queues.delete(account);
      // Its other texts wait behind those of all others.
      if (queue.length > 0) queues.set(account, queue);
      return { account, job };
    }
    return null;
  };
  /** Takes a text out of its queue, unless it is being read or has been. */
  const remove = (account: string, job: Waiting): void => {
    const left = queues.get(account)?.filter((one) => one !== job);
    if (left?.length === 0) queues.delete(account);
    else if (left) queues.set(account, left);
  };
  /**
   * Makes room for a text of an account: when memory is short, the account whose texts take most of it loses
   * its newest one. A few accounts therefore cannot fill the queue so that all others are refused.
   * @throws {ApiFailure} unavailable: no other account has more waiting than this one would have
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
     * Reads a text when it is its turn.
     * @throws {ApiFailure} source_too_complex: it takes more time or memory than it may; unavailable: too
     * many wait; source_unavailable: nobody waits for it any more; and what the reader throws
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
        // What is being read already ends by itself.
        remove(account, job);
        reject(new ApiFailure("source_unavailable"));
      };
      signal.addEventListener("abort", leave);
      void work();
      return promise.finally(() => signal.removeEventListener("abort", leave));
    },
    /** Ends threads that nothing is read in. */
    close: (): Promise<unknown> => Promise.all(idle.splice(0).map((thread) => thread.end())),
  };
}

type ReaderThread = ReturnType<typeof startThread>;

function startThread(script: URL) {
  const worker = new Worker(script, { resourceLimits: MEMORY, execArgv: [], env: {} });
  let isRunning = true;
  /** CPU time of the thread when it last said something. */
  let cpu = 0;
  let onResponse: (response: ReaderResponse) => void = () => {};
  let onEnd: (error: unknown) => void = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    onResponse = () => resolve();
    onEnd = reject;
  });
  // Whoever reads hears of it.
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

  /** Ends the thread when it has used as much CPU time as it may. */
  const watch = (limits: { readonly cpuTime: number; readonly time: number }): NodeJS.Timeout => {
    const from = performance.now();
    const before = cpu;
    let isReadingCpuTime = false;
    return setInterval(() => {
      const time = performance.now() - from;
      if (time < limits.cpuTime) return;
      if (time >= limits.time) return void end();
      // A thread may answer only when a long step of its own code is over.
      if (isReadingCpuTime) return;
      isReadingCpuTime = true;
      cpuUsageOf(worker).then(
        (now) => {
          isReadingCpuTime = false;
          if (now - before >= limits.cpuTime) void end();
        },
        // It has ended by itself.
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

/** Milliseconds of CPU of a thread; without end where Node does not know it, so that the clock counts. */
async function cpuUsageOf(worker: Worker): Promise<number> {
  if (typeof (worker as Partial<Worker>).cpuUsage !== "function") return Infinity;
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}
