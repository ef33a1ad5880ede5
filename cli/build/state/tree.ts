import fs from "node:fs";
import path from "node:path";
import { exists, linkOrCopy, withIo } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import { IncompleteTree } from "./wholeness.ts";

/**
 * A build works in a folder of its own, a tree, and publishes it by pointing the link `dist` to it:
 * readers see either the old site or the new one. The previously published tree stays as a spare;
 * the next build updates it with hard links and works in it, so that a small change costs little.
 */
export interface Tree {
  /** Folder of the tree. Reading it prepares the tree for work. */
  readonly folder: string;
  /** Whether the folder was requested, so that files may have been written. */
  readonly isOpen: () => boolean;
  /** Whether it started empty. */
  readonly fresh: boolean;
  /** Paths written or removed since the published tree. */
  readonly touched: Set<string>;
  /** Size in bytes of each file that was written or linked here. */
  readonly sizes: ReadonlyMap<string, number>;
  write(file: string, data: string | Uint8Array): void;
  /** Adds a file to the tree without copying its bytes. */
  link(from: string, file: string): void;
  remove(file: string): void;
}

export interface TreeInput {
  /** Folder of all trees. */
  readonly trees: string;
  readonly live: string | undefined;
  readonly spare: string | null;
  /** Stamp of the spare tree when the last build finished with it. */
  readonly spareStamp: number;
  readonly behind: readonly string[];
  /** Paths of all files of the live tree. */
  readonly files: () => Iterable<string>;
  /**
   * Called with a path of the spare tree that was modified, which makes the spare tree unusable.
   */
  readonly onChanged?: (file: string) => void;
}

/**
 * Folder of the trees and the state for an output path. `dist` uses the site's own folder; every
 * other path has a separate one, so that publishing elsewhere leaves `dist` unchanged.
 */
export function workOf(root: string, out: string): string {
  const work = path.join(root, ".toolkit");
  const target = path.relative(root, out);
  return target === "dist" ? work : path.join(work, "places", digest(target));
}

