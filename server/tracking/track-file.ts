import fs from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TrackSink } from "../ports/track-sink.ts";

/** Bytes at which a file of events gives way to a new one. */
const FILE_LIMIT = 100 * 1024 * 1024;
/** Files that are kept beside the one that is written to: `<file>.1`, the newest, to `<file>.9`. */
const MAX_FILES = 9;

/**
 * Writes events to a file, a batch a line. Any number of processes write to the same file: each line is one
 * write at the end of it, which the system does not mix with others.
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
    // A file that was deleted before it had the line takes it along.
    while (!(await writeLine(file, line)));
  }
  return {
    take: (logstore, batch) => {
      const at = new Date(clock()).toISOString();
      // Between the parts of JSON a space is as good as the end of a line, and inside of them is none.
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

/** @returns whether the file that has the line still has a name */
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
 * Renames the file to `<file>.1` and older ones to the next number; the oldest is deleted. One process does
 * so at a time: two that both rename would replace the full file by a new one.
 * @param full bytes beyond which it is time
 */
async function rotate(file: string, full: number, maxFiles: number): Promise<void> {
  const unlock = lock(`${file}.lock`);
  // Another process rotates: what comes meanwhile goes to the end of either file.
  if (!unlock) return;
  try {
    const size = await sizeOf(file);
    if (size === 0 || size <= full) return;
    // Up to the first number that is free; where none is, the oldest file is replaced.
    let last = 1;
    while (last < maxFiles && (await sizeOf(`${file}.${last}`)) > 0) last++;
    for (; last > 1; last--) await fs.rename(`${file}.${last - 1}`, `${file}.${last}`);
    await fs.rename(file, `${file}.1`);
  } finally {
    unlock();
  }
}

/**
 * Takes a lock that the system releases when the process ends, however it ends: that of an SQLite file, as
 * Node has no other.
 * @returns releases it; null when another process has it
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
