import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { type TestSite, HOME } from "./site.ts";

export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Result>;
}

export interface RunOptions extends Pick<SpawnOptions, "uid" | "gid" | "env" | "cwd"> {
  readonly args?: readonly string[];
  /** Modules that run before the program, as `--import` does, separated by spaces. */
  readonly hook?: string;
  /** Folder of the program. */
  readonly home?: string;
  /** Command that the program is run by, such as `prlimit`. */
  readonly by?: readonly string[];
}

/** Starts `toolkit build` in a process of its own. */
export function start(site: TestSite, options: RunOptions = {}): Running {
  const { args = [], hook = "", by = [], env = {}, home = HOME, ...rest } = options;
  const line = [
    ...by,
    process.execPath,
    path.join(home, "bin/toolkit.mjs"),
    "build",
    "--threads",
    "1",
    "--root",
    site.root,
    ...args,
  ];
  const child = spawn(line[0]!, line.slice(1), {
    cwd: site.root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      // Only what the program sees: vitest's own settings are of no use to it.
      NODE_OPTIONS: hook
        .split(" ")
        .filter(Boolean)
        .map((name) => `--import=${path.join(import.meta.dirname, name)}`)
        .join(" "),
      ...env,
    },
    ...rest,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Result>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

export const run = (site: TestSite, options?: RunOptions): Promise<Result> =>
  start(site, options).ended;

/** Puts bundles where the program looks for them, so that it need not bundle. */
export function shareBundles(site: TestSite): void {
  // A name with a dot is a folder that is still being created.
  for (const name of fs.readdirSync(site.bundles).filter((found) => !found.includes(".")))
    fs.cpSync(path.join(site.bundles, name), path.join(site.work, "cache/bundle", name), {
      recursive: true,
    });
}
