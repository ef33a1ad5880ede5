import type { JobDeps } from "./job-deps.ts";

const HOUR = 3_600_000;
/** Milliseconds that credits and files stay held after a job expires, until the sweep has ended it. */
const MARGIN = HOUR;

/** Times at which a job that is queued now expires, and at which its usage and its files do. */
export function expiryOf({ clock, jobRules }: Pick<JobDeps, "clock" | "jobRules">) {
  const expiresAt = clock() + jobRules.expireHours * HOUR;
  const heldUntil = expiresAt + MARGIN;
  return { expiresAt, heldUntil, filesUntil: heldUntil + jobRules.resultHours * HOUR };
}
