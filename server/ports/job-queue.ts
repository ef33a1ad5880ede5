import type { Jobs } from "../db/schema/jobs.ts";
import type { Tx } from "../db/schema/tables.ts";

/** An attempt at a job. Another attempt has another number. */
export interface JobAttempt {
  readonly userId: string;
  readonly id: string;
  readonly attempt: number;
}

/**
 * Decides which job a worker runs next. The rows of `jobs` are the record of all jobs; a queue only
 * orders those that are queued, and notices workers that have died. The transaction that ends a job also
 * checks that its attempt is still the current one.
 */
export interface JobQueue {
  /** Announces a job whose row has become `queued` in the same transaction. */
  readonly add: (tx: Tx, job: Jobs) => Promise<void>;
  /** Withdraws a job whose row has left `queued` or `running` in the same transaction. */
  readonly remove: (tx: Tx, job: Jobs) => Promise<void>;
  /**
   * Starts the next job of a pool whose account has fewer running jobs than `at_once`: sets its row
   * to `running`, increases `attempt`, and begins a lease. The limit holds exactly, whatever the
   * number of workers.
   * @returns null if there is none
   */
  readonly take: (pool: string) => Promise<Jobs | null>;
  /**
   * Extends the lease of an attempt and records its progress.
   * @returns false if the job was canceled, has expired, or belongs to another attempt
   */
  readonly beat: (attempt: JobAttempt, progress: JobProgress) => Promise<boolean>;
}

export interface JobProgress {
  /** From 0 to 1. */
  readonly progress: number;
  readonly stage: string | null;
}
