import { createRandom } from "../audio/random.ts";
import type { Recording } from "./recordings.ts";

/** A course of work that was made up, and when the device slept during it. */
export interface Profile {
  readonly recording: Recording;
  readonly asleep: readonly (readonly [from: number, to: number])[];
}

/** ms between two reports. */
const EVERY = 250;

/** Speed at a moment, in any unit. @param share of the time that has passed */
type Speed = (share: number) => number;

function follow(name: string, seconds: number, speed: Speed): Recording {
  const count = Math.round((1000 * seconds) / EVERY);
  const speeds = Array.from({ length: count }, (_, at) => speed(at / count));
  const all = speeds.reduce((sum, one) => sum + one, 0);
  let done = 0;
  const moments = speeds.map((one, at): [number, number, string] => {
    const moment: [number, number, string] = [at * EVERY, Math.min(0.999, done / all), "Working"];
    done += one;
    return moment;
  });
  return { name, moments: [...moments, [count * EVERY, 1, "Finishing"]] };
}

/** Reports only when a step is done, as of sentences that are spoken. */
function inSteps({ name, moments }: Recording, ends: readonly number[]): Recording {
  return {
    name,
    moments: moments.map(([at, done, text]) => [
      at,
      done === null || done === 1 ? done : (ends.findLast((end) => end <= done) ?? 0),
      text,
    ]),
  };
}

/** A pause of all work that is not shown to visitors. */
function withSleep({ name, moments }: Recording, share: number, ms: number): Profile {
  const from = Math.round((share * moments.at(-1)![0]) / EVERY) * EVERY;
  return {
    recording: {
      name,
      moments: moments.map(([at, done, text]) => [at >= from ? at + ms : at, done, text]),
    },
    asleep: [[from, from + ms]],
  };
}

/** Courses of work of one seed: of different lengths, with what goes wrong in practice. */
export function profilesOf(seed: number): readonly Profile[] {
  const source = createRandom(seed);
  const random = (): number => source.uniform();
  const seconds = 12 + 200 * random() ** 2;
  const noise = (amount: number): number => Math.exp(amount * (random() - 0.5));
  const awake = (recording: Recording): Profile => ({ recording, asleep: [] });
  const ends = [0];
  while (ends.at(-1)! < 1) ends.push(ends.at(-1)! + (0.5 + random()) / 24);
  return [
    awake(follow("even", seconds, () => 1)),
    awake(follow("uneven", seconds, () => noise(2))),
    awake(follow("slow start", seconds, (share) => (share < 0.12 ? 0.15 : 1) * noise(0.4))),
    awake(follow("second stage twice as slow", seconds, (share) => (share < 0.35 ? 2 : 1))),
    awake(follow("second stage twice as fast", seconds, (share) => (share < 0.5 ? 1 : 2))),
    awake(
      follow("stall", seconds, (share) =>
        share > 0.5 && share < 0.5 + Math.min(0.1, 4 / seconds) ? 0 : 1,
      ),
    ),
    withSleep(
      follow("suspended", seconds, () => noise(0.4)),
      0.3 + 0.4 * random(),
      90_000,
    ),
    awake(
      inSteps(
        follow("steps", seconds, () => noise(0.4)),
        ends,
      ),
    ),
  ];
}
