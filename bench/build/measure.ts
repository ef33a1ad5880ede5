// Runs a command and samples it: wall and CPU time, peak memory of all its processes together.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

const PAGE_KB = 4;
const HERTZ = 100;

/** Processes below `root`, itself included, from one reading of /proc. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const found = [root];
  for (let at = 0; at < found.length; at++) found.push(...(children.get(found[at]!) ?? []));
  return found;
}

const readNumber = (pid: number | "self", file: string, pick: (text: string) => number): number => {
  try {
    return pick(readFileSync(`/proc/${pid}/${file}`, "latin1"));
  } catch {
    return 0;
  }
};
const residentKb = (pid: number): number =>
  readNumber(pid, "statm", (text) => Number(text.split(" ")[1]) * PAGE_KB);
const cpuSeconds = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / HERTZ;
};
/** Seconds that all cores have worked since the machine started. */
const busySeconds = (): number => {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync(
    "/proc/stat",
    "latin1",
  )
    .split("\n", 1)[0]!
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / HERTZ;
};

export interface Sample {
  readonly seconds: number;
  readonly cpu: number;
  readonly peakMb: number;
  /** Cores that other processes used meanwhile; near 0 on a quiet machine. */
  readonly others: number;
  readonly output: string;
}

/** Runs a command to its end. Rejects when it fails. */
export function measure(command: readonly string[]): Promise<Sample> {
  return new Promise((resolve, reject) => {
    const busyBefore = busySeconds();
    const ownBefore = readNumber("self", "stat", cpuSeconds);
    const started = performance.now();
    const child = spawn(command[0]!, command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk));
    let peak = 0;
    const timer = setInterval(() => {
      const total = processTree(child.pid!).reduce((sum, pid) => sum + residentKb(pid), 0);
      if (total > peak) peak = total;
    }, 50);
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(timer);
      const seconds = (performance.now() - started) / 1000;
      if (code !== 0)
        return reject(new Error(`${command.join(" ")} ended with ${code}\n${output}`));
      // Node waits for its children, so that their times are in its own record of ended children.
      const own = readNumber("self", "stat", cpuSeconds) - ownBefore;
      resolve({
        seconds,
        cpu: own,
        peakMb: peak / 1024,
        others: Math.max(0, (busySeconds() - busyBefore - own) / seconds),
        output,
      });
    });
  });
}
