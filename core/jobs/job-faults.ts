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
  /** No inference server has answered in time. */
  "inference_unavailable",
] as const;
export type TransientFault = (typeof TRANSIENT_FAULTS)[number];

/** Faults of a job that another attempt would meet again. */
export type FinalFault =
  /** It did not end in time. */
  | "expired"
  /** The input is longer than what was paid for. */
  | "longer_than_paid"
  | "input_missing"
  /** It names something that does not exist, such as a stem that the model does not separate. */
  | "task_invalid"
  /** The license of the model forbids to sell its results, or the site does not know it. */
  | "model_refused"
  /** No suitable model is on the worker's machine. */
  | "model_missing"
  /** An inference server's answer to its input, or the input itself, has numbers that are not finite. */
  | "inference_overflow"
  /** It has used more memory or time than a job may use. */
  | "out_of_memory"
  | "out_of_time";

export type JobFault = TransientFault | FinalFault;

export const isTransient = (fault: string): fault is TransientFault =>
  (TRANSIENT_FAULTS as readonly string[]).includes(fault);

/** Seconds by which an input may exceed the length that was paid for. */
export const LENGTH_TOLERANCE = 5;
