import { type TimeLeftOptions, createTimeLeft } from "#core/progress/time-left.ts";
import type { Recording } from "./recordings.ts";

/** What a visitor sees of a job, and how true it is. */
export interface Judgment {
  readonly name: string;
  /** Seconds that the job took. */
  readonly seconds: number;
  /** Part of the time after the first tenth in which a time is shown. */
  readonly shown: number;
  /** Part of that in which it is within a factor of 1.5 of the truth, or a second and a half of it. */
  readonly true: number;
  /** The greatest factor between a time that was shown and the truth. */
  readonly worst: number;
  /** The greatest factor from one shown time to the next. */
  readonly rise: number;
}

/** Part of a job after which its times are judged. */
const FROM = 0.1;
/** Factor, and seconds, within which a time is true. */
const FACTOR = 1.5;
const CLOSE = 1.5;
/** ms from one update to the next while nothing is reported. */
const TICK = 1000;
/** How often the shown time is compared with the truth, in ms. */
const LOOK = 250;

/** What was reported at a moment, as the estimate gets it. */
const reported = (
  [, done, text]: Recording["moments"][number],
  uncertain: string | undefined,
): number | null => {
  if (text.startsWith("Loading") || text.split(" · ")[0] === uncertain) return null;
  return text.startsWith("Finishing") ? 1 : done;
};

/**
 * Plays a recording to the estimate as the queue would, with a clock that ticks once a second.
 * @param asleep ranges of time in which the device sleeps, in ms: they are in the truth, too
 */
export function judge(
  { name, moments, uncertain }: Recording,
  options?: TimeLeftOptions,
  asleep: readonly (readonly [from: number, to: number])[] = [],
): Judgment {
  const timeLeft = createTimeLeft(options);
  const end = moments.at(-1)![0];
  const sleeps = (at: number): boolean => asleep.some(([from, to]) => at >= from && at < to);
  /** Remaining seconds, without pauses that visitors do not see. */
  const truthAt = (at: number): number =>
    (end - at - asleep.reduce((sum, [from, to]) => sum + Math.max(0, to - Math.max(at, from)), 0)) /
    1000;
  let next = 0;
  let current: number | null = null;
  let left: number | null = null;
  let updatedAt = 0;
  let last: number | null = null;
  const counts = { looks: 0, shown: 0, true: 0 };
  let worst = 1;
  let rise = 1;
  for (let at = 0; at < end; at += LOOK) {
    if (sleeps(at)) continue;
    let isNew = false;
    for (; next < moments.length && moments[next]![0] <= at; next++) {
      current = reported(moments[next]!, uncertain);
      isNew = true;
    }
    if (isNew || at - updatedAt >= TICK) {
      left = timeLeft.update(current, at);
      updatedAt = at;
    }
    if (left !== null && left !== last) {
      if (last !== null) rise = Math.max(rise, left / last);
      last = left;
    }
    if (at < FROM * end) continue;
    counts.looks++;
    if (left === null) continue;
    counts.shown++;
    const truth = Math.max(0.1, truthAt(at));
    const factor = Math.max(left / truth, truth / left);
    const isClose = Math.abs(left - truth) <= CLOSE;
    if (factor <= FACTOR || isClose) counts.true++;
    if (!isClose) worst = Math.max(worst, factor);
  }
  return {
    name,
    seconds: end / 1000,
    shown: counts.looks === 0 ? 0 : counts.shown / counts.looks,
    true: counts.shown === 0 ? 1 : counts.true / counts.shown,
    worst,
    rise,
  };
}
