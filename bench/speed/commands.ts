import { spawnSync } from "node:child_process";

/** Seconds of processor time, user and system, that a program and what it starts take. */
export function cpuSecondsOf(command: readonly string[], root: string): number {
  // The shell knows what its children took.
  const script = 'out=$("$@" 2>&1 >/dev/null) || { echo "$out" >&2; exit 1; }; times';
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, "sh", ...command], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command.slice(0, 3).join(" ")} … failed: ${stderr.trim()}`);
  const children = stdout.trim().split("\n").at(-1) ?? "";
  return Array.from(children.matchAll(/(\d+)m([\d.]+)s/g), ([, minutes, seconds]) => {
    return 60 * Number(minutes) + Number(seconds);
  }).reduce((sum, part) => sum + part, 0);
}

/** Whether a program can be started. */
export const hasProgram = (name: string): boolean =>
  spawnSync(name, ["--version"]).error === undefined;
