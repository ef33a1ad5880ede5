import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Path → digest of every file of a published site. */
export type Tree = ReadonlyMap<string, string>;

export function walk(folder: string, below = ""): string[] {
  return fs
    .readdirSync(path.join(folder, below), { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? walk(folder, path.join(below, entry.name))
        : [path.join(below, entry.name)],
    )
    .sort();
}

/** Reads all files below a folder, or below what a link names. */
export function readTree(out: string): Tree {
  const folder = fs.realpathSync(out);
  return new Map(
    walk(folder).map((file) => [file, hash("sha256", fs.readFileSync(path.join(folder, file)))]),
  );
}

const EARLIER = /^(?:[a-z-]+\/)?(assets|builds\/meta)\//;

/**
 * How a site differs from what a cold build gives. Files of earlier builds, which stay under
 * `assets/` and `builds/meta/`, are no difference.
 */
export function differences(tree: Tree, cold: Tree): string[] {
  return [
    ...[...cold]
      .filter(([file, digest]) => tree.get(file) !== digest)
      .map(([file]) => `${tree.has(file) ? "differs" : "missing"}: ${file}`),
    ...[...tree.keys()]
      .filter((file) => !cold.has(file) && !EARLIER.test(file))
      .map((file) => `too many: ${file}`),
  ];
}
