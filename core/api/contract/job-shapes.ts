import * as z from "zod/mini";
import { JOB_STATES } from "../../jobs/job-states.ts";
import { jobResult } from "../../jobs/server-task.ts";

export const jobId = z.string().check(z.maxLength(64), z.regex(/^[\w-]{1,64}$/));

const facts = {
  id: z.string(),
  /** Slug of the tool's page. */
  tool: z.string(),
  state: z.enum(JOB_STATES),
  /** Number of the current or last attempt; 0 before the first. */
  attempt: z.number(),
  /** From 0 to 1. */
  progress: z.number(),
  /** What the job is doing; null if it is not running. */
  stage: z.nullable(z.string()),
  /**
   * Why the last attempt failed: `worker_lost`, `crashed`, `store_unavailable`, `inference_unavailable`, `inference_overflow`, `expired`,
   * `longer_than_paid`, `input_missing`, `task_invalid`, `model_refused`, `model_missing`,
   * `out_of_memory`, `out_of_time`, or the code of an error of the file or of the settings, such as
   * `AUDIO_UNREADABLE`.
   */
  fault: z.nullable(z.string()),
  /** Epoch seconds. */
  created_at: z.number(),
  started_at: z.nullable(z.number()),
  ended_at: z.nullable(z.number()),
  expires_at: z.number(),
};

export const serverJob = z.object({
  ...facts,
  /** Length of the input that was paid for. */
  seconds: z.number(),
  /** Length of the input as measured by the worker; null until it ends. */
  seconds_found: z.nullable(z.number()),
  result: z.nullable(jobResult),
});
export type ServerJob = z.output<typeof serverJob>;

/** How fast finished jobs of a tool were. */
export const jobPace = z.object({
  call: z.string(),
  /** Id of the model; null: the built-in engine. */
  model: z.nullable(z.string()),
  /** Seconds for a second of the input: the median. */
  pace: z.number(),
});
export type JobPace = z.output<typeof jobPace>;

/** A job as the operator sees it: without content, and with a pseudonym of its account. */
export const operatedJob = z.object({
  ...facts,
  account: z.string(),
  pool: z.string(),
  /** Failed attempts that count against the maximum. */
  failures: z.number(),
});
export type OperatedJob = z.output<typeof operatedJob>;

export const WORKER_STATES = ["working", "draining", "silent"] as const;

/** A process that runs jobs, as the operator sees it. */
export const jobWorker = z.object({
  id: z.string(),
  pool: z.string(),
  /** `silent`: no sign of life for half a minute, so that its jobs are taken from it. */
  state: z.enum(WORKER_STATES),
  /** Number of jobs that it runs at the same time. */
  slots: z.number(),
  running: z.number(),
  /** Epoch seconds. */
  started_at: z.number(),
  seen_at: z.number(),
});
export type JobWorker = z.output<typeof jobWorker>;
