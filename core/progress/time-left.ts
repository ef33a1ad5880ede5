import { roundTime } from "./round-time.ts";

/** Parameters of the estimate, fitted to the recordings of `bench/progress`. */
export interface TimeLeftOptions {
  /** Minimum seconds of observed progress before an estimate. */
  readonly minSeconds: number;
  /** Minimum fraction of the work done by then, for jobs that last up to `patience` seconds. */
  readonly share: number;
  /** Seconds after which three percent of the work are enough. */
  readonly patience: number;
  /** Fraction of the elapsed time over which the speed is measured. */
  readonly window: number;
  /** Fraction of the elapsed time that shows whether the speed has changed. */
  readonly recent: number;
  /** Time constant in seconds with which the shown time approaches the measured one. */
  readonly smoothing: number;
}

export const FITTED: TimeLeftOptions = {
  minSeconds: 2,
  share: 0.08,
  patience: 60,
  window: 0.65,
  recent: 0.07,
  smoothing: 1.5,
};

/** Minimum number of progress changes to measure a speed. */
const CHANGES = 4;
/** Maximum ratio of speeds before the first estimate. */
const EVEN = 1.5;
/** Ratio of speeds from which a new stage is assumed. */
const ANOTHER = 1.2;
/** Minimum seconds of the most recent part that count as its own stage. */
const MIN_RECENT = 1;
/** Progress is late after this multiple of its mean interval. */
const LATE = 3;
/**
 * Gap in seconds between two updates from which the device is taken to have slept; updates come
 * every second.
 */
const SLEPT = 5;
/** Maximum ratio of two consecutive shown times. */
const RISE = 1.25;
/** Ratio by which a shown time must be too short before it rises. */
const HYSTERESIS = 1.12;
/** Error ratio from which the estimate is withdrawn. */
const WRONG = 1.5;
/** Maximum number of recorded moments. */
const MAX_MOMENTS = 256;

/** Active seconds, and the fraction of the work that was done. */
interface Moment {
  readonly at: number;
  readonly done: number;
}

/** Estimates the remaining time of a job. */
export interface TimeLeft {
  /**
   * Records progress, at least once a second, changed or not.
   * @param done 0 to 1; null when unknown
   * @param now ms
   * @returns seconds, rounded for display; null without a reliable estimate
   */
  update(done: number | null, now: number): number | null;
}

/**
 * Estimates the remaining time from the speed over the most recent part of the work. Returns
 * nothing while progress is too uneven, or after a wrong estimate; a shown time rises by a quarter
 * at most. Sleep of the device does not count.
 */
export function createTimeLeft(options: TimeLeftOptions = FITTED): TimeLeft {
  let moments: Moment[] = [];
  /** Time of the last update in ms, and total sleep before it. */
  let updatedAt: number | null = null;
  let slept = 0;
  /** Seconds, smoothed but not rounded; null before the first estimate. */
  let smooth: number | null = null;
  let shown: number | null = null;
  let shownAt = 0;

  const restart = (): void => {
    moments = [];
    smooth = null;
  };

  /** @returns active seconds at a time */
  function clock(now: number, done: number): number {
    const passed = updatedAt === null ? 0 : Math.max(0, now - updatedAt) / 1000;
    if (passed > SLEPT) {
      const last = moments.at(-1);
      const speed = measureSpeed(moments, options)?.speed ?? 0;
      const worked = last && speed > 0 ? Math.max(0, done - last.done) / speed : 0;
      slept += Math.max(0, passed - Math.max(1, worked));
    }
    updatedAt = Math.max(now, updatedAt ?? now);
    return updatedAt / 1000 - slept;
  }

  function show(found: number, at: number, passed: number): number | null {
    if (smooth === null) smooth = found;
    else {
      const ran = Math.max(0, smooth - passed);
      const target = ran + (found - ran) * (1 - Math.exp(-passed / options.smoothing));
      // The measured time, limited to the allowed rise.
      smooth = Math.min(target, ran + ran * (RISE - 1) * Math.max(passed, 0) + passed);
    }
    const next = roundTime(smooth);
    // The estimate is too wrong to correct it step by step.
    if (shown !== null && smooth > shown * WRONG) return null;
    if (shown === null || next <= shown) {
      if (next !== shown) shownAt = at;
      shown = next;
    } else if (smooth > shown * HYSTERESIS && at - shownAt >= 1) {
      const risen = largestStep(shown, next);
      if (risen > shown) {
        shown = risen;
        shownAt = at;
      }
    }
    return shown;
  }

  return {
    update(done, now) {
      if (done === null || !Number.isFinite(done)) {
        restart();
        updatedAt = now;
        return null;
      }
      if (done >= 1) return null;
      const before = updatedAt;
      const sleptBefore = slept;
      const at = clock(now, done);
      const last = moments.at(-1);
      // Progress that starts over, such as a second pass.
      if (last && done < last.done) restart();
      if (moments.length === 0 || done > last!.done) moments.push({ at, done });
      if (moments.length > MAX_MOMENTS) moments = moments.filter((_, index) => index % 2 === 0);
      const found = estimate(moments, at, { ...options, isShown: smooth !== null });
      if (found === null) return null;
      return show(found, at, before === null ? 0 : (now - before) / 1000 - (slept - sleptBefore));
    },
  };
}

