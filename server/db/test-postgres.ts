import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Folder of the PostgreSQL programs on Debian. */
const PROGRAMS = "/usr/lib/postgresql";

/** Program folder of the newest installed PostgreSQL. */
export function findPrograms(): string | undefined {
  if (!fs.existsSync(PROGRAMS)) return undefined;
  const versions = fs.readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => path.join(PROGRAMS, version, "bin"))
    .find((folder) => fs.existsSync(path.join(folder, "initdb")));
}

/** Runs a PostgreSQL program; not as root, which the programs refuse. */
function run(program: string, args: readonly string[], cwd: string): void {
  const isRoot = process.getuid?.() === 0;
  const [command, ...all] = isRoot
    ? ["runuser", "-u", "postgres", "--", program, ...args]
    : [program, ...args];
  const { status, stderr, stdout } = spawnSync(command, all, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${path.basename(program)} failed: ${stderr}${stdout}`);
}

/**
 * Starts a separate server, reached through a socket in its folder to avoid port conflicts.
 * @param isDurable false: does not wait for disk syncs
 */
export function startPostgres(
  programs: string,
  isDurable = false,
): { url: string; stop: () => void; crash: () => void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-pg-"));
  fs.chmodSync(folder, 0o777);
  const data = path.join(folder, "data");
  const ctl = path.join(programs, "pg_ctl");
  const options = [
    "listen_addresses=''",
    `unix_socket_directories='${folder}'`,
    "max_connections=200",
    ...(isDurable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ]
    .map((option) => `-c ${option}`)
    .join(" ");
  const haste = isDurable ? [] : ["--no-sync"];
  run(
    path.join(programs, "initdb"),
    ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", ...haste],
    folder,
  );
  const start = (): void =>
    run(ctl, ["-D", data, "-w", "-l", path.join(folder, "log"), "-o", options, "start"], folder);
  const stop = (): void => run(ctl, ["-D", data, "-m", "immediate", "-w", "stop"], folder);
  start();
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    /** Stops without any cleanup, as after a power failure, and starts again. */
    crash: () => {
      stop();
      start();
    },
    stop: () => {
      stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
