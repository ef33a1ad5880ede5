import fs from "node:fs";
import path from "node:path";
import { type Plugin, type ResolvedConfig, preprocessCSS } from "vite";
import type { Overlay } from "../../files/code-layers.ts";
import { locateInStyle } from "./plugins/own-files.ts";
import { PAGE_MODULES } from "./page-modules.ts";

/** Prefix of the entries that load a stylesheet. */
export const STYLES = "virtual:toolkit/styles/";
const ALL_COMPONENTS = PAGE_MODULES["kitchen-sink"].toLowerCase();
const NAMES = "\0toolkit:names:";

/**
 * Whether pages load the rules of a file, so that scripts need only its class names. The page of
 * all
 * components does not count: it includes rules that only scripts load elsewhere.
 * @param sheets may change while code is served
 */
export const isInSheet = (sheets: ReadonlyMap<string, readonly string[]>, file: string): boolean =>
  [...sheets].some(([name, files]) => name !== ALL_COMPONENTS && files.includes(file));

/** The source of a stylesheet for the bundler. */
export const readStyle = (overlay: Overlay, file: string): string =>
  locateInStyle(overlay, fs.readFileSync(file, "utf8"), file);

/**
 * Entries that load only the files of a stylesheet. A script that imports one of these files gets
 * only
 * its class names: the page has loaded the rules.
 */
export function stylesPlugin(
  overlay: Overlay,
  sheets: ReadonlyMap<string, readonly string[]>,
): Plugin {
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
      const file = overlay.locate(path.resolve(path.dirname(importer), id), importer);
      return isInSheet(sheets, file) ? `${NAMES}${file}.js` : undefined;
    },
    async load(id) {
      if (id.startsWith(NAMES)) {
        const file = id.slice(NAMES.length, -".js".length);
        this.addWatchFile(file);
        const { modules = {} } = await preprocessCSS(readStyle(overlay, file), file, config);
        return `export default ${JSON.stringify(modules)};`;
      }
      if (!id.startsWith(`\0${STYLES}`)) return undefined;
      const files = sheets.get(id.slice(STYLES.length + 1)) ?? [];
      // A CSS module without used names would be tree-shaken.
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
