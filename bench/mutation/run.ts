// Measures whether tests notice faults in production code. See README.md beside this file.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createSeededRandom } from "#core/random.ts";
import { readTestImports } from "#scripts/import-graph.ts";
import { applyMutant, drawMutants, lineOf, type Mutant, mutantsOf } from "./mutants.ts";
import { nearestTests } from "./nearest-tests.ts";
import { keyOf, type MutantResult, openRecord } from "./record.ts";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
};
const ROOT = path.resolve(import.meta.dirname, "../..");
const count = Number(option("count", "200"));
const seed = Number(option("seed", "1"));
const folders = option("folders", "core,audio,cli,server,runtime").split(",");
const ref = run("git", ["rev-parse", option("ref", "HEAD")], ROOT).trim();
/** Time limit of a test run, in ms. */
const limit = 60_000 * Number(option("minutes", "5"));
const maxFiles = Number(option("files", "Infinity"));
const record = openRecord(option("record", path.join(ROOT, `.toolkit/mutation/${seed}.jsonl`)));

/** Tests that run first: they take seconds and kill most mutants. */
const FIRST = 8;
/** Folders with tests of the projects `unit` and `sound`, or with what these import. */
const TESTED = ["core", "audio", "cli", "runtime", "server", "bench", "scripts", "tests"];

/** A checkout of its own, so that mutants never reach the working tree. */
const checkout = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-mutation-")), "checkout");
run("git", ["worktree", "add", "--detach", checkout, ref], ROOT);
process.once("exit", () => {
  run("git", ["worktree", "remove", "--force", checkout], ROOT);
  fs.rmSync(path.dirname(checkout), { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(checkout, "node_modules"), "dir");

const files = folders.flatMap((folder) =>
  fs
    .readdirSync(path.join(checkout, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
    .filter((name) => !/(^|\/)(\.tsc|testing)\/|\/test-/.test(name)),
);
const read = (file: string): string => fs.readFileSync(path.join(checkout, file), "utf8");
const mutants = files.toSorted().flatMap((file) => mutantsOf(file, read(file)));
const drawn = drawMutants(mutants, count, createSeededRandom(seed));
const imports = readTestImports(checkout, TESTED);
process.stderr.write(`${drawn.length} of ${mutants.length} mutants in ${files.length} files\n`);

/** Whether tests pass without a mutant, by their files. */
const unchanged = new Map<string, boolean>();
const tally = new Map(folders.map((folder) => [folder, { killed: 0, survived: 0, undecided: 0 }]));
for (const [at, mutant] of drawn.entries()) {
  const source = read(mutant.file);
  const key = keyOf(ref, mutant);
  const result = record.get(key) ?? (await judge(mutant, source));
  record.set(key, result);
  tally.get(folders.find((name) => mutant.file.startsWith(`${name}/`))!)![result]++;
  const { original, replacement } = mutant;
  const [from, to] = [original, replacement].map((text) => text.replace(/\s+/g, " ").slice(0, 60));
  const where = `${mutant.file}:${lineOf(source, mutant)}`;
  process.stderr.write(`${at + 1}/${drawn.length} ${result} ${where} ${from} → ${to}\n`);
}

process.stdout.write(`\nRevision ${ref}, seed ${seed}\n\n`);
process.stdout.write(
  "| code | killed | survived | undecided | score |\n| --- | --- | --- | --- | --- |\n",
);
const sum = { killed: 0, survived: 0, undecided: 0 };
for (const [folder, results] of tally) {
  for (const key of ["killed", "survived", "undecided"] as const) sum[key] += results[key];
  writeRow(folder, results);
}
writeRow("all", sum);

/** Runs the nearest tests first, and the others only if these pass. */
async function judge(mutant: Mutant, source: string): Promise<MutantResult> {
  const file = path.join(checkout, mutant.file);
  const tests = nearestTests(imports, mutant.file)
    .filter((name) => !name.startsWith("tests/"))
    .slice(0, maxFiles);
  for (const some of [tests.slice(0, FIRST), tests.slice(FIRST)]) {
    if (some.length === 0) continue;
    fs.writeFileSync(file, applyMutant(source, mutant));
    const failed = await failedTests(some);
    fs.writeFileSync(file, source);
    if (failed.length === 0) continue;
    // A failure counts only where the same tests pass without the mutant.
    return (await passUnchanged(failed)) ? "killed" : "undecided";
  }
  return "survived";
}

async function passUnchanged(tests: readonly string[]): Promise<boolean> {
  const key = tests.join(" ");
  const pass = unchanged.get(key) ?? (await failedTests(tests)).length === 0;
  unchanged.set(key, pass);
  return pass;
}

/** Runs test files on one thread until the first one fails. @returns it; all if none has reported */
async function failedTests(tests: readonly string[]): Promise<readonly string[]> {
  const report = path.join(checkout, "..", "report.json");
  fs.rmSync(report, { force: true });
  const projects = ["--project=unit", "--project=sound"];
  const options = ["--bail=1", "--retry=0", "--maxWorkers=1", "--passWithNoTests"];
  const reporter = ["--reporter=json", `--outputFile=${report}`];
  const status = await runLimited(["run", ...projects, ...options, ...reporter, ...tests]);
  if (status === 0) return [];
  if (!fs.existsSync(report)) return tests;
  const { testResults } = JSON.parse(fs.readFileSync(report, "utf8")) as {
    testResults: { name: string; status: string }[];
  };
  const failed = testResults.filter((one) => one.status === "failed");
  const names = failed.map(({ name }) => path.relative(fs.realpathSync(checkout), name));
  return names.length > 0 ? names : tests;
}

/** Runs vitest within the time limit. @returns its exit status; null if it took longer */
async function runLimited(args: readonly string[]): Promise<number | null> {
  const program = path.join(checkout, "node_modules/vitest/vitest.mjs");
  // A group of its own: a mutant that never ends keeps its worker from ending with its parent.
  const child = spawn(process.execPath, [program, ...args], {
    cwd: checkout,
    stdio: "ignore",
    detached: process.platform !== "win32",
  });
  const end = (): void => {
    try {
      process.kill(process.platform === "win32" ? child.pid! : -child.pid!, "SIGKILL");
    } catch {
      // All of it has ended.
    }
  };
  process.once("exit", end);
  const timer = setTimeout(end, limit);
  const [status] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  process.removeListener("exit", end);
  end();
  return status;
}

function writeRow(
  name: string,
  { killed, survived, undecided }: Record<MutantResult, number>,
): void {
  const judged = killed + survived;
  const score = judged === 0 ? "–" : `${Math.round((100 * killed) / judged)} %`;
  process.stdout.write(`| ${name} | ${killed} | ${survived} | ${undecided} | ${score} |\n`);
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
  return stdout;
}
