import fs from "node:fs";
import path from "node:path";
import { exists, listFiles, readText } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import type { State } from "../state/state.ts";
import type { Tree } from "../state/tree.ts";

/**
 * Number of earlier builds whose scripts remain, so that a tab opened before a deploy keeps working
 * (NAV-10).
 */
const MAX_BUILDS = 3;

interface EarlierInput {
  /** The published tree, which contains assets of earlier builds. */
  readonly previous: string | undefined;
  readonly tree: Tree;
  readonly before: State | undefined;
}

interface Meta {
  readonly assets?: readonly string[];
}

/** Carries over scripts and styles of earlier builds, and the files that list them. */
export function keepEarlierBuilds(
  { previous, tree, before }: EarlierInput,
  files: Record<string, string>,
): void {
  if (previous === undefined) return;
  const folder = path.join(previous, "builds/meta");
  const metas = listFiles(folder)
    .map((name) => ({
      name: `builds/meta/${name}`,
      time: fs.statSync(path.join(folder, name)).mtimeMs,
    }))
    .filter(({ name }) => !Object.hasOwn(files, name))
    .sort((a, b) => b.time - a.time)
    .slice(0, MAX_BUILDS);
  const keep = (file: string): void => {
    if (Object.hasOwn(files, file) || !exists(path.join(previous, file))) return;
    files[file] = before?.files[file] ?? digest(fs.readFileSync(path.join(previous, file)));
    if (before?.files[file] === undefined) tree.link(path.join(previous, file), file);
  };
  for (const { name } of metas) {
    keep(name);
    try {
      const { assets } = JSON.parse(readText(path.join(previous, name)) ?? "{}") as Meta;
      for (const asset of assets ?? []) if (/^assets\/[\w.-]+$/.test(asset)) keep(asset);
    } catch {
      // A file that is not a build record retains nothing.
    }
  }
}
