import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "../../core/errors.ts";
import { exists, ioError, withIo } from "./files.ts";
import { digest } from "./hash.ts";

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
  readonly files: Iterable<string>;
}

/**
 * Folder of the trees and of the state of what is published at a place. `dist` has the site's own,
 * any other place one for itself: a site published elsewhere leaves `dist` as it is.
 */
export function workOf(root: string, out: string): string {
  const work = path.join(root, ".toolkit");
  const place = path.relative(root, out);
  return place === "dist" ? work : path.join(work, "places", digest(place));
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
  let isOpen = false;
  const open = (): string => {
    if (!isOpen) withIo(input.trees, () => prepare(folder, input));
    isOpen = true;
    return folder;
  };
  return treeOf({ open, isOpen: () => isOpen, fresh: input.live === undefined });
}

/** Puts the spare tree in place, brought up to date, or a copy of the live one, or an empty one. */
function prepare(folder: string, input: TreeInput): void {
  const { trees, live, spare, behind } = input;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(trees, { recursive: true });
  const liveFolder = live === undefined ? undefined : path.join(trees, live);
  if (liveFolder === undefined) fs.mkdirSync(folder);
  else if (spare !== null && isIntact(path.join(trees, spare), input)) {
    fs.renameSync(path.join(trees, spare), folder);
    for (const file of behind) catchUp(liveFolder, folder, file);
  } else cloneTree(liveFolder, folder);
}

/** Time of the last change of a tree's own folder: to move it, when it is finished, is one. */
export const stampOf = (folder: string): number =>
  fs.lstatSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? 0;

/**
 * Whether nothing went into a tree or out of it since it was put away: then none of its folders has
 * changed later. Its files need no look, for they are the published ones by another name.
 */
function isIntact(folder: string, { spareStamp, behind, files }: TreeInput): boolean {
  if (stampOf(folder) !== spareStamp) return false;
  const seen = new Set<string>();
  const isOld = (file: string): boolean => {
    const end = file.lastIndexOf("/");
    if (end < 0) return true;
    const parent = file.slice(0, end);
    if (seen.has(parent)) return true;
    seen.add(parent);
    return stampOf(`${folder}/${parent}`) <= spareStamp && isOld(parent);
  };
  for (const file of files) if (!isOld(file)) return false;
  return behind.every(isOld);
}

function catchUp(live: string, folder: string, file: string): void {
  const from = path.join(live, file);
  const to = path.join(folder, file);
  fs.rmSync(to, { force: true });
  if (exists(from)) {
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.linkSync(from, to);
  } else removeEmpty(folder, file);
}

/** Copies a tree by hard links: 25 µs a page folder, most of it for the folder. */
export function cloneTree(from: string, to: string): void {
  fs.mkdirSync(to);
  cloneEntries(from, to, fs.readdirSync(from));
}

/** Copies some of a folder's entries into another folder by hard links. */
export function cloneEntries(from: string, to: string, names: readonly string[]): void {
  for (const name of names) {
    const [source, target] = [`${from}/${name}`, `${to}/${name}`];
    if (fs.lstatSync(source).isDirectory()) cloneTree(source, target);
    else fs.linkSync(source, target);
  }
}

interface Opening extends Pick<Tree, "isOpen" | "fresh"> {
  /** @returns the folder, ready */
  readonly open: () => string;
}

function treeOf({ open, isOpen, fresh }: Opening): Tree {
  const touched = new Set<string>();
  const place = (file: string): string => {
    const target = path.join(open(), file);
    // It may be a link to a published file: replace it, never write through it.
    if (!fresh) fs.rmSync(target, { force: true });
    fs.mkdirSync(path.dirname(target), { recursive: true });
    touched.add(file);
    return target;
  };
  return {
    get folder() {
      return open();
    },
    isOpen,
    fresh,
    touched,
    write: (file, data) => withIo(file, () => fs.writeFileSync(place(file), data)),
    link: (from, file) =>
      withIo(file, () => {
        const target = place(file);
        try {
          fs.linkSync(from, target);
        } catch (error) {
          if (
            !["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes(
              (error as NodeJS.ErrnoException).code ?? "",
            )
          )
            throw error;
          fs.copyFileSync(from, target);
        }
      }),
    remove: (file) =>
      withIo(file, () => {
        fs.rmSync(path.join(open(), file), { force: true });
        touched.add(file);
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

/** Files that are waited for until they are on the disk. A whole site would take seconds. */
const MOST_FLUSHED = 200;

/**
 * Brings what an edit has changed to the disk: where the power fails, the link must not lead to files
 * that are still empty. As well as the file system can.
 */
function flush({ folder, touched }: Tree): void {
  if (touched.size > MOST_FLUSHED) return;
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

/** Makes a finished tree the published one, in one step. */
export function publishTree(tree: Tree, name: string, trees: string, out: string): void {
  try {
    flush(tree);
    const target = path.join(trees, name);
    fs.renameSync(tree.folder, target);
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
