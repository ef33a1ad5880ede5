import { existsSync } from "node:fs";
import path from "node:path";
import type { WorkerDeps } from "#server/jobs/run-attempt.ts";
import { startWorker } from "#server/jobs/start-worker.ts";
import { createProcessRunner } from "./run-in-process.ts";

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
  deps: WorkerDeps,
  { root, home }: { readonly root: string; readonly home: string },
): () => Promise<void> {
  const isAble = deps.db.engine === "sqlite" && existsSync(path.join(home, "audio"));
  if (!deps.jobRules.enabled || !isAble) return async () => {};
  const limits = { memory: JOB_MEMORY, time: JOB_MINUTES * 60_000 };
  const run = createProcessRunner({ root, home, ...limits, log: deps.log });
  const worker = startWorker(deps, { pool: CPU_POOL, slots: 1, run });
  return () => worker.close(0);
}
