// Everything that must hold before a change lands, fastest first. `--long` adds what takes longer.
import { spawnSync } from "node:child_process";
import { findBrowser } from "./browser.mjs";

const long = process.argv.includes("--long");
const only = process.argv
  .find((argument) => argument.startsWith("--only="))
  ?.slice("--only=".length);
const browser = await findBrowser();

/** @type {[name: string, command: string, args: string[]][]} */
const steps = [
  ["format", "oxfmt", ["--check", "."]],
  ["lint", "oxlint", ["--deny-warnings"]],
  ["types", "tsc", ["-b"]],
  ["unused", "knip", []],
  ["notices", "node", ["scripts/notices.mjs", "--check"]],
  ["unit", "vitest", ["run", "--project", "unit"]],
  ["build", "node", ["bin/toolkit.mjs", "build"]],
  ["check", "node", ["bin/toolkit.mjs", "check"]],
  ["size", "node", ["scripts/size.mjs"]],
  ["sites", "vitest", ["run", "--project", "sites"]],
  ["e2e", "vitest", ["run", "--project", "e2e"]],
];

const started = performance.now();
const results = [];
for (const [name, command, args] of steps) {
  if (only && name !== only) continue;
  process.stdout.write(`\n— ${name}\n`);
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
for (const { name, ok, seconds } of results)
  process.stdout.write(`${ok ? "ok    " : "FAILED"}  ${name.padEnd(8)} ${seconds.toFixed(0)} s\n`);
const failed = results.filter(({ ok }) => !ok).length;
process.stdout.write(`${((performance.now() - started) / 60_000).toFixed(1)} minutes\n`);
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
