import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { ioError, readText, tidy } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";

/** Locks of this process: two builds in one process exclude each other, too. */
const held = new Set<string>();

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** When a process started, where the system tells: its number may have gone to another one since. */
function startOf(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]!;
  } catch {
    return "";
  }
}

const nameOf = (pid: number): string => `${pid} ${startOf(pid)}`.trim();

/** The process that holds a lock, if it still runs. */
function ownerOf(text: string, file: string): number | undefined {
  const [pid = 0, start] = text.split(" ");
  if (Number(pid) === process.pid) return held.has(file) ? process.pid : undefined;
  const lives = Number(pid) > 0 && isAlive(Number(pid));
  return lives && (start === undefined || start === startOf(Number(pid))) ? Number(pid) : undefined;
}

/**
 * Takes a lock over whose owner is gone. Who comes after an owner is decided by a file of its own,
 * which only one can make; it then takes the place of the lock, which is never absent in between.
 * @returns whether it is taken; if not, it has changed and must be looked at again
 */
function succeed(file: string, dead: string, own: string): boolean {
  const passed: string[] = [];
  for (let last = dead; ;) {
    const claim = `${file}.after-${digest(last)}`;
    if (passed.includes(claim)) {
      // A ring of owners that are all gone: what they left says nothing.
      passed.forEach(tidy);
      return false;
    }
    try {
      fs.linkSync(own, claim);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      // Somebody comes next, or was about to when it ended.
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

/** @throws BUILD_RUNNING while the owner of a lock lives */
function refuseWhile(text: string, file: string, cause: unknown): void {
  const pid = ownerOf(text, file);
  if (pid !== undefined) throw new ToolkitError("BUILD_RUNNING", { pid }, { cause });
}

/**
 * Lets one build at a time work in a site. A lock whose process is gone is taken over.
 * @returns a function that gives the lock back
 * @throws BUILD_RUNNING while another process holds it
 */
export function takeLock(file: string): () => void {
  // The lock is a link onto a file with the owner's number: it appears whole or not at all.
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
        if (text === undefined) continue; // Given back in between.
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
    // It counts as given back: this process does not hold it.
  }
}
