/**
 * Faults that say nothing about the job itself: another attempt may succeed. A job that has failed
 * too often for one of them can be started again by the operator.
 */
export const TRANSIENT_FAULTS = [
  /** Its worker was killed, or lost its connection to the database. */
  "worker_lost",
  /** The process that ran it ended unexpectedly. */
  "crashed",
  "store_unavailable",
] as const;
export type TransientFault = (typeof TRANSIENT_FAULTS)[number];

/** Faults of a job that another attempt would meet again. */
export type FinalFault =
  /** It did not end in time. */
  | "expired"
  /** The input is longer than what was paid for. */
  | "longer_than_paid"
  | "input_missing"
  /** It has used more memory or time than a job may use. */
  | "out_of_memory"
  | "out_of_time";

export type JobFault = TransientFault | FinalFault;

export const isTransient = (fault: string): fault is TransientFault =>
  (TRANSIENT_FAULTS as readonly string[]).includes(fault);

/** Seconds by which an input may exceed the length that was paid for. */
export const LENGTH_TOLERANCE = 5;
