import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { ioError, readText, tidy } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";

/** Locks of this process, so that two builds in one process exclude each other. */
const held = new Set<string>();

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Start time of a process, if the system reports it, to detect a reused process ID. */
function startOf(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]!;
  } catch {
    return "";
  }
}

const nameOf = (pid: number): string => `${pid} ${startOf(pid)}`.trim();

/** The process that holds a lock, if it is running. */
function ownerOf(text: string, file: string): number | undefined {
  const [pid = 0, start] = text.split(" ");
  if (Number(pid) === process.pid) return held.has(file) ? process.pid : undefined;
  const lives = Number(pid) > 0 && isAlive(Number(pid));
  return lives && (start === undefined || start === startOf(Number(pid))) ? Number(pid) : undefined;
}

/**
 * Takes over a lock from a dead owner. The successor is decided by a claim file, which only one
 * process can
 * create; the claim then replaces the lock, so the lock file always exists.
 * @returns whether the lock was taken; if not, it has changed and must be read again
 */
function succeed(file: string, dead: string, own: string): boolean {
  const passed: string[] = [];
  for (let last = dead; ;) {
    const claim = `${file}.after-${digest(last)}`;
    if (passed.includes(claim)) {
      // A cycle of dead owners: their claims are meaningless.
      passed.forEach(tidy);
      return false;
    }
    try {
      fs.linkSync(own, claim);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      // Another process holds the claim, or died with it.
      const text = readText(claim);
      if (text === undefined) return false;
      refuseWhile(text, file, error);
      passed.push(claim);
      last = text;
      continue;
    }
    const isMine = readText(file) === dead;
    if (isMine) fs.renameSync(claim, file);
    for (const left of isMine ? passed : [claim]) tidy(left);
    return isMine;
  }
}

/** @throws BUILD_RUNNING if the owner of a lock is running */
function refuseWhile(text: string, file: string, cause: unknown): void {
  const pid = ownerOf(text, file);
  if (pid !== undefined) throw new ToolkitError("BUILD_RUNNING", { pid }, { cause });
}

/**
 * Locks a site for one build at a time. The lock of a dead process is taken over.
 * @returns a function that releases the lock
 * @throws BUILD_RUNNING while another process holds it
 */
export function takeLock(file: string): () => void {
  // The lock is a hard link to a file with the owner's process ID, so it is created atomically.
  const own = `${file}.${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(own, nameOf(process.pid));
    for (let tries = 0; tries < 5; tries++) {
      try {
        fs.linkSync(own, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const text = readText(file);
        if (text === undefined) continue; // Released in the meantime.
        refuseWhile(text, file, error);
        if (!succeed(file, text, own)) continue;
      }
      held.add(file);
      return () => giveBack(file);
    }
    throw new ToolkitError("BUILD_RUNNING", { pid: 0 });
  } catch (error) {
    throw ioError(error, file);
  } finally {
    tidy(own);
  }
}

function giveBack(file: string): void {
  held.delete(file);
  try {
    if (readText(file)?.split(" ")[0] === String(process.pid)) tidy(file);
  } catch {
    // Treated as released: this process no longer holds it.
  }
}
