// Clicks that are found in speech without any, and in which some are planted. See ../README.md.
//   node bench/audio/clicks/judge-clicks.ts fit|judge [--before CHECKOUT]
// --before: a checkout (git worktree) of what it is compared with, in the same run.
import path from "node:path";
import { parseArgs } from "node:util";
import type { createClickFinder } from "#audio/restoration/find-clicks.ts";
import { createReader, speak } from "../denoise/voices.ts";
import { addClicks, addSmacks, type TimeSpan } from "../faults.ts";
import { installMaterial } from "../material.ts";
import { countMatches } from "../metrics.ts";
import { createRandom, type Random } from "../random.ts";
import { dryVoices, VOICE_PACKAGES } from "../reverb/dry-voices.ts";

/** Most recordings have nothing above 8 kHz, which would give away what is added. */
const RATE = 16_000;
const SECONDS = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { before: { type: "string" } },
});
const set = positionals[0] === "judge" ? "judge" : "fit";
const root = path.resolve(import.meta.dirname, "../../..");
installMaterial((line) => void process.stderr.write(`${line}\n`), VOICE_PACKAGES);
const checkouts = [...(values.before ? [path.resolve(values.before)] : []), root];
const finders = await Promise.all(
  checkouts.map(async (checkout) => {
    const file = path.join(checkout, "audio/restoration/find-clicks.ts");
    return ((await import(file)) as { createClickFinder: typeof createClickFinder })
      .createClickFinder;
  }),
);
/** The default of the effect. */
const SENSITIVITY = 0.6;

interface Planted {
  readonly samples: Float32Array;
  readonly clicks: readonly TimeSpan[];
}

/** Jumps of one or two samples, as of lost ones. */
function addTicks(samples: Float32Array, random: Random): Planted {
  const out = samples.slice();
  const clicks: TimeSpan[] = [];
  for (let slot = 0; slot + RATE <= out.length; slot += RATE) {
    const start = slot + Math.floor((0.1 + 0.8 * random.uniform()) * RATE);
    const around = samples.subarray(Math.max(0, start - 320), start + 320);
    const peak = around.reduce((highest, x) => Math.max(highest, Math.abs(x)), 0.02);
    const length = random.uniform() < 0.5 ? 1 : 2;
    for (let i = 0; i < length; i++) out[start + i] = (i === 0 ? 1 : -0.7) * 1.2 * peak;
    clicks.push({ start, end: start + length });
  }
  return { samples: out, clicks };
}

const KINDS: Readonly<Record<string, (samples: Float32Array, random: Random) => Planted>> = {
  clicks: (samples, random) => addClicks(samples, RATE, 1, random),
  smacks: (samples, random) => addSmacks(samples, RATE, 1.5, random),
  ticks: addTicks,
};

type Finder = (typeof finders)[number];
function find(createFinder: Finder, samples: Float32Array): readonly TimeSpan[] {
  const finder = createFinder(SENSITIVITY, { sampleRate: RATE, channels: 1 });
  finder.push([samples]);
  return finder.finish()[0]!;
}
const show = (...cells: readonly string[]): void =>
  void process.stdout.write(`| ${cells.join(" | ")} |\n`);
const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;

const header = ["voice", "false a second", ...Object.keys(KINDS)];
show(...header);
show(...header.map(() => "---"));
const totals = finders.map(() => ({ wrong: [] as number[], recalls: [] as number[][] }));
const readFile = createReader(RATE);
const FADE = 0.03 * RATE;
/** With faded ends: where a file with a background ends, there is a click. */
const read = (file: string): Float32Array => {
  const samples = readFile(file);
  const last = samples.length - 1;
  return samples.map((x, i) => x * Math.min(1, i / FADE, (last - i) / FADE));
};
for (const [v, [name, files]] of dryVoices(set).entries()) {
  const length = SECONDS * RATE;
  const speech = speak(files, { length, sampleRate: RATE, random: createRandom(700 + v), read });
  const planted = Object.values(KINDS).map((plant, k) => plant(speech, createRandom(31 * v + k)));
  const results = finders.map((finder) => ({
    wrong: find(finder, speech).length / SECONDS,
    recalls: planted.map(
      ({ samples, clicks }) => countMatches(find(finder, samples), clicks).recall,
    ),
  }));
  for (const [i, { wrong, recalls }] of results.entries()) {
    totals[i]!.wrong.push(wrong);
    totals[i]!.recalls.push(recalls);
  }
  show(
    name,
    results.map(({ wrong }) => wrong.toFixed(2)).join(", "),
    ...planted.map((_, k) =>
      results.map(({ recalls }) => `${(100 * recalls[k]!).toFixed(0)} %`).join(", "),
    ),
  );
}
for (const { wrong, recalls } of totals)
  show(
    "mean, most",
    `${mean(wrong).toFixed(3)}, ${Math.max(...wrong).toFixed(2)}`,
    ...Object.keys(KINDS).map(
      (_, k) => `${(100 * mean(recalls.map((row) => row[k]!))).toFixed(1)} %`,
    ),
  );
process.exit(0);
