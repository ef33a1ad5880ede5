import { decodeInDocument } from "./decode-in-document.ts";
import type { Engine, WorkerLike } from "./engine.ts";
import { createEngine } from "./engine.ts";

let engine: Engine | null = null;

/** The document's engine: jobs and panels share its workers. */
export const sharedEngine = (): Engine =>
  (engine ??= createEngine({
    // In these words, so that the bundler finds it.
    createWorker: () =>
      new Worker(new URL("./worker/worker.ts", import.meta.url), {
        type: "module",
      }) as unknown as WorkerLike,
    decode: decodeInDocument,
  }));
