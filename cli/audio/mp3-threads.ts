import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Mp3Stretch } from "./encode-mp3.ts";

/** More are not started: each has an encoder and a stretch of sound in memory. */
const MOST_THREADS = 8;

interface Answer {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads that encode stretches of sound, in turns. */
export interface Mp3Threads {
  readonly count: number;
  /** Takes the memory of the planes. */
  encode(stretch: Mp3Stretch): Promise<Uint8Array>;
  close(): Promise<unknown>;
}

/**
 * As many as there are cores, with this thread, which waits most of the time.
 * @param lame is made quick once for all of them
 */
export function startMp3Threads(lame: WebAssembly.Module): Mp3Threads {
  const count = Math.min(MOST_THREADS, availableParallelism());
  const threads = Array.from({ length: count }, () => start(lame));
  let turn = 0;
  return {
    count: threads.length,
    encode: (stretch) => threads[turn++ % threads.length]!.encode(stretch),
    close: () => Promise.all(threads.map(({ worker }) => worker.terminate())),
  };
}

function start(lame: WebAssembly.Module) {
  const worker = new Worker(new URL("mp3-worker.ts", import.meta.url), { workerData: lame });
  const asked: Answer[] = [];
  const fail = (error: unknown): void => {
    for (const { reject } of asked.splice(0)) reject(error);
  };
  worker.on("message", (bytes: Uint8Array) => asked.shift()?.resolve(bytes));
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("The encoder's thread has ended.")));
  return {
    worker,
    encode: (stretch: Mp3Stretch): Promise<Uint8Array> =>
      new Promise((resolve, reject) => {
        asked.push({ resolve, reject });
        worker.postMessage(
          stretch,
          stretch.planes.map(({ buffer }) => buffer as ArrayBuffer),
        );
      }),
  };
}
