import fs from "node:fs";
import path from "node:path";
import type { ViteDevServer } from "vite";
import type { PageKind } from "../../core/page/page.ts";
import type { PageAssets } from "../../core/page/render.ts";
import { exists } from "../files/files.ts";
import { createGraph } from "../build/bundle/module-graph.ts";
import { BUNDLED_PAGES, modulesOf, PAGE_MODULES } from "../build/bundle/page-modules.ts";
import { sheetsOf } from "../build/bundle/sheets.ts";

/** Where the stylesheets of pages are, each made of its files when it is asked for. */
export const STYLE_PATH = "/@toolkit/styles/";

const find = (runtime: string, name: string): string | undefined =>
  [".tsx", ".ts"].map((end) => path.join(runtime, name + end)).find(exists);

/** The site's code as pages see it: what each kind loads, and which modules make HTML. */
export function createCode(runtime: string, scripts: readonly string[]) {
  /** The same object throughout, for those who hold it. */
  const sheets = new Map<string, readonly string[]>();
  let server: ReadonlySet<string> = new Set();
  let isKnown = false;

  function look(): void {
    if (isKnown) return;
    isKnown = true;
    const graph = createGraph();
    const entry = find(runtime, "entry-server") ?? path.join(runtime, "entry-server.tsx");
    const modules = modulesOf(graph, runtime, entry);
    server = graph.reach(entry);
    sheets.clear();
    for (const [name, files] of sheetsOf(
      graph,
      modules,
      find(runtime, "entry-client"),
      BUNDLED_PAGES,
    ))
      sheets.set(name, files);
  }

  return {
    clientEntry: (): string | undefined => find(runtime, "entry-client"),
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
          { scripts, preloads: [], styles: hrefs(kind) },
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
    files.map((file) => preprocessCSS(fs.readFileSync(file, "utf8"), file, vite.config)),
  );
  return texts.map((result) => result.code).join("\n");
}
