import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { quickFolder } from "./quick-folder.ts";

/**
 * Space that a server in memory needs: tests create hundreds of databases of 9 MB, and drop them at the end
 * of their files.
 */
const MIN_BYTES = 2e9;
/**
 * A server whose data may be lost: it waits for no disk, and its log stays small. In memory, creating and
 * dropping a database takes a tenth of the CPU time, which is that of the file system.
 */
const QUICK = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=128MB",
];

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
 * @param isDurable whether its data survives a power failure
 */
export function startPostgres(
  programs: string,
  isDurable = false,
): { url: string; stop: () => void; crash: () => void } {
  const folder = fs.mkdtempSync(
    path.join(isDurable ? os.tmpdir() : quickFolder(MIN_BYTES), "toolkit-pg-"),
  );
  fs.chmodSync(folder, 0o777);
  const data = path.join(folder, "data");
  const ctl = path.join(programs, "pg_ctl");
  const options = [
    "listen_addresses=''",
    `unix_socket_directories='${folder}'`,
    "max_connections=200",
    ...(isDurable ? [] : QUICK),
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
