import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "../../../core/errors/errors.ts";
import { exists, ioError, withIo } from "../../files/files.ts";
import type { Thresholds } from "../shared/thresholds.ts";
import { THRESHOLDS } from "../shared/thresholds.ts";
import type { Tree } from "../state/tree.ts";

/**
 * Brings what an edit has changed to the disk: where the power fails, the link must not lead to files
 * that are still empty. As well as the file system can.
 */
function flush({ folder, touched }: Tree, mostFlushed: number): void {
  if (touched.size > mostFlushed) return;
  for (const file of touched) {
    let handle: number | undefined;
    try {
      handle = fs.openSync(path.join(folder, file), "r+");
      fs.fsyncSync(handle);
    } catch {
      // It was removed, or the file system knows no such call.
    } finally {
      if (handle !== undefined) fs.closeSync(handle);
    }
  }
}

/** Gives a finished tree its name: from then on it is not changed any more. */
export function settleTree(
  tree: Tree,
  target: string,
  { mostFlushed }: Pick<Thresholds, "mostFlushed"> = THRESHOLDS,
): void {
  withIo(target, () => {
    flush(tree, mostFlushed);
    fs.renameSync(tree.folder, target);
  });
}

/** Makes a tree the published one, in one step. Who calls it knows that the tree is whole. */
export function publishTree(target: string, out: string): void {
  try {
    const link = `${out}.${process.pid}.link`;
    fs.rmSync(link, { force: true });
    fs.mkdirSync(path.dirname(out), { recursive: true });
    const from = fs.realpathSync(path.dirname(out));
    fs.symlinkSync(path.relative(from, fs.realpathSync(target)), link, "dir");
    setAside(out);
    fs.renameSync(link, out);
  } catch (error) {
    throw ioError(error, out);
  }
}

/** A folder that is no link of ours is somebody's: it is renamed, not replaced. */
function setAside(out: string): void {
  const stat = fs.lstatSync(out, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink()) return;
  const kept = `${out}.before-toolkit`;
  if (exists(kept)) throw new ToolkitError("ALREADY_EXISTS", { file: path.basename(kept) });
  fs.renameSync(out, kept);
}

/** Removes trees that no state names: left by builds that were interrupted, or too old to be of use. */
export function pruneTrees(trees: string, keep: readonly (string | null)[]): void {
  for (const name of fs.readdirSync(trees))
    if (!keep.includes(name)) fs.rmSync(path.join(trees, name), { recursive: true, force: true });
}
