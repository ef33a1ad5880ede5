import fs from "node:fs";
import path from "node:path";
import { exists, linkOrCopy, withIo } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import { IncompleteTree } from "./wholeness.ts";

/**
 * A build works in a folder of its own, a tree, and is published by swapping the link `dist` onto
 * it: readers see the old site or the new one. The tree published before is kept; the next build
 * brings it up to date with hard links and works in it, so that a small change costs little.
 */
export interface Tree {
  /** To name it is to need it: it is made ready for work then. */
  readonly folder: string;
  /** Whether anything has been done in it, or could have been. */
  readonly isOpen: () => boolean;
  /** Whether it was empty at the start. */
  readonly fresh: boolean;
  /** Paths written or removed since the published tree. */
  readonly touched: Set<string>;
  /** Bytes of the files that were written or linked here. */
  readonly sizes: ReadonlyMap<string, number>;
  write(file: string, data: string | Uint8Array): void;
  /** Puts a file into the tree without copying its bytes. */
  link(from: string, file: string): void;
  remove(file: string): void;
}

export interface TreeInput {
  /** Folder of all trees. */
  readonly trees: string;
  readonly live: string | undefined;
  readonly spare: string | null;
  /** Its stamp when it was put away. */
  readonly spareStamp: number;
  readonly behind: readonly string[];
  /** Paths of all files of the live tree. */
  readonly files: () => Iterable<string>;
  /** Is told a path in the spare tree that somebody has changed, so that it is of no use. */
  readonly onChanged?: (file: string) => void;
}

/**
 * Folder of the trees and of the state of what is published at a place. `dist` has the site's own,
 * any other place one for itself: a site published elsewhere leaves `dist` as it is.
 */
export function workOf(root: string, out: string): string {
  const work = path.join(root, ".toolkit");
  const target = path.relative(root, out);
  return target === "dist" ? work : path.join(work, "places", digest(target));
}

/** Name of the tree that `dist` points to, if it is one of ours. */
export function publishedTree(out: string, trees: string): string | undefined {
  try {
    fs.readlinkSync(out); // A folder is none.
    const target = fs.realpathSync(out);
    return path.dirname(target) === fs.realpathSync(trees) ? path.basename(target) : undefined;
  } catch {
    return undefined;
  }
}

/** A tree to build in. Where nothing has changed none is needed, and the disk is left as it is. */
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
 * Puts the spare tree in place, brought up to date, or a copy of the live one, or an empty one.
 * @throws IncompleteTree when the live one lacks a file
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

/** Time of the last change of a tree's own folder: to move it, when it is finished, is one. */
export function stampOf(folder: string): number {
  try {
    return fs.lstatSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return 0;
    throw error;
  }
}

/** Whether a tree is as it was put away. Who has changed a part of it wants to know. */
function isUsable(folder: string, input: TreeInput): boolean {
  const stamp = stampOf(folder);
  if (stamp === 0) return false;
  const isSame = stamp === input.spareStamp;
  // Moved or copied as a whole, as by a host that keeps caches: its times say nothing.
  const changed = changeOf(folder, isSame ? input : { ...input, spareStamp: Infinity });
  if (changed !== undefined) input.onChanged?.(changed);
  return isSame && changed === undefined;
}

/**
 * Looks for a folder of a tree that is missing, or into which or out of which something went since
 * the tree was put away: then it has changed later. Its files need no look, for they are the published
 * ones by another name; only those at the root, whose time may say nothing.
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
  // First all that must be there: the folder of a page that came with the last build is still to come.
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
 * Copies files by hard links: 20 µs a page, most of it for its folder. It goes by what must be there,
 * not by what is found: the copy is whole, or there is none.
 * @throws IncompleteTree when one is missing
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
  /** @returns the folder, ready */
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
  /** Lets a file be made. */
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
