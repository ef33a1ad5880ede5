import type { Random } from "./random.ts";

/**
 * A value between −1 and 1 that drifts aperiodically: smoothly from one random value to the next,
 * over random durations.
 */
export function createDrift(
  random: Random,
  [min, max]: readonly [seconds: number, seconds: number],
): (seconds: number) => number {
  let from = random.noise();
  let to = random.noise();
  let length = random.between(min, max);
  let time = random.next() * length;
  return (seconds) => {
    time += seconds;
    while (time >= length) {
      time -= length;
      from = to;
      to = random.noise();
      length = random.between(min, max);
    }
    const part = time / length;
    return from + (to - from) * part * part * (3 - 2 * part);
  };
}
