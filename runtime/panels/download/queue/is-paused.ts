import type { SteadyJob } from "#runtime/contract/job.ts";

/** Whether a download was stopped or interrupted and can be resumed. */
export const isPaused = ({ text, state }: SteadyJob): boolean =>
  text !== null && (state === "cancelled" || state === "interrupted");
