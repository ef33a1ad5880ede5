// Worker thread that applies effects to one file at a time.
import { parentPort, workerData } from "node:worker_threads";
import { ToolkitError, toPlainError } from "#core/errors/errors.ts";
import { loadEffect } from "./effects/effects.ts";
import type { Job } from "./plan-jobs.ts";
import { processChain } from "./process-chain.ts";
import { type PreparedEffect, prepareEffect } from "./process-file.ts";
import type { FromThread, ThreadStep, ThreadTask } from "./process-threads.ts";
import { createResources } from "./effects/resources.ts";

const { root, home, steps } = workerData as ThreadTask;
const stop = new AbortController();
const post = (message: FromThread): void => parentPort!.postMessage(message);

async function prepare({ effect: id, values, engine }: ThreadStep): Promise<PreparedEffect> {
  const effect = await loadEffect(id, { root, home });
  // Loaded on demand: it brings ONNX Runtime.
  const open = engine && (await (await import("./nets/open-effect-net.ts")).openEffectNet(engine));
  return prepareEffect(effect, values as never, {
    resources: createResources(home),
    ...(open && { net: open.net }),
  });
}
const ready = Promise.all(steps.map(prepare));
// `work` reports its failure.
ready.catch(() => {});

async function work(job: Job): Promise<FromThread> {
  try {
    const outcome = await processChain(await ready, job, {
      signal: stop.signal,
      onProgress: (share) => post({ kind: "progress", share }),
    });
    return { kind: "done", outcome };
  } catch (error) {
    return error instanceof ToolkitError
      ? { kind: "failed", error: toPlainError(error) }
      : { kind: "broken", error };
  }
}

parentPort!.on("message", async (job: Job | null) => {
  if (job) post(await work(job));
  else stop.abort();
});
