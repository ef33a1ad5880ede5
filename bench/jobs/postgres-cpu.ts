import fs from "node:fs";
import path from "node:path";

/** Milliseconds of a clock tick on Linux. */
const TICK = 10;

/** Fields of `/proc/<pid>/stat` after the name, which may contain spaces. */
const statOf = (pid: string): readonly string[] => {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  } catch {
    return [];
  }
};

/**
 * Milliseconds of processor time that a server of `startPostgres` has used. @param url empty: none
 */
export function cpuOfPostgres(url: string): number {
  if (url === "") return 0;
  const folder = new URL(url).searchParams.get("host")!;
  const [server] = fs.readFileSync(path.join(folder, "data/postmaster.pid"), "utf8").split("\n");
  const own = statOf(server!);
  // Times of processes that have ended, and of those that run.
  let ticks = Number(own[13]) + Number(own[14]);
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (stat[1] === server) ticks += Number(stat[11]) + Number(stat[12]);
  }
  return ticks * TICK;
}
