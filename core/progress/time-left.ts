import { roundTime } from "./round-time.ts";

/** What the estimate is made with, fitted to the recordings of `bench/progress`. */
export interface TimeLeftOptions {
  /** Seconds of work that have to be seen before anything is said. */
  readonly least: number;
  /** Share of the work that has to be done by then, where it lasts no longer than `patience` seconds. */
  readonly share: number;
  /** Seconds of work after which three hundredths of it are enough. */
  readonly patience: number;
  /** Share of the elapsed time over which the speed is measured. */
  readonly window: number;
  /** Share of the elapsed time that shows whether the speed has changed. */
  readonly recent: number;
  /** Seconds in which the shown time approaches the measured one. */
  readonly smoothing: number;
}

export const FITTED: TimeLeftOptions = {
  least: 2,
  share: 0.08,
  patience: 60,
  window: 0.65,
  recent: 0.07,
  smoothing: 1.5,
};

/** Changes of the progress without which its speed is not known. */
const CHANGES = 4;
/** Factor by which the speed may have changed before anything has been said. */
const EVEN = 1.5;
/** Factor from which on a speed is that of another stage. */
const ANOTHER = 1.2;
/** Seconds from which on the last part of the work says how fast it goes. */
const LEAST_RECENT = 1;
/** Progress is late when it takes so many times as long as its steps took on average. */
const LATE = 3;
/** Seconds between two updates from which on the device slept: it is asked every second. */
const SLEPT = 5;
/** Greatest factor from one shown time to the next. */
const RISE = 1.25;
/** Factor by which a time has to be too short before a longer one is shown. */
const HYSTERESIS = 1.12;
/** Factor from which on a shown time is wrong, and nothing is shown in its place. */
const WRONG = 1.5;
/** Moments that are remembered. */
const MOST_MOMENTS = 256;

/** A moment: active seconds, and the share of the work that was done. */
interface Moment {
  readonly at: number;
  readonly done: number;
}

/** Estimates how long work still takes. */
export interface TimeLeft {
  /**
   * Takes the progress of work, at least once a second, whether or not it has changed.
   * @param done 0 to 1; null while it is not known
   * @param now ms
   * @returns seconds, rounded as they are shown; null while they are not known well enough
   */
  update(done: number | null, now: number): number | null;
}

/**
 * Estimates the time left from the speed over the last part of the work. Where the progress is too
 * uneven for that, or a time that was shown has turned out wrong, nothing is said; from one time to
 * the next it rises by a quarter at most. Time in which the device slept does not count.
 */
export function createTimeLeft(options: TimeLeftOptions = FITTED): TimeLeft {
  let moments: Moment[] = [];
  /** ms of the last update, and how many of those before it the device slept. */
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
      const wanted = ran + (found - ran) * (1 - Math.exp(-passed / options.smoothing));
      // As quickly as what is shown may rise.
      smooth = Math.min(wanted, ran + ran * (RISE - 1) * Math.max(passed, 0) + passed);
    }
    const next = roundTime(smooth);
    // It is too late for a step: what would be shown is wrong.
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
      // Work that begins anew, such as a second pass.
      if (last && done < last.done) restart();
      if (moments.length === 0 || done > last!.done) moments.push({ at, done });
      if (moments.length > MOST_MOMENTS) moments = moments.filter((_, index) => index % 2 === 0);
      const found = estimate(moments, at, { ...options, isShown: smooth !== null });
      if (found === null) return null;
      return show(found, at, before === null ? 0 : (now - before) / 1000 - (slept - sleptBefore));
    },
  };
}

/** The longest time of those between two that may be shown after the first. */
function largestStep(shown: number, next: number): number {
  const most = shown * RISE;
  if (next <= most) return next;
  let longest = shown;
  for (let seconds = shown; seconds <= most; seconds++) {
    const rounded = roundTime(seconds);
    if (rounded <= most) longest = Math.max(longest, rounded);
  }
  return longest;
}

/** The share that was done at a moment, between those that are known. */
function doneAt(moments: readonly Moment[], at: number): number {
  const index = moments.findLastIndex((moment) => moment.at <= at);
  const before = moments[Math.max(0, index)]!;
  const after = moments[index + 1];
  if (!after || after.at <= before.at) return before.done;
  const share = Math.max(0, at - before.at) / (after.at - before.at);
  return before.done + (after.done - before.done) * share;
}

/** The speed over the last part of the work, up to its last change. */
function speedOver(moments: readonly Moment[], seconds: number) {
  const last = moments.at(-1)!;
  const from = Math.max(moments[0]!.at, last.at - seconds);
  const changes = moments.length - 1 - moments.findLastIndex(({ at }) => at <= from);
  const start = doneAt(moments, from);
  return {
    from,
    start,
    speed: (last.done - start) / (last.at - from),
    /** Seconds from one change to the next. */
    step: (last.at - from) / Math.max(1, changes),
    changes,
  };
}

/** The factor between the speeds in the two halves of the last part of the work. */
function halvesOf(moments: readonly Moment[], { from, start }: ReturnType<typeof speedOver>) {
  const last = moments.at(-1)!;
  const half = doneAt(moments, (from + last.at) / 2);
  const [early, late] = [half - start, last.done - half];
  return Math.max(early / late, late / early);
}

/**
 * How fast the work goes now. Where the last of it goes at another speed than what was before, it counts
 * alone: another stage has begun.
 */
function measureSpeed(moments: readonly Moment[], { window, recent }: TimeLeftOptions) {
  const first = moments[0];
  const last = moments.at(-1);
  if (!first || !last || last.at <= first.at) return null;
  const elapsed = last.at - first.at;
  const long = speedOver(moments, window * elapsed);
  const short = speedOver(moments, Math.max(recent * elapsed, LEAST_RECENT));
  const unevenness = Math.max(short.speed / long.speed, long.speed / short.speed);
  const isAnother = short.changes >= CHANGES && unevenness > ANOTHER;
  return {
    ...(isAnother ? short : long),
    unevenness: Math.max(unevenness, halvesOf(moments, long)),
  };
}

/** Seconds that are left; null where that is not known. */
function estimate(
  moments: readonly Moment[],
  at: number,
  options: TimeLeftOptions & {
    /** Whether something has been shown: what is known once is followed. */
    readonly isShown: boolean;
  },
): number | null {
  const { least, share, patience, isShown } = options;
  const first = moments[0]!;
  const last = moments.at(-1)!;
  const elapsed = at - first.at;
  const measured = measureSpeed(moments, options);
  if (!measured || measured.speed <= 0) return null;
  if (!isShown) {
    const enough = elapsed >= patience ? Math.min(share, 0.03) : share;
    if (elapsed < least || last.done - first.done < enough || moments.length <= CHANGES)
      return null;
    if (measured.unevenness > EVEN) return null;
  }
  const waited = at - last.at;
  // It stands still, for as long as nobody knows.
  if (waited > LATE * measured.step + 1) return null;
  return Math.max(0.5, (1 - last.done) / measured.speed - waited);
}
