export const JOB_STATES = ["queued", "running", "done", "failed", "canceled"] as const;
export type JobState = (typeof JOB_STATES)[number];
