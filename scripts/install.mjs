// Installs what a fresh clone lacks, with any Node that has npm. Runs before `npm start` and `npm test`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

/** Whether node_modules holds what the lock file names, as npm itself noted when it installed. */
function isInstalled() {
  const expected = read(join(root, "package-lock.json"))?.packages;
  const found = read(join(root, "node_modules/.package-lock.json"))?.packages;
  if (!expected || !found) return false;
  return Object.entries(expected).every(
    ([path, { version, optional }]) =>
      path === "" || (found[path] ? found[path].version === version : optional),
  );
}

if (!isInstalled()) {
  process.stderr.write("Installing dependencies …\n");
  const npm = process.env.npm_execpath;
  // What the lock file names and nothing else: where package.json asks for more, this says so and fails.
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  if (npm) execFileSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" });
  else
    execFileSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
}
