import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { exists, ioError, withIo } from "../../files/files.ts";
import { THRESHOLDS } from "../shared/thresholds.ts";
import type { Tree } from "../state/tree.ts";

/** How a tree is flushed to the disk. */
export interface Flushing {
  /** If false, flushing is left to the system, for machines that repeat a failed build. */
  readonly sync: boolean;
  /**
   * Maximum number of files that are flushed one by one; above it, the whole file system is
   * flushed.
   */
  readonly maxFlushed: number;
}

const BY_DEFAULT: Flushing = { sync: true, maxFlushed: THRESHOLDS.maxFlushed };

/** Flushes a file or a folder's entries to the disk, if the file system supports it. */
function flushPath(target: string): void {
  let handle: number | undefined;
  try {
    handle = fs.openSync(target, "r");
    fs.fsyncSync(handle);
  } catch {
    // The path was removed, or the file system does not support fsync.
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

/** Flushes a whole file system, which is much faster than flushing thousands of files. */
const flushAll = (folder: string): boolean =>
  spawnSync("sync", ["-f", folder], { stdio: "ignore" }).status === 0;

/**
 * Flushes the new files of a tree and their parent folders: after a power failure, the link must
 * not lead to
 * empty or missing files.
 */
function flush({ folder, touched }: Tree, maxFlushed: number): void {
  if (touched.size > maxFlushed && flushAll(folder)) return;
  const folders = new Set([folder]);
  for (const file of touched) {
    flushPath(path.join(folder, file));
    for (let above = path.dirname(file); above !== "."; above = path.dirname(above))
      folders.add(path.join(folder, above));
  }
  for (const target of folders) flushPath(target);
}

/** Moves a finished tree to its final name; after that it is not modified. */
export function settleTree(tree: Tree, target: string, flushing = BY_DEFAULT): void {
  withIo(target, () => {
    if (flushing.sync) flush(tree, flushing.maxFlushed);
    fs.renameSync(tree.folder, target);
    if (flushing.sync) flushPath(path.dirname(target));
  });
}

/**
 * Checks before any work that a symbolic link can be created at a path.
 * @throws {ToolkitError} if it cannot be created
 */
export function requireLinkable(out: string): void {
  const probe = `${out}.${process.pid}.probe`;
  try {
    makeFolder(path.dirname(out));
    fs.symlinkSync(".", probe, "dir");
    fs.rmSync(probe);
  } catch (error) {
    throw ioError(error, out);
  }
}

/** Creates a folder with its parents. Node's recursive `mkdir` loops forever below `/proc`. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder);
}

/** Publishes a tree atomically. The caller has verified that the tree is complete. */
export function publishTree(target: string, out: string, { sync } = BY_DEFAULT): void {
  try {
    const link = `${out}.${process.pid}.link`;
    fs.rmSync(link, { force: true });
    makeFolder(path.dirname(out));
    const from = fs.realpathSync(path.dirname(out));
    fs.symlinkSync(path.relative(from, fs.realpathSync(target)), link, "dir");
    setAside(out);
    fs.renameSync(link, out);
    if (sync) flushPath(path.dirname(out));
  } catch (error) {
    throw ioError(error, out);
  }
}

/** A folder that this program did not create is renamed, not replaced. */
function setAside(out: string): void {
  const stat = fs.lstatSync(out, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink()) return;
  const backup = `${out}.before-toolkit`;
  if (exists(backup)) throw new ToolkitError("ALREADY_EXISTS", { file: path.basename(backup) });
  fs.renameSync(out, backup);
}

/** Removes trees that no state references: leftovers of interrupted builds and outdated trees. */
export function pruneTrees(trees: string, keep: readonly (string | null)[]): void {
  for (const name of fs.readdirSync(trees))
    if (!keep.includes(name)) fs.rmSync(path.join(trees, name), { recursive: true, force: true });
}
