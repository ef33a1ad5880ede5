import { drainWorker } from "#core/api/jobs/drain-worker.ts";
import { redriveJobs } from "#core/api/jobs/redrive-jobs.ts";
import { stopJob } from "#core/api/jobs/stop-job.ts";
import type { JobWorker, OperatedJob } from "#core/api/contract/job-shapes.ts";
import type { Client } from "../account/client.ts";

type Caller = Pick<Client, "call">;

export async function cancelJobs(
  { call }: Caller,
  ids: readonly string[],
): Promise<readonly OperatedJob[]> {
  const stopped: OperatedJob[] = [];
  for (const id of ids) stopped.push(await call(stopJob, { id }));
  return stopped;
}

export async function drainWorkers(
  { call }: Caller,
  ids: readonly string[],
): Promise<readonly JobWorker[]> {
  const drained: JobWorker[] = [];
  for (const id of ids) drained.push(await call(drainWorker, { id }));
  return drained;
}

/** @returns the number of jobs that are queued again; those that are no dead letters are not */
export async function redriveEach({ call }: Caller, ids: readonly string[]): Promise<number> {
  let sum = 0;
  for (const id of ids) sum += (await call(redriveJobs, { id })).redriven;
  return sum;
}
