import fs from "node:fs";
import path from "node:path";
import type { Overlay } from "../../files/code-layers.ts";
import { digest } from "../../files/hash.ts";
import { PROGRAM } from "./plugins/own-files.ts";

const NAME = `["']((?:\\.|${PROGRAM})[^"']+)["']`;
const IMPORT = new RegExp(
  String.raw`^[ \t]*(?:import|export)\s+(?!type\b)(?:[\w*{][^;"']{0,4000}?\sfrom\s*)?${NAME}|\bimport\(\s*${NAME}\s*\)`,
  "gm",
);

interface Imports {
  /** Static imports. */
  readonly now: readonly string[];
  /** Dynamic imports. */
  readonly later: readonly string[];
}

/** Absolute paths of the site's own modules that a module imports, without type imports. */
function importsOf(file: string, overlay: Overlay): Imports {
  if (!/\.[cm]?[jt]sx?$/.test(file)) return { now: [], later: [] };
  const found = [...fs.readFileSync(file, "utf8").matchAll(IMPORT)];
  const targets = (group: 1 | 2): string[] =>
    found
      .map((match) => match[group])
      .filter((name) => name !== undefined)
      .map((name) => name.replace(/\?.*/s, ""))
      .map((name) =>
        name.startsWith(PROGRAM)
          ? path.join(overlay.base, name.slice(PROGRAM.length))
          : path.resolve(path.dirname(file), name),
      )
      .map((target) => overlay.locate(target, file))
      .filter((target) => fs.existsSync(target));
  return { now: targets(1), later: targets(2) };
}

/**
 * The import graph, found by parsing; the site's modules import each other with file extensions.
 */
export function createGraph(overlay: Overlay) {
  const edges = new Map<string, Imports>();
  const digests = new Map<string, string>();
  const next = (file: string): Imports => {
    let found = edges.get(file);
    if (!found) edges.set(file, (found = importsOf(file, overlay)));
    return found;
  };
  return {
    /**
     * Modules that `start` loads, in load order, without those reached only through `barred`
     * modules.
     * Without `later`, only static imports are followed.
     */
    reach(
      start: string,
      barred: ReadonlySet<string> = new Set(),
      { later = true }: { readonly later?: boolean } = {},
    ): Set<string> {
      const found = new Set<string>();
      const entered = new Set<string>();
      const visit = (file: string): void => {
        if (entered.has(file) || barred.has(file)) return;
        entered.add(file);
        const imports = next(file);
        imports.now.forEach(visit);
        if (later) imports.later.forEach(visit);
        found.add(file);
      };
      if (fs.existsSync(start)) visit(start);
      return found;
    },
    /** Digest of a module's path and content. */
    digestOf(file: string): string {
      let found = digests.get(file);
      if (found === undefined) {
        found = `${overlay.nameOf(file)} ${digest(fs.readFileSync(file))}`;
        digests.set(file, found);
      }
      return found;
    },
  };
}
