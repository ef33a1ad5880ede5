import type { Jobs } from "../db/schema/jobs.ts";

/** Receives jobs that may have changed; null: the stream has to end. */
export type JobListener = (jobs: readonly Jobs[] | null) => void;

export interface JobEvents {
  /**
   * Calls a listener with the jobs of an account that may have changed, about once a second.
   * @returns stops
   * @throws {ApiFailure} too_many_tries
   */
  readonly listen: (userId: string, listener: JobListener) => () => void;
  /** Ends all streams, so that clients reconnect to another process. */
  readonly close: () => void;
}
