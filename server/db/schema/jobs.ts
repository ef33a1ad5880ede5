import type { JobState } from "#core/jobs/job-states.ts";

/** Jobs that run on the operator's machines. Times are epoch milliseconds. */
export interface Jobs {
  user_id: string;
  id: string;
  /** Usage that holds the job's credits. */
  usage_id: string;
  /** Slug of the tool's page. */
  tool: string;
  /** JSON of a `ServerTask`. */
  task: string;
  /** Id of the upload with the input. */
  upload: string;
  state: JobState;
  /** Kind of workers that can run the job. */
  pool: string;
  /** Position in the queue: the job with the lowest value is next. */
  turn_at: number;
  /** Maximum number of the account's jobs that run at the same time. */
  at_once: number;
  /** A queued job does not start before this time. */
  due_at: number;
  /** Increases with each start. Only the attempt with this number may end the job. */
  attempt: number;
  /** Failed attempts that count against the maximum. */
  failures: number;
  /** Time at which a running job counts as abandoned by its worker; 0 while it does not run. */
  lease_until: number;
  /** Thousandths. */
  progress: number;
  stage: string | null;
  /** Why the last attempt failed: a `JobFault`, or the code of an error of the error catalog. */
  fault: string | null;
  /** JSON of a `JobResult`; null until the job is done. */
  result: string | null;
  /** Length of the input that was paid for. */
  milliseconds_paid: number;
  /** Length of the input as measured by the worker. */
  milliseconds_found: number | null;
  created_at: number;
  /** Start of the last attempt. */
  started_at: number | null;
  ended_at: number | null;
  /**
   * Time at which a job that has not ended fails, and at which an ended one is deleted with its
   * result.
   */
  expires_at: number;
  changed_at: number;
  /** W3C trace context of the request that created the job; null if it is not traced. */
  traceparent: string | null;
  /** W3C trace context of the last attempt; null if it is not traced. */
  attempt_traceparent: string | null;
  /**
   * Idempotency key of the request that created the job, which is known for longer than its response;
   * null for jobs of earlier versions.
   */
  creation_key: string | null;
}

/** Processes that run jobs. Times are epoch milliseconds. */
export interface Workers {
  id: string;
  pool: string;
  /** Maximum number of jobs that run at the same time. */
  slots: number;
  running: number;
  /** 1 once the operator has requested that it takes no more jobs. */
  draining: number;
  started_at: number;
  /** Its last sign of life. */
  seen_at: number;
}
