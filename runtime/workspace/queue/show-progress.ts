import type { JobProgress } from "../contract/job-runner.ts";
import type { createJobViews } from "./job-views.ts";
import { createTimeLeft } from "./time-left.ts";

/** ms between two progresses that are shown. */
const PROGRESS_EVERY = 250;

/** Takes what a job tells of its progress, and shows it now and then, with the time that is left. */
export function showProgress(
  id: string,
  {
    views,
    now,
    publish,
  }: {
    readonly views: Pick<ReturnType<typeof createJobViews>, "progressOf" | "setProgress">;
    /** ms */
    readonly now: () => number;
    readonly publish: () => void;
  },
): (progress: JobProgress) => void {
  const timeLeft = createTimeLeft();
  let shown = -Infinity;
  return ({ done, stage }) => {
    const part = done === null ? null : Math.min(1, Math.max(0, done));
    const before = views.progressOf(id);
    const next = stage ?? before.stage;
    if (now() - shown < PROGRESS_EVERY && next === before.stage && part !== 1) return;
    shown = now();
    views.setProgress(id, { progress: part, stage: next, left: timeLeft.update(part, shown) });
    publish();
  };
}
