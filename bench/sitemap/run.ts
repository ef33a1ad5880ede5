// Compares two large sides with `toolkit sitemap diff`, and with a floor, in one run. See README.md beside this file.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { generateSide } from "./generate.ts";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
};
const count = Number(option("urls", "1000000"));
const rounds = Number(option("rounds", "3"));
const folder = fs.mkdtempSync(path.join(option("work", os.tmpdir()), "toolkit-bench-sitemap-"));
const here = import.meta.dirname;

interface Sample {
  readonly wall: number;
  /** Seconds of processor time. */
  readonly cpu: number;
  readonly megabytes: number;
}
const TOLD = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\nused "+JSON.stringify(process.resourceUsage())))`;

/** Runs a program on both sides. @throws where it does not find the differences that there are */
function measure(args: readonly string[]): Sample {
  const at = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-semi-space-size=8", "--import", TOLD, ...args],
    { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const wall = (performance.now() - at) / 1000;
  const { counts } = JSON.parse(stdout) as { counts: Record<string, number> };
  const { added, removed, changed } = counts;
  if (added !== count / 1000 || removed !== count / 1000 || changed !== count / 500)
    throw new Error(`wrong: ${JSON.stringify(counts)}\n${stderr}`);
  const used = JSON.parse(/used (.*)/.exec(stderr)![1]!) as NodeJS.ResourceUsage;
  const cpu = (used.userCPUTime + used.systemCPUTime) / 1e6;
  return { wall, cpu, megabytes: used.maxRSS / 1024 };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

try {
  for (const [name, isNew] of [
    ["old", false],
    ["new", true],
  ] as const)
    generateSide(path.join(folder, name), count, isNew);
  const tool = [
    path.join(here, "../../bin/toolkit.mjs"),
    "sitemap",
    "diff",
    "old",
    "new",
    "--json",
  ];
  const ours: Sample[] = [];
  const floor: Sample[] = [];
  for (let round = 0; round < rounds; round++) {
    floor.push(measure([path.join(here, "floor.mjs"), "old", "new"]));
    ours.push(measure(tool));
  }
  const of = (samples: readonly Sample[], key: keyof Sample): number =>
    median(samples.map((each) => each[key]));
  const row = (name: string, samples: readonly Sample[]): string =>
    `| ${name} | ${of(samples, "wall").toFixed(1)} | ${of(samples, "cpu").toFixed(1)} | ${(of(samples, "cpu") / of(floor, "cpu")).toFixed(2)} | ${Math.max(...samples.map(({ megabytes }) => megabytes)).toFixed(0)} |\n`;
  process.stdout.write(
    `2 × ${count} addresses, four alternates each, ${rounds} rounds\n\n| what | wall s | CPU s | CPU × floor | peak MB |\n| --- | --- | --- | --- | --- |\n${row("floor", floor)}${row("toolkit sitemap diff", ours)}`,
  );
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
