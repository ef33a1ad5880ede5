import fs from "node:fs";
import path from "node:path";
import { imageOf, ownerOf, payloadOf } from "../shared/page-files.ts";
import type { State, StoredPage } from "./state.ts";

/** The files that a tree must contain, with their sizes in bytes; no others may exist. */
export interface Holding {
  readonly count: number;
  sizeOf(file: string): number | undefined;
  files(): Iterable<string>;
}

/** The files of a tree, according to a state. */
export function holdingOf({ pages, sizes }: Pick<State, "pages" | "sizes">): Holding {
  const others = Object.keys(sizes);
  let count = others.length;
  for (const [out, page] of pages) count += filesOfPage(out, page).length;
  return {
    count,
    sizeOf(file) {
      const page = pages.get(file);
      if (page) return page[3];
      const owner = ownerOf(file);
      const owning = owner && pages.get(owner.out);
      if (owning && owner.is === "payload") return owning[4];
      if (owning && owning[5] !== "") return owning[6];
      return Object.hasOwn(sizes, file) ? sizes[file] : undefined;
    },
    *files() {
      for (const [out, page] of pages) yield* filesOfPage(out, page);
      yield* others;
    },
  };
}

/** Paths of a page's HTML, payload and image. */
export function filesOfPage(out: string, [, , , , , imageKey]: StoredPage): string[] {
  const siblings = [payloadOf(out), imageKey === "" ? null : imageOf(out)];
  return [out, ...siblings.filter((file) => file !== null)];
}

/** Thrown if a tree lacks files or contains wrong ones: it must not be published. */
export class IncompleteTree extends Error {
  /** Paths that are missing, of another size or unexpected, in any order. */
  readonly files: readonly string[];
  constructor(files: readonly string[]) {
    super(`${files.length} files are not as they must be, such as ${files[0]}`);
    this.files = files;
  }
}

/**
 * Compares all names and sizes of a tree with the expected ones.
 * @returns paths that are missing, of another size or unexpected
 */
export function flawsOf(folder: string, holding: Holding): string[] {
  const flaws: string[] = [];
  let right = 0;
  const seen = new Set<string>();
  const walk = (below: string): void => {
    for (const entry of fs.readdirSync(`${folder}/${below}`, { withFileTypes: true })) {
      const file = below + entry.name;
      if (entry.isDirectory()) walk(`${file}/`);
      else if (sizeAt(`${folder}/${file}`) === holding.sizeOf(file)) right++;
      else {
        seen.add(file);
        flaws.push(file);
      }
    }
  };
  walk("");
  if (right === holding.count) return flaws;
  for (const file of holding.files())
    if (!seen.has(file) && sizeAt(`${folder}/${file}`) === undefined) flaws.push(file);
  return flaws;
}

/**
 * Like `flawsOf` for some paths of a tree and all files in their folders. The rest of the tree must
 * have been verified.
 */
export function flawsAt(folder: string, holding: Holding, paths: readonly string[]): string[] {
  const flaws: string[] = [];
  const seen = new Set<string>();
  const folders = new Set<string>();
  for (const file of paths) folders.add(path.posix.dirname(file));
  for (const parent of folders)
    for (const entry of entriesOf(`${folder}/${parent}`)) {
      const file = parent === "." ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory()) continue;
      seen.add(file);
      if (sizeAt(`${folder}/${file}`) !== holding.sizeOf(file)) flaws.push(file);
    }
  for (const file of paths)
    if (!seen.has(file) && holding.sizeOf(file) !== undefined) flaws.push(file);
  return flaws;
}

/** Size of a regular file in bytes. */
function sizeAt(file: string): number | undefined {
  try {
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    return stat?.isFile() ? stat.size : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // The last file of the folder was removed, and the folder with it.
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR"].includes(code)) return [];
    throw error;
  }
}
