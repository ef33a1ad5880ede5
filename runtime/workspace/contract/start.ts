import type { Cost } from "#core/page/page.ts";
import type { Job, JobSpec } from "./job.ts";

/** A start that makes less, and costs less. */
export interface ShorterStart {
  /** Length of the result, about. */
  readonly minutes: number;
  readonly jobs: readonly JobSpec[];
  readonly due: number;
}

/** Jobs that a visitor wants to start, and what they need for it. */
export interface StartRequest {
  readonly jobs: readonly JobSpec[];
  /** Credits that are due now: none for what has been paid for already. */
  readonly due: number;
  /** How the tool counts its credits. */
  readonly cost: Cost;
  /** Whether its jobs take `params.part`, a time range of their input. */
  readonly takesPart: boolean;
  /** Shorter versions of a job without files, the longest first; missing where none can be made. */
  readonly shorter?: readonly ShorterStart[];
  /** Is given the ids of the jobs, of those too that were queued already; not after a reload. */
  readonly onStarted?: (jobIds: readonly string[]) => void;
}

/** Starts jobs, with an account and credits where they need them (USR-14). */
export interface JobStarter {
  start(request: StartRequest): void;
  /**
   * Takes back a job for which the server held no credits, and asks for the way on; it waits meanwhile.
   * @param needed credits
   * @returns false where nobody knows what it was started for, or something else is asked
   */
  waitForCredits(job: Pick<Job, "id">, needed: number): boolean;
  /** Makes the start that waited for an account, for credits or for a reload, where there is one. */
  resume(): Promise<void>;
}