/** The largest displayable time between two that may follow the first. */
function largestStep(shown: number, next: number): number {
  const limit = shown * RISE;
  if (next <= limit) return next;
  let longest = shown;
  for (let seconds = shown; seconds <= limit; seconds++) {
    const rounded = roundTime(seconds);
    if (rounded <= limit) longest = Math.max(longest, rounded);
  }
  return longest;
}

/** Fraction done at a moment, interpolated between recorded ones. */
function doneAt(moments: readonly Moment[], at: number): number {
  const index = moments.findLastIndex((moment) => moment.at <= at);
  const before = moments[Math.max(0, index)]!;
  const after = moments[index + 1];
  if (!after || after.at <= before.at) return before.done;
  const share = Math.max(0, at - before.at) / (after.at - before.at);
  return before.done + (after.done - before.done) * share;
}

/** Speed over the most recent part of the work, up to its last change. */
function speedOver(moments: readonly Moment[], seconds: number) {
  const last = moments.at(-1)!;
  const from = Math.max(moments[0]!.at, last.at - seconds);
  const changes = moments.length - 1 - moments.findLastIndex(({ at }) => at <= from);
  const start = doneAt(moments, from);
  return {
    from,
    start,
    speed: (last.done - start) / (last.at - from),
    /** Mean seconds between changes. */
    step: (last.at - from) / Math.max(1, changes),
    changes,
  };
}

/** Ratio of the speeds in the two halves of the most recent part. */
function halvesOf(moments: readonly Moment[], { from, start }: ReturnType<typeof speedOver>) {
  const last = moments.at(-1)!;
  const half = doneAt(moments, (from + last.at) / 2);
  const [early, late] = [half - start, last.done - half];
  return Math.max(early / late, late / early);
}

/**
 * Current speed. When the most recent part has another speed than the part before it, it alone
 * counts, because a new stage has begun.
 */
function measureSpeed(moments: readonly Moment[], { window, recent }: TimeLeftOptions) {
  const first = moments[0];
  const last = moments.at(-1);
  if (!first || !last || last.at <= first.at) return null;
  const elapsed = last.at - first.at;
  const long = speedOver(moments, window * elapsed);
  const short = speedOver(moments, Math.max(recent * elapsed, MIN_RECENT));
  const unevenness = Math.max(short.speed / long.speed, long.speed / short.speed);
  const isAnother = short.changes >= CHANGES && unevenness > ANOTHER;
  return {
    ...(isAnother ? short : long),
    unevenness: Math.max(unevenness, halvesOf(moments, long)),
  };
}

/** Remaining seconds; null when unknown. */
function estimate(
  moments: readonly Moment[],
  at: number,
  options: TimeLeftOptions & {
    /** Whether an estimate has been shown; thresholds apply to the first one only. */
    readonly isShown: boolean;
  },
): number | null {
  const { minSeconds, share, patience, isShown } = options;
  const first = moments[0]!;
  const last = moments.at(-1)!;
  const elapsed = at - first.at;
  const measured = measureSpeed(moments, options);
  if (!measured || measured.speed <= 0) return null;
  if (!isShown) {
    const enough = elapsed >= patience ? Math.min(share, 0.03) : share;
    if (elapsed < minSeconds || last.done - first.done < enough || moments.length <= CHANGES)
      return null;
    if (measured.unevenness > EVEN) return null;
  }
  const waited = at - last.at;
  // Stalled for an unknown time.
  if (waited > LATE * measured.step + 1) return null;
  return Math.max(0.5, (1 - last.done) / measured.speed - waited);
}
