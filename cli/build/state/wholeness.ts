import fs from "node:fs";
import path from "node:path";
import { imageOf, ownerOf, payloadOf } from "../shared/page-files.ts";
import type { State, StoredPage } from "./state.ts";

/** The files that a tree must hold: no others, each of its size in bytes. */
export interface Holding {
  readonly count: number;
  sizeOf(file: string): number | undefined;
  files(): Iterable<string>;
}

/** What a state says of its tree. */
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

/** Paths of a page's HTML and of what lies beside it. */
export function filesOfPage(out: string, [, , , , , imageKey]: StoredPage): string[] {
  const siblings = [payloadOf(out), imageKey === "" ? null : imageOf(out)];
  return [out, ...siblings.filter((file) => file !== null)];
}

/** A tree that is not what it must be: nobody may see it. */
export class IncompleteTree extends Error {
  /** Paths that are missing, of another size or too many, in no order. */
  readonly files: readonly string[];
  constructor(files: readonly string[]) {
    super(`${files.length} files are not as they must be, such as ${files[0]}`);
    this.files = files;
  }
}

/**
 * Compares all of a tree with what it must hold: names and sizes.
 * @returns paths that are missing, of another size or too many
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
 * The same for some paths of a tree and for all files that lie beside them. What else is in the tree
 * must be known to be whole.
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

/** Bytes of a file, of nothing else. */
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
    // Its last file has gone, and the folder with it.
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR"].includes(code)) return [];
    throw error;
  }
}
