// Measures how fast effects are beside ffmpeg and sox. See README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Effect } from "#audio/effect.ts";
import { installMaterial } from "../audio/material.ts";
import { markdownOf, medianOf } from "../page/table.ts";
import { type Cost, costOf, hasProgram } from "./commands.ts";
import { type Contest, CONTESTS } from "./contests.ts";
import { type BrowserBench, startBrowserBench } from "./in-browser.ts";
import { writeMaterial } from "./material.ts";

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const root = path.resolve(import.meta.dirname, "../..");
const seconds = Number(option("seconds") ?? 180);
const rounds = Number(option("rounds") ?? 1);
const only = option("only")?.split(",");
const codecs = option("files")?.split(",");
const dist = path.resolve(root, option("dist") ?? "dist");
const withBrowser = !process.argv.includes("--no-browser");
/** s of the file whose time is taken off: what is left is the work, without the start of programs. */
const SHORT = 5;

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const contests = CONTESTS.filter(({ name }) => only?.includes(name) ?? true);
const work = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-bench-speed-"));
process.once("exit", () => fs.rmSync(work, { recursive: true, force: true }));
installMaterial(say);
say(`Making ${seconds} s of sound.`);
const long = writeMaterial(work, "long", seconds, root);
const short = writeMaterial(work, "short", SHORT, root);
const hasSox = hasProgram("sox");
if (!hasSox) say("sox is not installed: its columns are left out.");

type Codec = keyof typeof long;
/** Commands that are run one after the other for a file. */
type Commands = (file: string) => readonly (readonly string[])[];

const sumOf = (costs: readonly Cost[]): Cost => ({
  cpu: costs.reduce((sum, { cpu }) => sum + cpu, 0),
  wall: costs.reduce((sum, { wall }) => sum + wall, 0),
});

/** What each of several takes for a second of sound: all in turns, so that they find the same machine. */
function measure(contenders: readonly Commands[], codec: Codec): readonly Cost[] {
  const cost = (commandsOf: Commands, file: string): Cost =>
    sumOf(commandsOf(file).map((command) => costOf(command, root)));
  const rows = Array.from({ length: rounds }, () =>
    contenders.map((commandsOf) => {
      const [whole, start] = [cost(commandsOf, long[codec]), cost(commandsOf, short[codec])];
      return { cpu: whole.cpu - start.cpu, wall: whole.wall - start.wall };
    }),
  );
  const middle = (name: keyof Cost, at: number): number =>
    medianOf(rows.map((row) => row[at]![name])) / (seconds - SHORT);
  return contenders.map((_, at) => ({ cpu: middle("cpu", at), wall: middle("wall", at) }));
}

const settings = (values: Contest["values"]): string[] =>
  Object.entries(values).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
const ours =
  ({ effect, values }: Contest, codec: Codec): Commands =>
  (file) => {
    const out = ["-o", path.join(work, `out.${codec}`), "--force"];
    const command = ["bin/toolkit.mjs", "process", effect, file, ...out, ...settings(values)];
    return [[process.execPath, ...command]];
  };
const ffmpeg =
  (filters: readonly string[], codec: Codec): Commands =>
  (file) => {
    const input = ["ffmpeg", "-v", "error", "-y", "-threads", "1", "-filter_threads", "1"];
    const rate = ["-ar", "44100", ...(codec === "mp3" ? ["-b:a", "192k"] : [])];
    return filters.map((filter, at) => {
      const isLast = at === filters.length - 1;
      const out = isLast
        ? [...rate, "-threads", "1", path.join(work, `other.${codec}`)]
        : ["-f", "null", "-"];
      return [...input, "-i", file, "-af", filter, ...out];
    });
  };
const sox =
  (effect: readonly string[], codec: Codec): Commands =>
  (file) => [["sox", "--single-threaded", file, path.join(work, `other.${codec}`), ...effect]];

const speed = (cost: number): string => (cost > 0 ? (1 / cost).toFixed(cost > 0.02 ? 1 : 0) : "–");

async function inNode(): Promise<void> {
  const rows = [["effect", "files", "ours", "others: × real time (ours against it; by the clock)"]];
  for (const contest of contests)
    for (const codec of ["wav", "mp3"] as const) {
      if (codec === "mp3" && !contest.compressed) continue;
      if (codecs && !codecs.includes(codec)) continue;
      const others = Object.entries(contest.ffmpeg).map(([name, filters]): [string, Commands] => [
        `ffmpeg ${name}`,
        ffmpeg(filters, codec),
      ]);
      // Debian's sox writes no MP3.
      if (hasSox && codec === "wav")
        for (const [name, effect] of Object.entries(contest.sox ?? {}))
          others.push([`sox ${name}`, sox(effect, codec)]);
      const all = [ours(contest, codec), ...others.map(([, commandsOf]) => commandsOf)];
      const [own, ...costs] = measure(all, codec) as [Cost, ...Cost[]];
      const shown = costs.map(({ cpu, wall }, at) => {
        const ratios = [cpu / own.cpu, wall / own.wall].map((ratio) => ratio.toFixed(2));
        return `${others[at]![0]} ${speed(cpu)} (${ratios.join("; ")})`;
      });
      rows.push([contest.name, codec, speed(own.cpu), shown.join("; ") || "–"]);
      say(rows.at(-1)!.join(" | "));
    }
  const title =
    "In Node: seconds of sound for a second of processor time, with reading and writing; in brackets our speed divided by theirs, by processor time and by the clock";
  process.stdout.write(`\n${title}\n\n${markdownOf(rows)}\n`);
}

async function inBrowser(bench: BrowserBench): Promise<void> {
  const all = Math.min(4, os.availableParallelism());
  const rows = [["effect", "one worker", `${all} workers`, "by the clock"]];
  for (const { name, effect: id, values } of contests) {
    const module = (await import(path.join(root, "audio/effects", `${id}.ts`))) as {
      readonly default: Effect;
    };
    const { parallel, analyze, parameters } = module.default;
    const defaults = Object.entries(parameters).map(([key, one]) => [key, one.default]);
    const task = { effect: id, values: { ...Object.fromEntries(defaults), ...values } };
    const cost = async (helpers: number) => {
      const [a, b] = [
        await bench.run(long.wav, task, helpers),
        await bench.run(short.wav, task, helpers),
      ];
      const length = seconds - SHORT;
      return {
        wall: (a.seconds - b.seconds) / length,
        cpu: (a.cpuSeconds - b.cpuSeconds) / length,
      };
    };
    const one = await cost(0);
    const many = parallel && !analyze ? await cost(all) : null;
    rows.push([
      name,
      speed(one.cpu),
      many ? speed(many.cpu) : "–",
      many ? `${(one.wall / many.wall).toFixed(2)} times as fast` : "–",
    ]);
    say(rows.at(-1)!.join(" | "));
  }
  const title =
    "In Chromium: seconds of sound for a second of processor time of the whole browser; and how much sooner all workers are done";
  process.stdout.write(`\n${title}\n\n${markdownOf(rows)}\n`);
}

if (!process.argv.includes("--no-node")) await inNode();
if (withBrowser) {
  if (!fs.existsSync(dist))
    throw new Error(`There is no built site at ${dist}: run toolkit build.`);
  const bench = await startBrowserBench(fs.realpathSync(dist));
  await inBrowser(bench);
  await bench.close();
}
