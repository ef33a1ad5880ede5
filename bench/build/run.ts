// Builds synthetic sites and compares with the floor, in one run. See README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { digestFiles, expectSame } from "./compare.ts";
import { generateSite } from "./generate.ts";
import { type Sample, measure } from "./measure.ts";
import { convertSite } from "./peer-site.ts";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
};
const sizes = option("pages", "50,500,3500").split(",").map(Number);
const rounds = Number(option("rounds", "3"));
const work = path.resolve(option("work", path.join(os.tmpdir(), "toolkit-bench")));
/** Folder with `content-<pages>` for each size, of the comparison of generators; without it, content is generated. */
const content = option("content", "");
const here = import.meta.dirname;
const toolkit = [
  process.execPath,
  "--max-semi-space-size=8",
  path.join(here, "../../bin/toolkit.mjs"),
  "build",
];

/** Goals: wall time as a multiple of the floor, peak memory, seconds of a rebuild after one edit. */
const GOALS: Readonly<Record<number, { ratio: number; memory: number; edit: number }>> = {
  50: { ratio: 1.5, memory: 350, edit: 0.4 },
  500: { ratio: 1, memory: 350, edit: 0.6 },
  3500: { ratio: 0.8, memory: 350, edit: 1.5 },
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Output of an earlier round is moved away: creating files after a mass deletion costs ext4 much more. */
let moved = 0;
const moveAway = (file: string): void => {
  if (!fs.lstatSync(file, { throwIfNoEntry: false })) return;
  const bin = path.join(work, "old", String(process.pid));
  fs.mkdirSync(bin, { recursive: true });
  fs.renameSync(file, path.join(bin, String(moved++)));
};

const rows: string[][] = [
  ["pages", "what", "wall s", "× floor", "CPU s", "CPU × floor", "peak MB", "others", "goal"],
];
const say = (text: string): void => void process.stderr.write(`${text}\n`);

for (const pages of sizes) {
  const root = path.join(work, `${content ? "peer-" : ""}site-${pages}`);
  say(`${pages} pages × 14 locales …`);
  if (!fs.existsSync(path.join(root, "toolkit.config.ts"))) {
    if (content) convertSite(path.join(content, `content-${pages}`), root);
    else generateSite(root, pages);
  }
  const floor: Sample[] = [];
  const cold: Sample[] = [];
  const edit: Sample[] = [];
  const same: Sample[] = [];
  const undo: Sample[] = [];
  const tools = path.join(root, "locales/de/tools");
  const edited = path.join(tools, fs.readdirSync(tools).sort()[7]!);
  const dist = path.join(root, "dist");
  const original = fs.readFileSync(edited, "utf8").replace("\nEdited.\n", "");
  const build = (): ReturnType<typeof measure> => measure([...toolkit, "--root", root]);
  const removeOutput = (): void => {
    for (const name of ["dist", ".toolkit"]) moveAway(path.join(root, name));
  };
  // What every round must make, before and after the edit: by builds that know nothing.
  const references = [];
  for (const text of [original, `${original}\nEdited.\n`]) {
    fs.writeFileSync(edited, text);
    removeOutput();
    await build();
    references.push(digestFiles(dist));
  }
  fs.writeFileSync(edited, original);
  for (let round = 0; round < rounds; round++) {
    moveAway(path.join(work, "floor"));
    floor.push(
      await measure([
        process.execPath,
        path.join(here, "floor.ts"),
        root,
        path.join(work, "floor"),
      ]),
    );
    removeOutput();
    cold.push(await build());
    // Not read before the edit has been made: that would warm what the edit reads.
    const unedited = fs.realpathSync(dist);
    fs.writeFileSync(edited, `${original}\nEdited.\n`);
    edit.push(await build());
    const afterEdit = digestFiles(dist);
    same.push(await build());
    if (!/ 0 rendered, 0 files written/.test(same.at(-1)!.output))
      throw new Error(`a rebuild wrote files:\n${same.at(-1)!.output}`);
    expectSame("the cold build", digestFiles(unedited), references[0]!);
    expectSame("the build after an edit", afterEdit, references[1]!);
    expectSame("the build of no change", digestFiles(dist), references[1]!);
    fs.writeFileSync(edited, original);
    // Both trees are whole: undone, the edit is published with the other one.
    undo.push(await build());
    expectSame("the build that undoes the edit", digestFiles(dist), references[0]!);
  }
  const goal = GOALS[pages];
  const add = (what: string, samples: readonly Sample[], target: string): void => {
    const of = (key: "seconds" | "cpu" | "peakMb" | "others"): number =>
      median(samples.map((sample) => sample[key]));
    const ratio = (key: "seconds" | "cpu"): string =>
      median(samples.map((sample, at) => sample[key] / floor[at]![key])).toFixed(2);
    rows.push([
      String(pages * 14),
      what,
      of("seconds").toFixed(2),
      ratio("seconds"),
      of("cpu").toFixed(2),
      ratio("cpu"),
      of("peakMb").toFixed(0),
      of("others").toFixed(2),
      target,
    ]);
  };
  add("floor", floor, "");
  add("cold build", cold, goal ? `≤ ${goal.ratio} ×, ≤ ${goal.memory} MB` : "");
  add("one edit", edit, goal ? `≤ ${goal.edit} s` : "");
  add("no change", same, "0 files written");
  add("the edit undone", undo, goal ? `≤ ${goal.edit} s` : "");
}
const table = rows
  .map(
    (row, at) => `| ${row.join(" | ")} |${at === 0 ? `\n|${row.map(() => "---|").join("")}` : ""}`,
  )
  .join("\n");
console.log(
  `\nNode ${process.version}, ${os.availableParallelism()} cores, ${rounds} rounds, medians\n\n${table}`,
);
