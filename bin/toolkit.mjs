#!/usr/bin/env -S node --max-semi-space-size=8
// Plain JavaScript that any Node can read: finds the Node that the project brings, then starts.
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { endWithParent } from "./end-with-parent.mjs";
import { runNode } from "./run-node.mjs";

endWithParent();
const [major, minor, patch] = process.versions.node.split(".").map(Number);
const suitable =
  major > 24 ||
  (major === 24 && minor >= 15) ||
  (major === 22 && (minor > 22 || (minor === 22 && patch >= 3)));
if (suitable) {
  const home = fileURLToPath(new URL("..", import.meta.url));
  const compiled = `${home}.toolkit/cache/node`;
  module.enableCompileCache?.(compiled);
  // Threads and child processes do not inherit the call, but the variable.
  process.env.NODE_COMPILE_CACHE ??= compiled;
  // As it is written; or, in a package, without its types.
  const places = ["../cli/main.ts", "../cli/main.js", "../packed/cli/main.js"];
  await import(places.map((place) => new URL(place, import.meta.url)).find(existsSync).href);
} else {
  const suffix = process.platform === "win32" ? ".exe" : "";
  // The program's own packages, or beside it those of the site that it is installed in.
  const own = ["..", "../../../.."]
    .map((up) => fileURLToPath(new URL(`${up}/node_modules/.bin/node${suffix}`, import.meta.url)))
    .find(existsSync);
  if (own !== undefined) {
    process.stderr.write(
      `Node ${process.versions.node} is too old: the project's own one works.\n`,
    );
    process.exit(await runNode([fileURLToPath(import.meta.url), ...process.argv.slice(2)], own));
  }
  process.stderr.write(
    `toolkit needs Node 22.22.3, 24.15 or newer, and this is ${process.version}: nothing was done. "npm install" brings one; run the command again then.\n`,
  );
  process.exit(2);
}
