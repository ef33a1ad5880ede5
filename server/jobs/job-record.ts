import type { OperatedJob, ServerJob } from "#core/api/contract/job-shapes.ts";
import type { JobResult } from "#core/jobs/server-task.ts";
import { subjectOf } from "../accounts/subject.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import type { Deps } from "../deps/deps.ts";
import type { StoredResult } from "./job-files.ts";

const seconds = (time: number): number => Math.floor(time / 1000);
const secondsOrNull = (time: number | null): number | null =>
  time === null ? null : seconds(time);

const factsOf = (job: Jobs) => ({
  id: job.id,
  tool: job.tool,
  state: job.state,
  attempt: job.attempt,
  progress: job.progress / 1000,
  stage: job.stage,
  fault: job.fault,
  created_at: seconds(job.created_at),
  started_at: secondsOrNull(job.started_at),
  ended_at: secondsOrNull(job.ended_at),
  expires_at: seconds(job.expires_at),
});

/** The result of a job as its owner sees it. */
function resultOf(stored: string): JobResult {
  const { outputs } = JSON.parse(stored) as StoredResult;
  return { outputs: outputs.map(({ file: _, ...output }) => output) };
}

/** A job as its owner sees it. */
export const serverJobOf = (job: Jobs): ServerJob => ({
  ...factsOf(job),
  seconds: job.milliseconds_paid / 1000,
  seconds_found: job.milliseconds_found === null ? null : job.milliseconds_found / 1000,
  result: job.result === null ? null : resultOf(job.result),
});

/** A job as the operator sees it. */
export const operatedJobOf = (deps: Pick<Deps, "settings">, job: Jobs): OperatedJob => ({
  ...factsOf(job),
  account: subjectOf(deps, job.user_id),
  pool: job.pool,
  failures: job.failures,
});