/** Name of the tree that `dist` points to, if it is one of ours. */
export function publishedTree(out: string, trees: string): string | undefined {
  try {
    fs.readlinkSync(out); // `dist` is a folder instead of a link.
    const target = fs.realpathSync(out);
    return path.dirname(target) === fs.realpathSync(trees) ? path.basename(target) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A tree to build in. It is prepared on first use, so that a build without changes does not touch
 * the disk.
 */
export function openTree(input: TreeInput): Tree {
  const folder = path.join(input.trees, `work-${process.pid}`);
  const fresh = input.live === undefined;
  let isOpen = false;
  const open = (): string => {
    if (!isOpen) withIo(input.trees, () => prepare(folder, input));
    isOpen = true;
    return folder;
  };
  return treeOf({ open, isOpen: () => isOpen, fresh });
}

/**
 * Moves the updated spare tree, a copy of the live tree, or an empty folder to `folder`.
 * @throws IncompleteTree if the live tree lacks a file
 */
function prepare(folder: string, input: TreeInput): void {
  const { trees, live, spare, behind } = input;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  if (live === undefined) return;
  const liveFolder = path.join(trees, live);
  if (spare !== null && isUsable(path.join(trees, spare), input)) {
    fs.rmdirSync(folder);
    fs.renameSync(path.join(trees, spare), folder);
    for (const file of behind) catchUp(liveFolder, folder, file);
  } else copyFiles(liveFolder, folder, input.files());
}

/** Time of the last change of a tree's root folder. Moving a finished tree changes it as well. */
export function stampOf(folder: string): number {
  try {
    return fs.lstatSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return 0;
    throw error;
  }
}

/** Whether the spare tree is unmodified; reports a modified path. */
function isUsable(folder: string, input: TreeInput): boolean {
  const stamp = stampOf(folder);
  if (stamp === 0) return false;
  const isSame = stamp === input.spareStamp;
  // The tree was moved or copied as a whole, for example by a host that restores caches: its times
  // mean nothing.
  const changed = changeOf(folder, isSame ? input : { ...input, spareStamp: Infinity });
  if (changed !== undefined) input.onChanged?.(changed);
  return isSame && changed === undefined;
}

/**
 * Finds a missing folder of the tree, or one in which entries were added or removed after the last
 * build. Files need no check, because they are hard links to the published ones, except those in
 * the root folder, whose time may mean nothing.
 */
function changeOf(folder: string, { spareStamp, behind, files }: TreeInput): string | undefined {
  const expected = new Set(behind);
  const seen = new Set<string>();
  const find = (file: string, mayBeMissing: boolean): string | undefined => {
    const end = file.lastIndexOf("/");
    if (end < 0) return mayBeMissing || stampOf(`${folder}/${file}`) > 0 ? undefined : file;
    const parent = file.slice(0, end);
    if (seen.has(parent)) return undefined;
    seen.add(parent);
    const stamp = stampOf(`${folder}/${parent}`);
    const isRight = stamp === 0 ? mayBeMissing : stamp <= spareStamp;
    return isRight ? find(parent, mayBeMissing) : parent;
  };
  // First the required folders: those of pages that the last build added do not exist in the spare
  // tree yet.
  for (const file of files()) {
    const changed = expected.has(file) ? undefined : find(file, false);
    if (changed !== undefined) return changed;
  }
  for (const file of behind) {
    const changed = find(file, true);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

function catchUp(live: string, folder: string, file: string): void {
  const from = path.join(live, file);
  const to = path.join(folder, file);
  fs.rmSync(to, { force: true });
  if (exists(from)) {
    fs.mkdirSync(path.dirname(to), { recursive: true });
    linkOrCopy(from, to);
  } else removeEmpty(folder, file);
}

/** Copies files from one tree into another one, on a thread. */
export interface CopyTask {
  readonly type: "copy";
  readonly from: string;
  readonly to: string;
  readonly files: readonly string[];
}

/**
 * Copies files by hard links: 20 µs a page, mostly for its folder. It copies the listed files
 * rather than those that exist: the copy is complete, or there is none.
 * @throws IncompleteTree if a file is missing
 */
export function copyFiles(from: string, to: string, files: Iterable<string>): void {
  const made = new Set<string>();
  for (const file of files) {
    const target = `${to}/${file}`;
    const folder = path.dirname(target);
    if (!made.has(folder)) fs.mkdirSync(folder, { recursive: true });
    made.add(folder);
    try {
      linkOrCopy(`${from}/${file}`, target);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!["ENOENT", "ENOTDIR", "EISDIR"].includes(code) || !exists(folder)) throw error;
      throw new IncompleteTree([file]);
    }
  }
}

interface Opening extends Pick<Tree, "isOpen" | "fresh"> {
  /** @returns the prepared folder */
  readonly open: () => string;
}

function treeOf({ open, isOpen, fresh }: Opening): Tree {
  const touched = new Set<string>();
  const sizes = new Map<string, number>();
  const pathFor = (file: string): string => {
    const target = path.join(open(), file);
    // It may be a link to a published file: replace it, never write through it.
    if (!fresh || sizes.has(file)) fs.rmSync(target, { force: true });
    fs.mkdirSync(path.dirname(target), { recursive: true });
    return target;
  };
  /** Prepares the path of a file to be written. */
  const put = (file: string, size: number, make: (target: string) => void): void =>
    withIo(file, () => {
      make(pathFor(file));
      touched.add(file);
      sizes.set(file, size);
    });
  return {
    get folder() {
      return open();
    },
    isOpen,
    fresh,
    touched,
    sizes,
    write: (file, data) =>
      put(file, Buffer.byteLength(data), (target) => fs.writeFileSync(target, data)),
    link: (from, file) =>
      put(
        file,
        withIo(from, () => fs.statSync(from).size),
        (target) => linkOrCopy(from, target),
      ),
    remove: (file) =>
      withIo(file, () => {
        fs.rmSync(path.join(open(), file), { force: true });
        touched.add(file);
        sizes.delete(file);
        removeEmpty(open(), file);
      }),
  };
}

function removeEmpty(folder: string, file: string): void {
  for (let parent = path.dirname(file); parent !== "."; parent = path.dirname(parent)) {
    try {
      fs.rmdirSync(path.join(folder, parent));
    } catch {
      return;
    }
  }
}
