import fs from "node:fs/promises";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";

const PART = /\.(\d+)\.part$/;

interface StoredFile {
  readonly file: string;
  readonly bytes: number;
  /** When it was last requested, in ms. */
  readonly usedAt: number;
}

async function filesBelow(folder: string): Promise<readonly StoredFile[]> {
  const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
  const found: StoredFile[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => null);
    if (stat?.isFile()) found.push({ file, bytes: stat.size, usedAt: stat.mtimeMs });
  }
  return found;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Whether a file is a part that a running process downloads. */
const isBeingWritten = (file: string): boolean => {
  const [, pid] = /\.(\d+)\.part(?:\.etag)?$/.exec(file) ?? [];
  return pid !== undefined && isRunning(Number(pid));
};

/**
 * The name under which this process downloads a file. What a process that has ended left of it is taken
 * over, so that a download continues after a crash.
 */
export async function claimPart(target: string): Promise<string> {
  const own = `${target}.${process.pid}.part`;
  await fs.mkdir(path.dirname(target), { recursive: true });
  const names = await fs.readdir(path.dirname(target));
  for (const name of names) {
    const [, pid] = PART.exec(name) ?? [];
    if (pid === undefined || !name.startsWith(`${path.basename(target)}.`)) continue;
    if (isRunning(Number(pid)) || Number(pid) === process.pid) continue;
    const left = path.join(path.dirname(target), name);
    // Another process may take it over at the same time.
    await fs.rename(left, own).catch(() => undefined);
    await fs.rename(`${left}.etag`, `${own}.etag`).catch(() => undefined);
  }
  return own;
}

/** Records that a file was requested. */
export const touch = (file: string): Promise<void> =>
  fs.utimes(file, new Date(), new Date()).catch(() => undefined);

/**
 * Removes the files that were requested least recently until `bytes` more fit into the limit.
 * @param inUse files that stay
 * @throws {ToolkitError} MODEL_DISK_FULL where they cannot fit
 */
export async function makeRoom(
  folder: string,
  { bytes, limit, inUse }: { bytes: number; limit: number; inUse: ReadonlySet<string> },
): Promise<void> {
  const files = (await filesBelow(folder)).toSorted((a, b) => a.usedAt - b.usedAt);
  let total = files.reduce((sum, each) => sum + each.bytes, 0);
  for (const each of files) {
    if (total + bytes <= limit) return;
    if (inUse.has(each.file) || isBeingWritten(each.file)) continue;
    await fs.rm(each.file, { force: true });
    total -= each.bytes;
  }
  if (total + bytes > limit) throw new ToolkitError("MODEL_DISK_FULL", { path: folder, bytes });
}
