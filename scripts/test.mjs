// Everything that must hold before a change lands, fastest first. `--help` tells how to run a part.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { recordTestDurations } from "../tests/test-durations.ts";
import { ensureBrowser, fullBrowser } from "./browser.ts";
import { decideSoundSuite } from "./sound-suite.ts";
import { helpOf, parseArguments, TESTS } from "./test-arguments.ts";
import { failuresOf, leftOutOf, unsteadyIn } from "./test-report.ts";

/** @type {[name: string, command: string, args: string[]][]} */
const STEPS = [
  ["format", "oxfmt", ["--check", "."]],
  ["lint", "oxlint", ["--deny-warnings"]],
  ["types", "tsc", ["-b"]],
  ["unused", "knip", []],
  ["notices", "node", ["scripts/notices.mjs", "--check"]],
  ["unit", "vitest", []],
  ["sound", "vitest", []],
  ["build", "node", ["bin/toolkit.mjs", "build"]],
  ["check", "node", ["bin/toolkit.mjs", "check"]],
  ["size", "node", ["scripts/size.mjs"]],
  ["sites", "vitest", []],
  ["e2e", "vitest", []],
];
const names = STEPS.map(([name]) => name);

const parsed = parseArguments(process.argv.slice(2), names);
if ("wrong" in parsed) {
  process.stderr.write(`${parsed.wrong}.\n\n${helpOf(names)}`);
  process.exit(2);
}
if (parsed.help) {
  process.stdout.write(helpOf(names));
  process.exit(0);
}

/** Where vitest tells how a project's tests went. */
const reportOf = (project) => `.toolkit/tests/${project}-report.json`;
const vitestArguments = (project) =>
  parsed.watch
    ? ["watch", "--project", project, ...parsed.files]
    : [
        "run",
        "--project",
        project,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${reportOf(project)}`,
        ...parsed.files,
      ];

if (parsed.long) process.env.TOOLKIT_LONG = "1";
if (parsed.step === undefined || parsed.step === "e2e") ensureBrowser();
const sound = decideSound();
const started = performance.now();
const results = [];
for (const [name, command, args] of STEPS) {
  if (parsed.step !== undefined && name !== parsed.step) continue;
  process.stdout.write(`\n— ${name}\n`);
  if (name === "sound") {
    process.stdout.write(`${sound.runs ? "Runs" : "Skipped"}: ${sound.reason}\n`);
    if (!sound.runs) continue;
  }
  rmSync(reportOf(name), { force: true });
  const at = performance.now();
  const all = TESTS.includes(name) ? vitestArguments(name) : args;
  const shell = process.platform === "win32";
  const { status, error } = spawnSync(command, all, { stdio: "inherit", shell });
  if (error) process.stderr.write(`${error.message}\n`);
  results.push({ name, ok: status === 0, seconds: (performance.now() - at) / 1000 });
}

const root = process.cwd();
const say = (word, lines) => lines.map((line) => `${word}  ${line}\n`).join("");
process.stdout.write("\n");
for (const { name, ok } of results) {
  const report = readReport(name);
  if (!report) continue;
  recordTestDurations(report);
  if (results.length > 1) process.stdout.write(say("left out", leftOutOf(report)));
  process.stdout.write(say("unsteady", unsteadyIn(report, root)));
  if (!ok) process.stdout.write(say("FAILED", failuresOf(report, root)));
}
if (!sound.runs)
  process.stdout.write(
    say("left out", [`the sound suite: ${sound.reason} (npm run test:sound runs it)`]),
  );
if (results.length > 1 && !fullBrowser())
  process.stdout.write(
    say("left out", ["what only a full Chromium has: it is not installed (TOOLKIT_FULL_BROWSER)"]),
  );
for (const { name, ok, seconds } of results)
  process.stdout.write(`${ok ? "ok    " : "FAILED"}  ${name.padEnd(8)} ${seconds.toFixed(0)} s\n`);
const failed = results.filter(({ ok }) => !ok).length;
process.stdout.write(`${((performance.now() - started) / 60_000).toFixed(1)} minutes\n`);
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);

function decideSound() {
  if (parsed.long) return { runs: true, reason: "it is the long run" };
  if (parsed.step !== undefined) return { runs: true, reason: "it was asked for by name" };
  const git = (...args) => {
    const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
    return status === 0 ? stdout.trim() : undefined;
  };
  return decideSoundSuite(git, process.env.TOOLKIT_TEST_BASE || undefined);
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(reportOf(name), "utf8"));
  } catch {
    return undefined;
  }
}
