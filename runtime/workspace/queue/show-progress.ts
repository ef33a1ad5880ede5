import { createTimeLeft } from "#core/progress/time-left.ts";
import type { JobProgress } from "../../contract/job-runner.ts";
import type { createJobViews } from "./job-views.ts";

/** Minimum interval between updates of the displayed progress, in ms. */
const MIN_INTERVAL = 250;
/**
 * Interval in ms after which the time left is estimated again although the job has reported
 * nothing.
 */
const ESTIMATE_INTERVAL = 1000;
/** Maximum progress of a job that has not ended. */
const MAX_PROGRESS = 0.99;
/** The speed of this stage says nothing about the work after it. */
const LOADING = "panel-kit:stage.loading";

export interface ProgressView {
  /** Receives the progress of a job. */
  readonly report: (progress: JobProgress) => void;
  /** Stops the timer; called when the job has ended. */
  readonly end: () => void;
}

/**
 * Displays the progress of a job with its time left, a few times a second. The time left is
 * estimated once a second even if nothing is reported, so that it is never stale. A job whose work
 * is done is finishing until it ends.
 */
export function showProgress(
  id: string,
  {
    views,
    now,
    setTimer,
    publish,
  }: {
    readonly views: Pick<ReturnType<typeof createJobViews>, "progressOf" | "setProgress">;
    /** ms */
    readonly now: () => number;
    readonly setTimer: (work: () => void, ms: number) => () => void;
    readonly publish: () => void;
  },
): ProgressView {
  const timeLeft = createTimeLeft();
  let part: number | null = null;
  let uncertain = false;
  let shown = -Infinity;
  let stopClock: (() => void) | null = null;

  const estimate = (stage: string | null): number | null =>
    timeLeft.update(uncertain || stage === LOADING ? null : part, now());
  const tick = (): void => {
    stopClock = setTimer(tick, ESTIMATE_INTERVAL);
    const before = views.progressOf(id);
    const left = estimate(before.stage);
    if (left === before.left) return;
    views.setProgress(id, { left });
    publish();
  };
  return {
    report({ done, stage, ...more }) {
      uncertain = more.uncertain ?? false;
      part = done === null ? null : Math.min(1, Math.max(0, done));
      stopClock ??= setTimer(tick, ESTIMATE_INTERVAL);
      const before = views.progressOf(id);
      const finishing = part === 1;
      const next = stage ?? before.stage;
      if (now() - shown < MIN_INTERVAL && next === before.stage && finishing === before.finishing)
        return;
      shown = now();
      views.setProgress(id, {
        progress: part === null ? null : Math.min(MAX_PROGRESS, part),
        stage: next,
        left: estimate(next),
        finishing,
      });
      publish();
    },
    end() {
      stopClock?.();
    },
  };
}
