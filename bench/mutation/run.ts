// Measures whether tests notice faults in production code. See README.md beside this file.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createSeededRandom } from "#core/random.ts";
import { applyMutant, drawMutants, lineOf, type Mutant, mutantsOf } from "./mutants.ts";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
};
const ROOT = path.resolve(import.meta.dirname, "../..");
const count = Number(option("count", "200"));
const seed = Number(option("seed", "1"));
const folders = option("folders", "server/ledger,audio/effects,core,cli/build").split(",");
const ref = option("ref", "HEAD");
/** Time limit of a test run, in ms. */
const limit = 60_000 * Number(option("minutes", "5"));

type MutantResult = "killed" | "survived" | "undecided";

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
process.stderr.write(`${drawn.length} of ${mutants.length} mutants in ${files.length} files\n`);

/** Whether test runs pass without a mutant, by their arguments. */
const unchanged = new Map<string, boolean>();
const tally = new Map(folders.map((folder) => [folder, { killed: 0, survived: 0, undecided: 0 }]));
for (const [at, mutant] of drawn.entries()) {
  const source = read(mutant.file);
  const outcome = judge(mutant, source);
  const folder = folders.find((name) => mutant.file.startsWith(`${name}/`))!;
  tally.get(folder)![outcome]++;
  const { original, replacement } = mutant;
  const [from, to] = [original, replacement].map((text) => text.replace(/\s+/g, " ").slice(0, 60));
  const where = `${mutant.file}:${lineOf(source, mutant)}`;
  process.stderr.write(`${at + 1}/${drawn.length} ${outcome} ${where} ${from} → ${to}\n`);
}

process.stdout.write(`\nRevision ${ref}, seed ${seed}\n\n`);
process.stdout.write(
  "| code | killed | survived | undecided | score |\n| --- | --- | --- | --- | --- |\n",
);
const sum = { killed: 0, survived: 0, undecided: 0 };
for (const [folder, outcomes] of tally) {
  for (const key of ["killed", "survived", "undecided"] as const) sum[key] += outcomes[key];
  writeRow(folder, outcomes);
}
writeRow("all", sum);

/** Runs the tests of the mutant's folder first, and all related tests only if these pass. */
function judge(mutant: Mutant, source: string): MutantResult {
  const file = path.join(checkout, mutant.file);
  const near = ["run", path.posix.dirname(mutant.file)];
  const related = ["related", "--run", mutant.file];
  for (const tests of [near, related]) {
    fs.writeFileSync(file, applyMutant(source, mutant));
    const { status } = runTests(tests);
    fs.writeFileSync(file, source);
    if (status === 0) continue;
    // A failure counts only where the same tests pass without the mutant.
    if (passesUnchanged(tests)) return "killed";
    if (tests === related) return "undecided";
  }
  return "survived";
}

function passesUnchanged(tests: readonly string[]): boolean {
  const key = tests.join(" ");
  const passes = unchanged.get(key) ?? runTests(tests).status === 0;
  unchanged.set(key, passes);
  return passes;
}

function runTests(tests: readonly string[]): { readonly status: number | null } {
  const projects = ["--project=!e2e", "--project=!sites"];
  const args = [...tests, ...projects, "--bail=1", "--retry=0", "--passWithNoTests"];
  return spawnSync("npx", ["--no", "vitest", ...args], {
    cwd: checkout,
    stdio: "ignore",
    timeout: limit,
    shell: process.platform === "win32",
  });
}

function writeRow(
  name: string,
  { killed, survived, undecided }: Record<MutantResult, number>,
): void {
  const judged = killed + survived;
  const score = judged === 0 ? "–" : `${Math.round((100 * killed) / judged)} %`;
  process.stdout.write(`| ${name} | ${killed} | ${survived} | ${undecided} | ${score} |\n`);
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
}
