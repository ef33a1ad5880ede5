import path from "node:path";
import type { ViteDevServer } from "vite";
import type { PageKind } from "#core/page/page.ts";
import type { PageAssets } from "#core/page/render.ts";
import type { Overlay } from "../files/code-layers.ts";
import { createGraph } from "../build/bundle/module-graph.ts";
import { BUNDLED_PAGES, modulesOf, PAGE_MODULES } from "../build/bundle/page-modules.ts";
import { readStyle } from "../build/bundle/stylesheets.ts";
import { sheetsOf } from "../build/bundle/sheets.ts";

/** URL prefix of page stylesheets, which are assembled on request. */
export const STYLE_PATH = "/@toolkit/styles/";

/**
 * The site's code as pages load it: entry files per page kind, and the modules that render HTML.
 */
export function createCode(
  overlay: Overlay,
  scripts: readonly string[],
  embedScripts: readonly string[] = scripts,
) {
  const clientEntry = () => overlay.entry("entry-client.tsx", "entry-client.ts");
  /** Updated in place, because callers hold a reference. */
  const sheets = new Map<string, readonly string[]>();
  let server: ReadonlySet<string> = new Set();
  let isKnown = false;

  function look(): void {
    if (isKnown) return;
    isKnown = true;
    const graph = createGraph(overlay);
    const entry =
      overlay.entry("entry-server.tsx", "entry-server.ts") ??
      path.join(overlay.runtime, "entry-server.tsx");
    const modules = modulesOf(graph, overlay, entry);
    server = graph.reach(entry);
    sheets.clear();
    for (const [name, files] of sheetsOf(graph, modules, clientEntry(), BUNDLED_PAGES))
      sheets.set(name, files);
  }

  return {
    overlay,
    clientEntry,
    sheets: (): ReadonlyMap<string, readonly string[]> => {
      look();
      return sheets;
    },
    /** Whether a module takes part in rendering HTML. */
    isRendering(file: string): boolean {
      look();
      return server.has(file);
    },
    assets(): Record<PageKind, PageAssets> {
      look();
      const hrefs = (kind: PageKind): string[] =>
        ["shared", PAGE_MODULES[kind].toLowerCase()]
          .filter((name) => sheets.has(name))
          .map((name) => `${STYLE_PATH}${name}.css`);
      return Object.fromEntries(
        BUNDLED_PAGES.map((kind): [PageKind, PageAssets] => [
          kind,
          {
            scripts: kind === "embed" ? embedScripts : scripts,
            preloads: [],
            fonts: [],
            styles: hrefs(kind),
          },
        ]),
      ) as Record<PageKind, PageAssets>;
    },
    /** Called when imports may have changed. */
    forget(): void {
      isKnown = false;
    },
  };
}

export type Code = ReturnType<typeof createCode>;

/** Text of a stylesheet; undefined if it does not exist. */
export async function readSheet(
  vite: ViteDevServer,
  code: Code,
  name: string,
): Promise<string | undefined> {
  const files = code.sheets().get(name);
  if (!files) return undefined;
  const { preprocessCSS } = await import("vite");
  const texts = await Promise.all(
    files.map(async (file) => {
      const result = await preprocessCSS(readStyle(code.overlay, file), file, vite.config);
      return resolvePackageUrls(vite, result.code, file);
    }),
  );
  return texts.join("\n");
}

/** Files of packages, which the bundler resolves by itself. */
const PACKAGE_URL = /url\("(@?\w[\w-]*\/[^":]+)"\)/g;

/** Replaces references to files of packages by addresses that the development server answers. */
async function resolvePackageUrls(
  vite: ViteDevServer,
  css: string,
  importer: string,
): Promise<string> {
  const specifiers = new Set(Array.from(css.matchAll(PACKAGE_URL), ([, specifier]) => specifier!));
  const addresses = new Map<string, string>();
  for (const specifier of specifiers) {
    const resolved = await vite.pluginContainer.resolveId(specifier, importer);
    if (resolved)
      addresses.set(specifier, path.posix.join("/@fs/", resolved.id.replace(/\?.*$/s, "")));
  }
  return css.replace(PACKAGE_URL, (whole, specifier: string) => {
    const address = addresses.get(specifier);
    return address === undefined ? whole : `url("${address}")`;
  });
}
