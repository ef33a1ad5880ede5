import fs from "node:fs";
import path from "node:path";

export type Grade = "ok" | "warn" | "bad";

/** What was found about one thing that the program needs. */
export interface Diagnosis {
  readonly name: string;
  readonly state: Grade;
  readonly found: string;
  /** What to do, where something is to be done. */
  readonly fix?: string;
}

/** What the examination looks at; tests give their own machine. */
export interface Machine {
  readonly node: string;
  readonly freeMemory: number;
  readonly cores: number;
  /** Free bytes of a folder's disk; null if unknown. */
  readonly freeDisk: (folder: string) => number | null;
  /** Path of a program, or null. */
  readonly program: (name: string) => string | null;
  /** Whether a port can be listened on. */
  readonly isFree: (port: number) => Promise<boolean>;
  readonly mayWrite: (folder: string) => boolean;
}

const MB = 1024 * 1024;
const size = (bytes: number): string =>
  bytes >= 1024 * MB ? `${(bytes / 1024 / MB).toFixed(1)} GB` : `${Math.round(bytes / MB)} MB`;

const finding = (name: string, state: Grade, found: string, fix?: string): Diagnosis => ({
  name,
  state,
  found,
  ...(state !== "ok" && fix !== undefined && { fix }),
});

/** The least that a build of a few hundred pages and of thousands takes. */
const MEMORY = { bad: 300 * MB, warn: 1024 * MB };
const DISK = { bad: 200 * MB, warn: 1024 * MB };

const grade = (value: number, { bad, warn }: typeof MEMORY): Grade =>
  value < bad ? "bad" : value < warn ? "warn" : "ok";

/** Node, memory and cores. */
export function examineMachine({ node, freeMemory, cores }: Machine): Diagnosis[] {
  const [major = 0, minor = 0, patch = 0] = node.replace(/^v/, "").split(".").map(Number);
  const suits =
    major > 24 ||
    (major === 24 && minor >= 15) ||
    (major === 22 && (minor > 22 || (minor === 22 && patch >= 3)));
  return [
    finding("node", suits ? "ok" : "bad", node, "Run `npm install`: it installs the right one."),
    finding(
      "memory",
      grade(freeMemory, MEMORY),
      `${size(freeMemory)} free, ${cores} ${cores === 1 ? "core" : "cores"}`,
      "Close other programs, or build with `--threads 1`.",
    ),
  ];
}

/** Disk, rights and programs. */
export function examineFolders(machine: Machine, root: string): Diagnosis[] {
  const disk = machine.freeDisk(root);
  const work = path.join(root, ".toolkit");
  const target = fs.existsSync(work) ? work : root;
  const browser =
    machine.program("chromium") ??
    machine.program("chromium-headless-shell") ??
    machine.program("google-chrome");
  const ffmpeg = machine.program("ffmpeg");
  return [
    disk === null
      ? finding("disk", "warn", "unknown", "Make sure that a gigabyte is free.")
      : finding("disk", grade(disk, DISK), `${size(disk)} free`, "Delete what you no longer need."),
    machine.mayWrite(target)
      ? finding("folder", "ok", `${path.basename(target)} can be written`)
      : finding(
          "folder",
          "bad",
          `${target} cannot be written`,
          "Give yourself permission to write there.",
        ),
    finding(
      "browser",
      browser === null ? "warn" : "ok",
      browser ?? "none found",
      "Tests need one: install Chromium, or name it with TOOLKIT_BROWSER.",
    ),
    finding(
      "ffmpeg",
      ffmpeg === null ? "warn" : "ok",
      ffmpeg ?? "none found",
      "`toolkit process` reads WAV, FLAC, MP3 and Ogg without it; install it for M4A, MP4 and others.",
    ),
  ];
}

/** Ports that `dev`, `preview` and `serve` use unless told otherwise. */
export async function examinePorts({ isFree }: Machine): Promise<Diagnosis[]> {
  const ports: [port: number, user: string][] = [
    [4173, "dev and preview take the next free one"],
    [8787, "start `toolkit serve` with --port"],
  ];
  return Promise.all(
    ports.map(async ([port, fix]) =>
      (await isFree(port))
        ? finding(`port ${port}`, "ok", "free")
        : finding(`port ${port}`, "warn", "taken", `Another program listens there: ${fix}.`),
    ),
  );
}
