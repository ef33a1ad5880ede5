import fs from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TrackSink } from "../ports/track-sink.ts";

/** Bytes above which the file of events is rotated. */
const FILE_LIMIT = 100 * 1024 * 1024;
/** Number of rotated files: `<file>.1`, the newest, to `<file>.9`. */
const MAX_FILES = 9;

/**
 * Writes events to a file, one batch per line. Any number of processes can write to the same file:
 * each line is appended in a single write, which the operating system does not interleave with
 * others.
 */
export function createTrackFile(
  file: string,
  clock: () => number,
  limit = FILE_LIMIT,
  maxFiles = MAX_FILES,
): TrackSink {
  let last: Promise<void> = Promise.resolve();
  async function append(line: Buffer): Promise<void> {
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    if ((await sizeOf(file)) + line.length > limit)
      await rotate(file, limit - line.length, maxFiles);
    // Repeated if the file was deleted before the line had been written.
    while (!(await writeLine(file, line)));
  }
  return {
    take: (logstore, batch) => {
      const at = new Date(clock()).toISOString();
      // A line break between JSON tokens can be replaced with a space, and strings contain no raw
      // line breaks.
      const json = batch.replaceAll(/[\r\n]/g, " ");
      const line = `{"at":"${at}","logstore":${JSON.stringify(logstore)},"batch":${json}}\n`;
      const writing = last.then(() => append(Buffer.from(line)));
      last = writing.catch(() => {});
      return writing;
    },
  };
}

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await fs.stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
};

/** @returns whether the file with the line still has a name */
async function writeLine(file: string, line: Buffer): Promise<boolean> {
  const handle = await fs.open(file, "a", 0o600);
  try {
    const { bytesWritten } = await handle.write(line);
    if (bytesWritten < line.length) throw new Error("The disk is full");
    return (await handle.stat()).nlink > 0;
  } finally {
    await handle.close();
  }
}

/**
 * Renames the file to `<file>.1` and older ones to the next number; the oldest is deleted. Only one
 * process rotates at a time: a second rename would replace the full file with a new one.
 * @param full bytes above which the file is rotated
 */
async function rotate(file: string, full: number, maxFiles: number): Promise<void> {
  const unlock = lock(`${file}.lock`);
  // Another process is rotating: concurrent lines are appended to either file.
  if (!unlock) return;
  try {
    const size = await sizeOf(file);
    if (size === 0 || size <= full) return;
    // Up to the first unused number; if there is none, the oldest file is replaced.
    let last = 1;
    while (last < maxFiles && (await sizeOf(`${file}.${last}`)) > 0) last++;
    for (; last > 1; last--) await fs.rename(`${file}.${last - 1}`, `${file}.${last}`);
    await fs.rename(file, `${file}.1`);
  } finally {
    unlock();
  }
}

/**
 * Takes a lock that the operating system releases when the process exits for any reason: that of an
 * SQLite file, because Node has no file locks.
 * @returns releases the lock; null if another process holds it
 */
function lock(file: string): (() => void) | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("begin exclusive");
    return () => database.close();
  } catch (error) {
    database.close();
    // SQLITE_BUSY
    if ((error as { errcode?: number }).errcode === 5) return null;
    throw error;
  }
}
