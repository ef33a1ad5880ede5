import path from "node:path";
import type { Overlay } from "../../files/code-layers.ts";
import type { createGraph } from "./module-graph.ts";

/** Packages that the application shares with all code that it loads later. */
const PACKAGES = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|zustand)[\\/]/;
/** The helper that the bundler adds to every script with dynamic imports. */
const HELPER = /^\0vite[\\/]preload-helper/;

/** A chunk of the bundler with the IDs of its modules. */
export interface ChunkGroup {
  readonly name: string;
  readonly priority: number;
  readonly test: (id: string) => boolean;
}

/**
 * Groups the small scripts of a page into one file, and the application with its dependencies into
 * another. Each additional file costs a request, and a round trip if another file imports it.
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

/** The chunk that an entry only re-exports, or the entry itself. */
export function bodyOf<C extends ImportingChunk>(
  chunk: C | undefined,
  byFile: ReadonlyMap<string, C>,
): C | undefined {
  if (chunk?.moduleIds.length !== 0 || chunk.imports.length !== 1) return chunk;
  return byFile.get(chunk.imports[0]!);
}
