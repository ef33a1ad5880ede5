import { type TimeLeftOptions, FITTED } from "#core/progress/time-left.ts";
import type { Effect } from "#audio/effect.ts";
import { costsOf, estimate } from "#runtime/audio/estimate.ts";
import { markdownOf } from "../page/table.ts";
import { type Judgment, judge } from "./judge.ts";
import { profilesOf } from "./profiles.ts";
import { readRecordings } from "./recordings.ts";

/** Of the machine of the recordings (`measureSpeed`). */
const RECORDED_SPEED = 750;
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
    minSeconds: [1.5, 2],
    share: [0.03, 0.05, 0.08],
    patience: [30, 60, 120],
    window: [0.5, 0.65, 0.8, 1],
    recent: [0.07, 0.1, 0.15, 0.2, 0.3],
    smoothing: [1.5, 3, 5],
  };
  let best = FITTED;
  let max = score(best);
  // One after the other, twice: they hardly depend on each other.
  for (const key of [...Object.keys(choices), ...Object.keys(choices)] as (keyof TimeLeftOptions)[])
    for (const value of choices[key]) {
      const tried = { ...best, [key]: value };
      const points = score(tried);
      if (points > max) [best, max] = [tried, points];
    }
  return best;
}

/** Recorded jobs of one effect or other work, whose time is estimated before they start: seconds of their sound. */
const STARTS: Readonly<Record<string, readonly [work: string, length: number]>> = {
  "denoise-short": ["denoise", 120],
  "denoise-long": ["denoise", 600],
  "master-wav": ["enhance", 480],
  "master-mp3": ["enhance", 900],
  split: ["separation", 480],
  vocals: ["separation", 600],
  echo: ["echo", 1200],
  clicks: ["clicks", 240],
  voice: ["voice", 600],
  reverb: ["reverb", 1500],
  cover: ["cover", 240],
};

const loadEffect = async (id: string) =>
  ((await import(`../../audio/effects/${id}.ts`)) as { readonly default: Effect }).default;

/** What is estimated before the start of recorded jobs, and how long they took. */
async function startsOf(half: Half): Promise<string> {
  const recorded = readRecordings().filter(
    ({ name }, at) => belongs(at, half) && STARTS[name] !== undefined,
  );
  const rows = recorded.map(async ({ name, moments }) => {
    const [work, length] = STARTS[name]!;
    const took = moments.at(-1)![0] / 1000;
    const guess = estimate((await costsOf(work, loadEffect))!, length, RECORDED_SPEED);
    return [name, took, guess, Math.max(guess / took, took / guess)].map((one) =>
      typeof one === "number" ? one.toFixed(1) : one,
    );
  });
  return markdownOf([["job", "s", "estimate before", "factor"], ...(await Promise.all(rows))]);
}

if (process.argv.includes("--fit")) process.stdout.write(`${JSON.stringify(fit())}\n`);
for (const half of ["fit", "judge"] as const)
  process.stdout.write(`\n${half}\n\n${tableOf(half, FITTED)}\n\n${await startsOf(half)}\n`);
