// Everything that must hold before a change lands, fastest first. `--long` adds what takes longer.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { findBrowser } from "./browser.mjs";

const long = process.argv.includes("--long");
const only = process.argv
  .find((argument) => argument.startsWith("--only="))
  ?.slice("--only=".length);
const browser = await findBrowser();

/** Where vitest tells which of a project's tests failed. */
const reportOf = (project) => `.toolkit/tests/${project}-report.json`;
const vitest = (project) => {
  const reporters = ["--reporter=default", "--reporter=json"];
  const report = `--outputFile.json=${reportOf(project)}`;
  return [project, "vitest", ["run", "--project", project, ...reporters, report]];
};

/** @type {[name: string, command: string, args: string[]][]} */
const steps = [
  ["format", "oxfmt", ["--check", "."]],
  ["lint", "oxlint", ["--deny-warnings"]],
  ["types", "tsc", ["-b"]],
  ["unused", "knip", []],
  ["notices", "node", ["scripts/notices.mjs", "--check"]],
  vitest("unit"),
  ["build", "node", ["bin/toolkit.mjs", "build"]],
  ["check", "node", ["bin/toolkit.mjs", "check"]],
  ["size", "node", ["scripts/size.mjs"]],
  vitest("sites"),
  vitest("e2e"),
];

const started = performance.now();
const results = [];
for (const [name, command, args] of steps) {
  if (only && name !== only) continue;
  process.stdout.write(`\n— ${name}\n`);
  rmSync(reportOf(name), { force: true });
  const at = performance.now();
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, TOOLKIT_BROWSER: browser, ...(long && { TOOLKIT_LONG: "1" }) },
  });
  if (error) process.stderr.write(`${error.message}\n`);
  results.push({ name, ok: status === 0, seconds: (performance.now() - at) / 1000 });
}
process.stdout.write("\n");
for (const { name, ok } of results) if (!ok) process.stdout.write(listFailures(name));
for (const { name, ok, seconds } of results)
  process.stdout.write(`${ok ? "ok    " : "FAILED"}  ${name.padEnd(8)} ${seconds.toFixed(0)} s\n`);
const failed = results.filter(({ ok }) => !ok).length;
process.stdout.write(`${((performance.now() - started) / 60_000).toFixed(1)} minutes\n`);
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);

/** What failed, with the first lines of why: a log may be cut to its end. */
function listFailures(name) {
  let report;
  try {
    report = JSON.parse(readFileSync(reportOf(name), "utf8"));
  } catch {
    return "";
  }
  const lines = report.testResults.flatMap(({ name: file, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const where = file.replace(`${process.cwd()}/`, "");
    if (failed.length === 0) return message ? [`${where}: ${firstLines(message)}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${where} > ${fullName}\n    ${firstLines(failureMessages[0] ?? "")}`,
    );
  });
  return lines.map((line) => `FAILED  ${line}\n`).join("");
}

/** Three lines: a property that failed names its seed in the second, its counterexample in the third. */
function firstLines(text) {
  return text
    .split("\n", 3)
    .map((line) => line.slice(0, 300))
    .join("\n    ");
}
