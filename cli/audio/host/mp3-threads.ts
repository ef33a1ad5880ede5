import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { EncodedSegment, Mp3Segment } from "#audio/media/mp3/mp3-segment.ts";
import type { Mp3Encoders } from "#audio/media/writers/mp3-writer.ts";

/** Maximum number of threads: each holds an encoder and a segment in memory. */
const MAX_THREADS = 8;

interface Answer {
  readonly resolve: (encoded: EncodedSegment) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts one thread per core, including this one, which mostly waits.
 * @param lame compiled once for all threads
 */
export function startMp3Threads(lame: WebAssembly.Module): Mp3Encoders {
  const count = Math.min(MAX_THREADS, availableParallelism());
  const threads = Array.from({ length: count }, () => startThread(lame));
  let turn = 0;
  return {
    count: threads.length,
    encode: (segment) => threads[turn++ % threads.length]!.encode(segment),
    close: () => Promise.all(threads.map(({ worker }) => worker.terminate())),
  };
}

function startThread(lame: WebAssembly.Module) {
  const worker = new Worker(new URL("mp3-worker.ts", import.meta.url), { workerData: lame });
  const pending: Answer[] = [];
  const fail = (error: unknown): void => {
    for (const { reject } of pending.splice(0)) reject(error);
  };
  worker.on("message", (encoded: EncodedSegment) => pending.shift()?.resolve(encoded));
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("The encoder's thread has ended.")));
  return {
    worker,
    encode: (segment: Mp3Segment): Promise<EncodedSegment> =>
      new Promise((resolve, reject) => {
        pending.push({ resolve, reject });
        worker.postMessage(
          segment,
          segment.planes.map(({ buffer }) => buffer as ArrayBuffer),
        );
      }),
  };
}
