import path from "node:path";
import type { ViteDevServer } from "vite";
import type { PageKind } from "#core/page/page.ts";
import type { PageAssets } from "#core/page/render.ts";
import type { Overlay } from "../files/code-layers.ts";
import { createGraph } from "../build/bundle/module-graph.ts";
import { BUNDLED_PAGES, modulesOf, PAGE_MODULES } from "../build/bundle/page-modules.ts";
import { readStyle } from "../build/bundle/stylesheets.ts";
import { sheetsOf } from "../build/bundle/sheets.ts";

/** Where the stylesheets of pages are, each made of its files when it is asked for. */
export const STYLE_PATH = "/@toolkit/styles/";

/** The site's code as pages see it: what each kind loads, and which modules make HTML. */
export function createCode(overlay: Overlay, scripts: readonly string[]) {
  const clientEntry = () => overlay.entry("entry-client.tsx", "entry-client.ts");
  /** The same object throughout, for those who hold it. */
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
    /** Whether HTML is made by a module. */
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
          { scripts, preloads: [], fonts: [], styles: hrefs(kind) },
        ]),
      ) as Record<PageKind, PageAssets>;
    },
    /** Imports may have changed. */
    forget(): void {
      isKnown = false;
    },
  };
}

export type Code = ReturnType<typeof createCode>;

/** The text of a stylesheet; undefined for one that there is not. */
export async function readSheet(
  vite: ViteDevServer,
  code: Code,
  name: string,
): Promise<string | undefined> {
  const files = code.sheets().get(name);
  if (!files) return undefined;
  const { preprocessCSS } = await import("vite");
  const texts = await Promise.all(
    files.map((file) => preprocessCSS(readStyle(code.overlay, file), file, vite.config)),
  );
  return texts.map((result) => result.code).join("\n");
}
