import type { Random } from "./random.ts";

/**
 * A value between −1 and 1 that wanders without a period: from one place to the next, in a time of its
 * own, without a bend.
 */
export function createDrift(
  random: Random,
  [least, most]: readonly [seconds: number, seconds: number],
): (seconds: number) => number {
  let from = random.noise();
  let to = random.noise();
  let length = random.between(least, most);
  let time = random.next() * length;
  return (seconds) => {
    time += seconds;
    while (time >= length) {
      time -= length;
      from = to;
      to = random.noise();
      length = random.between(least, most);
    }
    const part = time / length;
    return from + (to - from) * part * part * (3 - 2 * part);
  };
}
