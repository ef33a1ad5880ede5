import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { ServerBundle } from "#core/page/render.ts";
import { importServer, packagesDigest, serverFile, sourceKey } from "../build/bundle/bundle.ts";
import { describeBundleError } from "../build/bundle/bundle-error.ts";
import { type CodeLayers, type Overlay, createOverlay } from "../files/code-layers.ts";
import { exists, tidy } from "../files/files.ts";
import { ownFiles } from "../build/bundle/plugins/own-files.ts";
import { siteConfig } from "../build/bundle/site-config.ts";

export interface ServerSource {
  readonly layers: CodeLayers;
  /** Folder of the program. */
  readonly home: string;
  /** Cache folder of the bundles. */
  readonly cache: string;
}

export interface LoadedBundle extends ServerBundle {
  /** Path of the bundle, with a source map and the files that its HTML names next to it. */
  readonly file: string;
}

/** Maximum number of bundles cached for the next start. */
const MAX_BUNDLES = 3;

/**
 * The site's rendering code, bundled again when it changes. If an earlier run bundled the same
 * code, its bundle is used, and the bundler is not loaded.
 */
export function createServerBundle({ layers, home, cache }: ServerSource) {
  const overlay = createOverlay(layers);
  let current: Promise<LoadedBundle> | undefined;
  let started = 0;
  /** Key of the code just before it was last bundled. */
  let key = "";

  const keyNow = (): string =>
    sourceKey(
      { layers, development: true, embeds: false, packages: packagesDigest(home, layers) },
      home,
    );

  async function load(): Promise<LoadedBundle> {
    key = keyNow();
    const folder = path.join(cache, key);
    const serverDigest = key;
    if (!exists(serverFile(folder))) await bundle(folder);
    const file = serverFile(folder);
    return { ...(await importServer({ folder, serverDigest })), file };
  }

  async function bundle(folder: string): Promise<void> {
    const { build } = await import("vite");
    const entry = overlay.entry("entry-server.tsx", "entry-server.ts");
    if (!entry) throw describeBundleError(new Error("runtime/entry-server.tsx is missing"), layers);
    // The same code may be bundled twice at once: after an edit, and after one that reverts it.
    const work = `${folder}.${process.pid}-${++started}`;
    try {
      await build({
        ...siteConfig(overlay, true),
        plugins: [reactAsItIs(overlay), ownFiles(overlay)],
        ssr: { noExternal: true },
        build: {
          ssr: true,
          // What its HTML names, such as the glyphs of tools.
          ssrEmitAssets: true,
          outDir: path.join(work, "server"),
          emptyOutDir: true,
          minify: false,
          sourcemap: "hidden",
          target: "node22",
          rolldownOptions: {
            input: entry,
            experimental: { lazyBarrel: true },
            output: { entryFileNames: "entry-server.mjs", codeSplitting: false },
          },
        },
      });
      fs.rmSync(folder, { recursive: true, force: true });
      fs.renameSync(work, folder);
    } catch (error) {
      throw describeBundleError(error, layers);
    } finally {
      tidy(work);
    }
    prune(cache, folder);
  }

  return {
    /** @throws BUNDLE_FAILED with the location in the code */
    get: (): Promise<LoadedBundle> => (current ??= load()),
    /** Whether the code has changed since it was bundled without a notification. */
    isStale: (): boolean => keyNow() !== key,
    /** Discards the bundle after a change of the code. */
    renew(): void {
      current = undefined;
    },
  };
}

/**
 * React is large and never modified: the bundle imports its installed files by absolute path, and
 * Node caches their compiled code.
 */
function reactAsItIs({ base, isOwn }: Overlay): Plugin {
  return {
    name: "toolkit:react-as-it-is",
    enforce: "pre",
    resolveId(id, importer) {
      if (!/^react(-dom)?(\/[\w./-]+)?$/.test(id)) return null;
      const { resolve } = createRequire(
        importer === undefined || isOwn(importer) ? path.join(base, "package.json") : importer,
      );
      return { id: pathToFileURL(resolve(id)).href, external: true };
    },
  };
}

function prune(cache: string, newest: string): void {
  const folders = fs
    .readdirSync(cache)
    .map((name) => path.join(cache, name))
    .filter((folder) => folder !== newest)
    .map((folder) => ({ folder, at: fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at);
  for (const { folder } of folders.slice(MAX_BUNDLES - 1)) tidy(folder);
}
