import path from "node:path";
import type { Overlay } from "../../files/code-layers.ts";
import type { createGraph } from "./module-graph.ts";

/** Packages that the application and all that it loads later have in common. */
const PACKAGES = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|zustand)[\\/]/;
/** What the bundler adds to every script that loads another. */
const HELPER = /^\0vite[\\/]preload-helper/;

/** A file of the bundler's: the modules of which it is made, by their ids. */
export interface ChunkGroup {
  readonly name: string;
  readonly priority: number;
  readonly test: (id: string) => boolean;
}

/**
 * The small scripts of a page, and the application with what it is made of: a file each. Every
 * further one is a request, and a round trip where it is found in another.
 * @param entry the page's script
 */
export function clientChunks(
  graph: ReturnType<typeof createGraph>,
  overlay: Overlay,
  entry: string | undefined,
): ChunkGroup[] {
  const now = (start: string) => graph.reach(start, new Set(), { later: false });
  const client = entry ? now(entry) : new Set<string>();
  const application = now(overlay.locate(path.join(overlay.runtime, "shell/start.tsx")));
  return [
    { name: "client", priority: 2, test: (id) => client.has(id) || HELPER.test(id) },
    { name: "application", priority: 1, test: (id) => application.has(id) || PACKAGES.test(id) },
  ];
}

interface ImportingChunk {
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
}

/** The chunk that an entry does nothing but import, else itself. */
export function bodyOf<C extends ImportingChunk>(
  chunk: C | undefined,
  byFile: ReadonlyMap<string, C>,
): C | undefined {
  if (chunk?.moduleIds.length !== 0 || chunk.imports.length !== 1) return chunk;
  return byFile.get(chunk.imports[0]!);
}
