import { existsSync } from "node:fs";
import path from "node:path";
import { describeError } from "#server/deps/log.ts";
import type { WorkerDeps } from "#server/jobs/run-attempt.ts";
import { type Worker, startWorker } from "#server/jobs/start-worker.ts";
import type { InferenceDeps } from "../inference/open-inference.ts";
import type { ModelFolders } from "./job-models.ts";

/** Pool of the workers that need no graphics card. */
export const CPU_POOL = "cpu";
/** Memory of a job in MB, and the minutes that it may take. */
export const JOB_MEMORY = 2000;
export const JOB_MINUTES = 60;

/**
 * With the embedded database, the process of the API runs jobs itself, one at a time. An image of
 * the server alone has no audio engine.
 * @returns stops, and returns the running job to the queue
 */
export function startOwnWorker(
  deps: WorkerDeps & Pick<InferenceDeps, "metrics">,
  folders: ModelFolders & Pick<InferenceDeps, "env">,
): () => Promise<void> {
  const isAble = deps.db.engine === "sqlite" && existsSync(path.join(folders.home, "audio"));
  if (!deps.jobRules.enabled || !isAble) return async () => {};
  const limits = { memory: JOB_MEMORY, time: JOB_MINUTES * 60_000 };
  const stopping = new AbortController();
  const { log, metrics } = deps;
  const start = async (): Promise<Worker> => {
    // Not there in an image of the server alone.
    const [{ openInference }, { createFindJobModel }, { createProcessRunner }] = await Promise.all([
      import("../inference/open-inference.ts"),
      import("./job-models.ts"),
      import("./run-in-process.ts"),
    ]);
    const options = { ...folders, log, metrics, signal: stopping.signal };
    const inference = await openInference(options);
    const findModel = createFindJobModel({ ...folders, runsElsewhere: inference.runs });
    const run = createProcessRunner({ ...folders, ...limits, findModel, inference, log });
    return startWorker(deps, { pool: CPU_POOL, slots: 1, run });
  };
  const started = start().catch((error: unknown) => {
    if (!stopping.signal.aborted) log("error", "worker_failed", describeError(error));
    return null;
  });
  return async () => {
    stopping.abort();
    await (await started)?.close(0);
  };
}
