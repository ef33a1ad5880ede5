import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { ToolkitError } from "#core/errors/errors.ts";
import { exists, readText } from "../files/files.ts";
import type { Context } from "../command-kit/context.ts";

const run = promisify(execFile);
/** Number of last output lines of a failed command that are reported. */
const REPORTED_LINES = 12;

/** A built revision with its folder and its cleanup. */
export interface BuiltRevision {
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Resolves a name to a commit; undefined if there is none, or no repository. */
export async function resolveRevision(root: string, name: string): Promise<string | undefined> {
  if (name.startsWith("-") || name === "") return undefined;
  try {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
    return (await run("git", args, { cwd: root })).stdout.trim();
  } catch {
    return undefined;
  }
}

/**
 * Builds a commit in a separate worktree. If the site and the program share a repository, the
 * program of that commit builds it; otherwise this one does.
 * @param scratch an existing folder
 * @throws REVISION_FAILED, CANCELLED
 */
export async function buildRevision(
  { name, commit }: { readonly name: string; readonly commit: string },
  context: Context,
  scratch: string,
): Promise<BuiltRevision> {
  const { root, home, signal, log } = context;
  const git = (...argv: string[]) =>
    run("git", ["-c", "core.hooksPath=/dev/null", ...argv], { cwd: root });
  const tree = path.join(scratch, commit.slice(0, 12));
  const close = async (): Promise<void> => {
    await git("worktree", "remove", "--force", "--force", tree).catch(() => undefined);
    fs.rmSync(tree, { recursive: true, force: true });
    await git("worktree", "prune").catch(() => undefined);
  };
  const fail = (detail: string, cause?: unknown): ToolkitError =>
    signal.aborted
      ? new ToolkitError("CANCELLED", {}, { cause })
      : new ToolkitError("REVISION_FAILED", { revision: name, detail }, { cause });
  try {
    const prefix = (await git("rev-parse", "--show-prefix")).stdout.trim();
    await git("worktree", "add", "--detach", "--quiet", tree, commit);
    const site = path.join(tree, prefix);
    const own = path.join(site, "bin/toolkit.mjs");
    const bin = exists(own) ? own : path.join(home, "bin/toolkit.mjs");
    log(`Building ${name} (${commit.slice(0, 10)}).\n`);
    await bringPackages(site, root, (command, argv) =>
      execute(command, argv, { cwd: site, signal }),
    );
    await execute(process.execPath, [bin, "build", "--root", site, "--out", "dist"], {
      cwd: site,
      signal,
    });
    return { folder: fs.realpathSync(path.join(site, "dist")), close };
  } catch (error) {
    await close();
    throw fail((error as Error).message.trim(), error);
  }
}

/**
 * Installs packages in a worktree: those of the working copy if the lock file is equal, otherwise
 * its own.
 */
async function bringPackages(
  site: string,
  root: string,
  run: (command: string, argv: readonly string[]) => Promise<void>,
): Promise<void> {
  const here = path.join(root, "node_modules");
  if (exists(path.join(site, "node_modules"))) return;
  const lock = readText(path.join(site, "package-lock.json"));
  if (lock === undefined || lock === readText(path.join(root, "package-lock.json"))) {
    if (exists(here)) fs.symlinkSync(fs.realpathSync(here), path.join(site, "node_modules"), "dir");
    return;
  }
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
}

/** @throws with the last lines of the program's output */
async function execute(
  command: string,
  argv: readonly string[],
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<void> {
  const child = spawn(command, argv, { cwd, signal, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => (stderr = (stderr + text).slice(-8000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0)
    throw new Error(
      stderr.trim().split("\n").slice(-REPORTED_LINES).join("\n") || `it ended with ${code}`,
    );
}
