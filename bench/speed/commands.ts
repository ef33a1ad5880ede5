import { spawnSync } from "node:child_process";

/** What a program and what it starts take, in seconds. */
export interface Cost {
  /** Processor time, user and system, of all threads */
  readonly cpu: number;
  /** From start to end by the clock */
  readonly wall: number;
}

/** Runs a program. @throws where it fails */
export function costOf(command: readonly string[], root: string): Cost {
  // The shell knows what its children took.
  const script = 'out=$("$@" 2>&1 >/dev/null) || { echo "$out" >&2; exit 1; }; times';
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, "sh", ...command], {
    cwd: root,
    encoding: "utf8",
  });
  const wall = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${command.slice(0, 3).join(" ")} … failed: ${stderr.trim()}`);
  const children = stdout.trim().split("\n").at(-1) ?? "";
  const cpu = Array.from(children.matchAll(/(\d+)m([\d.]+)s/g), ([, minutes, seconds]) => {
    return 60 * Number(minutes) + Number(seconds);
  }).reduce((sum, part) => sum + part, 0);
  return { cpu, wall };
}

/** Whether a program can be started. */
export const hasProgram = (name: string): boolean =>
  spawnSync(name, ["--version"]).error === undefined;
