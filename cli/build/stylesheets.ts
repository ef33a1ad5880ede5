import fs from "node:fs";
import path from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { preprocessCSS } from "vite";
import type { PageKind } from "../../core/page.ts";
import type { Graph, Modules } from "./page-modules.ts";
import { PAGE_MODULES } from "./page-modules.ts";

/**
 * Stylesheets of the site: one that all pages load, with what two or more kinds use, and one of each
 * kind with the rest. Cascade follows the order of import, the client's own styles first.
 */
export function stylesheetsOf(
  graph: Graph,
  modules: Modules,
  clientEntry: string | undefined,
  kinds: readonly PageKind[],
): Map<string, string[]> {
  const isStyle = (file: string) => file.endsWith(".css");
  const first = [
    ...(clientEntry ? graph.reach(clientEntry, new Set(), { later: false }) : []),
    ...modules.shared,
  ].filter(isStyle);
  const uses = new Map<string, Set<string>>();
  for (const kind of kinds)
    for (const file of modules.ofKind(kind))
      if (isStyle(file)) uses.set(file, (uses.get(file) ?? new Set()).add(PAGE_MODULES[kind]));
  const common = [...uses].filter(([, kinds]) => kinds.size > 1).map(([file]) => file);
  const shared = new Set([...first, ...common]);
  const sheets = new Map([["shared", [...shared]]]);
  for (const [file, kinds] of uses) {
    if (shared.has(file)) continue;
    const name = [...kinds][0]!.toLowerCase();
    sheets.set(name, [...(sheets.get(name) ?? []), file]);
  }
  return sheets;
}

/** Names of the entries that load a stylesheet. */
export const STYLES = "virtual:toolkit/styles/";
const NAMES = "\0toolkit:names:";

/**
 * Entries that load the files of a stylesheet and nothing else. A script that imports one of these
 * files gets the names of its classes alone: the page has the rules already.
 */
export function stylesPlugin(sheets: ReadonlyMap<string, readonly string[]>): Plugin {
  const listed = new Set([...sheets.values()].flat());
  let config: ResolvedConfig;
  return {
    name: "toolkit:styles",
    enforce: "pre",
    configResolved(resolved) {
      config = resolved;
    },
    resolveId(id, importer) {
      if (id.startsWith(STYLES)) return `\0${id}`;
      if (!importer || !id.endsWith(".css") || !id.startsWith(".")) return undefined;
      const file = path.resolve(path.dirname(importer), id);
      return listed.has(file) ? `${NAMES}${file}.js` : undefined;
    },
    async load(id) {
      if (id.startsWith(NAMES)) {
        const file = id.slice(NAMES.length, -".js".length);
        this.addWatchFile(file);
        const { modules = {} } = await preprocessCSS(fs.readFileSync(file, "utf8"), file, config);
        return `export default ${JSON.stringify(modules)};`;
      }
      if (!id.startsWith(`\0${STYLES}`)) return undefined;
      const files = sheets.get(id.slice(STYLES.length + 1)) ?? [];
      // A CSS module of which no name is used would be dropped.
      return files
        .map((file, at) => {
          const from = JSON.stringify(`${file}?sheet`);
          return file.endsWith(".module.css")
            ? `export * as s${at} from ${from};`
            : `import ${from};`;
        })
        .join("\n");
    },
  };
}
