import type { Cost } from "#core/page/page.ts";
import type { Job, JobSpec } from "./job.ts";

/** A version of a start with a shorter result at a lower cost. */
export interface ShorterStart {
  /** Approximate length of the result. */
  readonly minutes: number;
  readonly jobs: readonly JobSpec[];
  readonly due: number;
  readonly dues: readonly number[];
}

/** Jobs that a visitor wants to start, and their requirements. */
export interface StartRequest {
  readonly jobs: readonly JobSpec[];
  /** Credits that are due; 0 if they have been paid already. */
  readonly due: number;
  /** Credits that are due for each job, in their order. */
  readonly dues: readonly number[];
  /** Pricing of the tool. */
  readonly cost: Cost;
  /** Whether its jobs support `params.part`, a time range of their input. */
  readonly takesPart: boolean;
  /** Shorter versions of a job without files, the longest first; missing if there are none. */
  readonly shorter?: readonly ShorterStart[];
  /**
   * Whether later jobs follow that only the caller starts, so that these must not start without it:
   * neither after a reload nor in part.
   */
  readonly isStep?: boolean;
  /**
   * Receives the ids of the jobs, including jobs that were queued already; not called after a
   * reload.
   */
  readonly onStarted?: (jobIds: readonly string[]) => void;
  /**
   * Called instead if none of the jobs starts: the visitor canceled or goes to the shop, another
   * start is in progress, or it failed.
   */
  readonly onAborted?: () => void;
}

/** Starts jobs after asking for an account and credits if they are needed (USR-14). */
export interface JobStarter {
  start(request: StartRequest): void;
  /**
   * Removes a job for which the server held no credits from the queue, and asks the visitor how to
   * continue; the start is pending meanwhile.
   * @param needed credits
   * @returns false if the start of the job is unknown or a step, or another dialog is open
   */
  waitForCredits(job: Pick<Job, "id">, needed: number): boolean;
  /** Resumes a start that was pending for an account, credits or a reload, if there is one. */
  resume(): Promise<void>;
}
