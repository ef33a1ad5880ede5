import type { OfflineFiles } from "#core/page/app-data.ts";

export interface ScriptChunk {
  readonly fileName: string;
  readonly code: string;
  /** Absolute path of the module for which the chunk was made, if any. */
  readonly facadeModuleId: string | null;
  /** Absolute paths of all its modules. */
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly styles: readonly string[];
}

export interface Asset {
  /** Size in bytes. */
  readonly size: number;
  /** Source code, for a script. */
  readonly code: string;
}

export interface OfflineInput {
  readonly chunks: readonly ScriptChunk[];
  /** Files outside the site's module graph, for example workers and WebAssembly. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** Files that pages load: the client's script and stylesheets. */
  readonly starts: readonly string[];
  /** Path of a module below the runtime. */
  readonly inRuntime: (module: string) => string;
}

/**
 * Size in bytes above which a file is cached only when it is used. Applies to files that all pages
 * share
 * and to files that tools load.
 */
const MAX_SHARED_BYTES = 1024 * 1024;
const MAX_PANEL_BYTES = 8 * 1024 * 1024;

/** Sessions for models that visitors provide; loaded only when a visitor provides one. */
const ON_DEMAND = /^assets\/(studio|gpu)-session-/;

/**
 * The analysis of a file on the home page, which loads the dependencies of all tools and links to
 * their pages; the search over an index in parts, which are not cached; calls of hosted models.
 */
const WITH_CONNECTION =
  /^(?:home-file[\\/]|search[\\/]parted-search\.ts$|shell[\\/]workspace[\\/]open-hosted\.ts$)/;

/** What the workspace imports dynamically, for panels: modules of the panels' kit, and the engine. */
const KIT = /^panel-kit[\\/]/;
const ENGINE = /^audio[\\/]shared-engine\.ts$/;

/**
 * The files that a browser must cache so that pages and tools work offline: the shared files and
 * those of
 * each panel. A panel's texts are listed by locale.
 */
export function offlineFilesOf(input: OfflineInput): OfflineFiles {
  const { chunks, assets, starts, inRuntime } = input;
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const roots = new Map<string, string[]>();
  const barred = new Set<string>();
  const withPanels = new Set<string>();
  for (const { fileName, facadeModuleId, moduleIds } of chunks) {
    const file = facadeModuleId === null ? "" : inRuntime(facadeModuleId);
    const name = panelOf(file);
    if (name !== null || WITH_CONNECTION.test(file)) barred.add(fileName);
    // The bundler makes no facade of a module that other files import statically.
    if (KIT.test(file) || moduleIds.some((id) => ENGINE.test(inRuntime(id))))
      withPanels.add(fileName);
    if (name === null) continue;
    roots.set(name, [...(roots.get(name) ?? []), fileName]);
  }

  const named = new Map<string, readonly string[]>();
  /** A worker is bundled separately, so its imports are found only in its code. */
  const namedIn = (file: string): readonly string[] => {
    let found = named.get(file);
    if (!found) {
      const code = byFile.get(file)?.code ?? assets.get(file)?.code ?? "";
      const words = new Set(Array.from(code.matchAll(/[\w.-]+/g), ([word]) => `assets/${word}`));
      found = [...words].filter(
        (asset) => !byFile.has(asset) && !asset.endsWith(".css") && assets.has(asset),
      );
      named.set(file, found);
    }
    return found;
  };

  /** Dynamic imports of `without` are left out; a static import is loaded wherever it stands. */
  const reach = (from: readonly string[], without: ReadonlySet<string>): Set<string> => {
    const found = new Set<string>();
    const visit = (file: string): void => {
      const chunk = byFile.get(file);
      if (found.has(file) || ON_DEMAND.test(file)) return;
      found.add(file);
      if (chunk) {
        chunk.dynamicImports.filter((later) => !without.has(later)).forEach(visit);
        [...chunk.imports, ...chunk.styles].forEach(visit);
      }
      namedIn(file).forEach(visit);
    };
    from.forEach(visit);
    return found;
  };

  const shared = reach(starts, new Set([...barred, ...withPanels]));
  const sizeOf = (file: string): number =>
    byFile.get(file)?.code.length ?? assets.get(file)?.size ?? 0;
  const listed = (files: Iterable<string>, maxBytes: number): string[] =>
    [...files]
      .filter((file) => sizeOf(file) <= maxBytes)
      .map((file) => `/${file}`)
      .sort();
  return {
    shared: listed(shared, MAX_SHARED_BYTES),
    panels: Object.fromEntries(
      [...roots]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, own]) => {
          const files = [...reach(own, barred)].filter((file) => !shared.has(file));
          return [name, listed(files, MAX_PANEL_BYTES)];
        }),
    ),
  };
}

/** `panels/editor/job.ts` → `editor`; `panels/editor/messages/de.json` → `editor/de` */
function panelOf(file: string): string | null {
  const [, panel, messages] =
    /^panels[\\/]([\w-]+)[\\/](?:messages[\\/]([\w-]+)\.json$)?/.exec(file) ?? [];
  if (panel === undefined) return null;
  return messages === undefined ? panel : `${panel}/${messages}`;
}
