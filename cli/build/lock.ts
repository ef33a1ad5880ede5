import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "../../core/errors.ts";
import { ioError } from "./files.ts";

/** Locks of this process: two builds in one process exclude each other, too. */
const held = new Set<string>();

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

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
    fs.writeFileSync(own, String(process.pid));
    for (let tries = 0; tries < 5; tries++) {
      try {
        fs.linkSync(own, file);
        held.add(file);
        return () => {
          held.delete(file);
          if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === String(process.pid))
            fs.rmSync(file, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const pid = Number(fs.readFileSync(file, "utf8"));
        if (pid === process.pid ? held.has(file) : pid > 0 && isAlive(pid))
          throw new ToolkitError("BUILD_RUNNING", { pid }, { cause: error });
        fs.rmSync(file, { force: true });
      }
    }
    throw new ToolkitError("BUILD_RUNNING", { pid: 0 });
  } catch (error) {
    throw ioError(error, file);
  } finally {
    fs.rmSync(own, { force: true });
  }
}
