import { type TimeLeftOptions, FITTED } from "#core/progress/time-left.ts";
import { markdownOf } from "../page/table.ts";
import { type Judgment, judge } from "./judge.ts";
import { profilesOf } from "./profiles.ts";
import { readRecordings } from "./recordings.ts";

/** Made-up courses for fitting have even seeds, those for judging odd ones. */
const SEEDS = 40;

type Half = "fit" | "judge";

const belongs = (at: number, half: Half): boolean => (at % 2 === 0) === (half === "fit");

function judgments(half: Half, options: TimeLeftOptions): Judgment[] {
  const recorded = readRecordings()
    .filter((_, at) => belongs(at, half))
    .map((recording) => judge(recording, options));
  const made = Array.from({ length: SEEDS }, (_, seed) => seed)
    .filter((seed) => belongs(seed, half))
    .flatMap((seed) => profilesOf(seed))
    .map(({ recording, asleep }) => judge(recording, options, asleep));
  return [...recorded, ...made];
}

/** Judgments of the same name as one: the least of what is good, the most of what is bad. */
function merged(all: readonly Judgment[]): Judgment[] {
  return [...Map.groupBy(all, ({ name }) => name)].map(([name, same]) => {
    const mean = (key: "seconds" | "shown" | "true"): number =>
      same.reduce((sum, one) => sum + one[key], 0) / same.length;
    return {
      name,
      seconds: mean("seconds"),
      shown: mean("shown"),
      true: mean("true"),
      worst: Math.max(...same.map(({ worst }) => worst)),
      rise: Math.max(...same.map(({ rise }) => rise)),
    };
  });
}

function tableOf(half: Half, options: TimeLeftOptions): string {
  const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
  return markdownOf([
    ["job", "s", "shown", "within 1.5", "worst", "greatest rise"],
    ...merged(judgments(half, options)).map((one) => [
      one.name,
      one.seconds.toFixed(1),
      percent(one.shown),
      percent(one.true),
      one.worst.toFixed(2),
      one.rise.toFixed(2),
    ]),
  ]);
}

/** How good options are: what is true of what is shown counts far more than that much is shown. */
function score(options: TimeLeftOptions): number {
  const all = merged(judgments("fit", options));
  return all.reduce((sum, one) => sum + 4 * one.true + one.shown, 0) / all.length;
}

function fit(): TimeLeftOptions {
  const choices: { readonly [key in keyof TimeLeftOptions]: readonly number[] } = {
    least: [1.5, 2],
    share: [0.03, 0.05, 0.08],
    patience: [30, 60, 120],
    window: [0.5, 0.65, 0.8, 1],
    recent: [0.07, 0.1, 0.15, 0.2, 0.3],
    smoothing: [1.5, 3, 5],
  };
  let best = FITTED;
  let most = score(best);
  // One after the other, twice: they hardly depend on each other.
  for (const key of [...Object.keys(choices), ...Object.keys(choices)] as (keyof TimeLeftOptions)[])
    for (const value of choices[key]) {
      const tried = { ...best, [key]: value };
      const points = score(tried);
      if (points > most) [best, most] = [tried, points];
    }
  return best;
}

if (process.argv.includes("--fit")) process.stdout.write(`${JSON.stringify(fit())}\n`);
for (const half of ["fit", "judge"] as const)
  process.stdout.write(`\n${half}\n\n${tableOf(half, FITTED)}\n`);
