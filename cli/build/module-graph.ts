import fs from "node:fs";
import path from "node:path";
import { digest } from "./hash.ts";

const IMPORT =
  /^\s*(?:import|export)\s+(?!type\b)(?:[\w*{][^;"']*?\sfrom\s*)?["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']\s*\)/gm;

/** Absolute paths of the site's own modules that a module loads; types are not loaded. */
function importsOf(file: string): string[] {
  if (!/\.[cm]?[jt]sx?$/.test(file)) return [];
  const text = fs.readFileSync(file, "utf8");
  return Array.from(text.matchAll(IMPORT), ([, found, dynamic]) =>
    path.resolve(path.dirname(file), (found ?? dynamic)!.replace(/\?.*$/, "")),
  ).filter((target) => fs.existsSync(target));
}

/** Which module loads which, found by reading; the site's modules name each other with extensions. */
export function createGraph() {
  const edges = new Map<string, readonly string[]>();
  const digests = new Map<string, string>();
  const next = (file: string): readonly string[] => {
    let found = edges.get(file);
    if (!found) edges.set(file, (found = importsOf(file)));
    return found;
  };
  return {
    /** Modules that are loaded with `start`, in the order of loading, but for those behind `barred` ones. */
    reach(start: string, barred: ReadonlySet<string> = new Set()): Set<string> {
      const found = new Set<string>();
      const entered = new Set<string>();
      const visit = (file: string): void => {
        if (entered.has(file) || barred.has(file)) return;
        entered.add(file);
        next(file).forEach(visit);
        found.add(file);
      };
      if (fs.existsSync(start)) visit(start);
      return found;
    },
    /** Digest of a module's place and content. */
    digestOf(file: string, base: string): string {
      let found = digests.get(file);
      if (found === undefined) {
        found = `${path.relative(base, file)} ${digest(fs.readFileSync(file))}`;
        digests.set(file, found);
      }
      return found;
    },
  };
}
