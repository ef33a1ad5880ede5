import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";

/** Converts a system error to an error with instructions; returns any other error unchanged. */
export function ioError(error: unknown, file: string): unknown {
  const { code, path: from, dest } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string };
  const at = dest ?? from ?? file;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return new ToolkitError("DISK_FULL", { path: at }, { cause: error });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new ToolkitError("NO_PERMISSION", { path: at }, { cause: error });
    case "EMFILE":
    case "ENFILE":
      return new ToolkitError("TOO_MANY_FILES", { path: at }, { cause: error });
    case undefined:
      return error;
    default:
      return /^E[A-Z0-9]+$/.test(code)
        ? new ToolkitError(
            "IO_FAILED",
            { path: at, detail: (error as Error).message },
            { cause: error },
          )
        : error;
  }
}

/** Runs file operations whose errors the user can fix. */
export function withIo<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ioError(error, file);
  }
}

export const exists = (file: string): boolean =>
  fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/**
 * Creates a hard link, or a copy (copy-on-write if possible) if the file system has no hard links.
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes(code)) throw error;
    fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
  }
}

/** Clones a folder with hard links. */
export function cloneTree(from: string, to: string): void {
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [`${from}/${entry.name}`, `${to}/${entry.name}`];
    if (entry.isDirectory()) cloneTree(source, target);
    else linkOrCopy(source, target);
  }
}

/** Removes a file that is no longer needed; an error is ignored. */
export function tidy(file: string): void {
  try {
    fs.rmSync(file, { recursive: true, force: true });
  } catch {
    // Removed by a later build.
  }
}

export function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw ioError(error, file);
  }
}

/** Replaces a file atomically: readers see the old text or the new one. */
export function writeAtomic(file: string, data: string | Uint8Array): void {
  withIo(file, () => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      fs.writeFileSync(temporary, data);
      fs.renameSync(temporary, file);
    } catch (error) {
      tidy(temporary);
      throw error;
    }
  });
}

/** Reads a file of the cache. An unreadable file counts as missing. */
export function readCached(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Replaces a file of the cache, or anything else at its path. */
export function writeCached(file: string, data: string | Uint8Array): void {
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) tidy(file);
  writeAtomic(file, data);
}

/**
 * Sorted paths of the files below a folder, relative to the folder, with forward slashes; symbolic
 * links are
 * not followed.
 * @param isListed filters all entries that are not folders
 */
export function listFiles(
  folder: string,
  isListed = (entry: fs.Dirent): boolean => entry.isFile(),
): string[] {
  const found: string[] = [];
  const walk = (relative: string): void => {
    let entries: fs.Dirent[];
    try {
      entries = fs.readdirSync(path.join(folder, relative), { withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      throw ioError(error, folder);
    }
    for (const entry of entries) {
      const name = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) walk(name);
      else if (isListed(entry)) found.push(name);
    }
  };
  walk("");
  return found.sort();
}
