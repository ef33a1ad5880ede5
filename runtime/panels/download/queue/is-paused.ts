import type { SteadyJob } from "#runtime/contract/job.ts";

/** Whether a link waits to be fetched on: its visitor stopped it, or left in the middle. */
export const isPaused = ({ text, state }: SteadyJob): boolean =>
  text !== null && (state === "cancelled" || state === "interrupted");
