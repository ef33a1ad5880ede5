import fs from "node:fs";
import path from "node:path";
import fastGlob from "fast-glob";
import type { Plugin } from "vite";
import { mergeMessages } from "#core/page/merge-messages.ts";
import { PACKAGE_NAME } from "#core/site/package-name.ts";
import type { MessageTree } from "#core/page/render.ts";
import type { Overlay } from "#cli/files/code-layers.ts";

/** The prefix with which a site's code imports modules of the program. */
export const PROGRAM = `${PACKAGE_NAME}/`;
/** Modules that the program's own code imports as subpaths (`imports` of package.json). */
const SUBPATH = /^#(?=(?:audio|core|runtime)\/)/;

/** The path below the program's folder to which a specifier refers, if any. */
function programPath(specifier: string): string | undefined {
  if (specifier.startsWith(PROGRAM)) return specifier.slice(PROGRAM.length);
  return SUBPATH.test(specifier) ? specifier.slice(1) : undefined;
}

/** Packages that may be loaded only once. */
const SINGLE = /^(react|react-dom|scheduler|zustand|i18next)(\/|$)/;
const GLOB = /import\.meta\.glob(?:<[^()]{0,500}>)?\(\s*(\[[^[\]]*\]|"[^"]*")\s*(?:,\s*)?\)/g;
const ADDRESS = /new URL\(\s*"(\.[^"]+)",\s*import\.meta\.url\s*\)/g;
const STYLE_NAME = /(@import\s+|url\(\s*)(["']?)(\.[^"')]+)\2/g;
const MESSAGES = /^runtime\/panels\/[\w-]+\/messages\/[\w-]+\.json$/;

/** The import specifier of a file, relative to another file. */
function named(from: string, to: string): string {
  const name = path.relative(path.dirname(from), to).split(path.sep).join("/");
  return name.startsWith(".") ? name : `./${name}`;
}

/** A stylesheet with its file references resolved to the layers. @param file absolute */
export const locateInStyle = (overlay: Overlay, css: string, file: string): string =>
  overlay.over === null
    ? css
    : css.replace(STYLE_NAME, (whole, before: string, quote: string, name: string) => {
        const target = path.resolve(path.dirname(file), name.replace(/[?#].*/s, ""));
        const found = overlay.locate(target, file);
        const rest = /[?#].*/s.exec(name)?.[0] ?? "";
        return found === target ? whole : before + quote + named(file, found) + rest + quote;
      });

/** Expands `import.meta.glob` over all layers; globs within one layer are left to the bundler. */
const writeGlobs = (overlay: Overlay, code: string, file: string): string =>
  code.replace(GLOB, (whole, given: string) => {
    const patterns = JSON.parse(given.replace(/,\s*\]$/, "]")) as string | string[];
    const [included, ...excluded] = [patterns].flat();
    const start = /^(?:\.\.?\/)+(?:[\w-]+\/)*/.exec(included!)?.[0] ?? "./";
    const ignore = excluded.map((each) => each.replace(/^!/, "").slice(start.length));
    const files = overlay.list(path.resolve(path.dirname(file), start), (cwd) =>
      fastGlob.sync(included!.slice(start.length), { cwd, ignore }),
    );
    if (files.length === 0) return whole;
    const entries = files.map((each) => JSON.stringify(start + each));
    return `({${entries.map((name) => `${name}: () => import(${name})`).join(",")}})`;
  });

/** Resolves addresses of files next to a module that are in another layer. */
const locateAddresses = (overlay: Overlay, code: string, file: string): string =>
  code.replace(ADDRESS, (whole, name: string) => {
    const target = path.resolve(path.dirname(file), name);
    const found = overlay.locate(target, file);
    return found === target ? whole : whole.replace(name, named(file, found));
  });

/**
 * What the bundler's own resolver returns for a file. It notes the package of a file, whose `type`
 * decides how the file imports CommonJS; without it the output would depend on whether a relative
 * import or a subpath reached the file first.
 */
function resolved(file: string, query: string) {
  const id = fs.existsSync(file) ? fs.realpathSync(file) : file;
  const packageJsonPath = packageOf(path.dirname(id));
  return { id: id + query, ...(packageJsonPath !== undefined && { packageJsonPath }) };
}

/** Found package.json files by folder; cleared when a build starts. */
const packages = new Map<string, string | undefined>();

/** The nearest package.json at or above a folder, if there is one. */
function packageOf(folder: string): string | undefined {
  if (!packages.has(folder)) {
    const file = path.join(folder, "package.json");
    const parent = path.dirname(folder);
    const above = parent === folder ? undefined : packageOf(parent);
    packages.set(folder, fs.existsSync(file) ? file : above);
  }
  return packages.get(folder);
}

/** Resolves `#runtime/…` to the code that is bundled, which may be a copy in a site without a package. */
const ownSubpaths = (base: string): Plugin => ({
  name: "toolkit:own-subpaths",
  enforce: "pre",
  buildStart: () => packages.clear(),
  resolveId(source) {
    const [name = "", query = ""] = source.split(/(?=\?)/);
    if (!SUBPATH.test(name)) return null;
    const file = path.join(base, name.slice(1));
    return fs.existsSync(file) ? resolved(file, query) : null;
  },
});

/**
 * Layers a site's code over the program's: each imported file is looked up in the site first, so a
 * site
 * file adds to the program or replaces exactly one of its files. A site without code of its own has none to add.
 */
export function ownFiles(overlay: Overlay): Plugin {
  const { base, over } = overlay;
  if (over === null) return ownSubpaths(base);
  const isCode = (file: string): boolean =>
    !/[\\/]node_modules[\\/]/.test(path.relative(base, file)) &&
    (file.startsWith(base + path.sep) || overlay.isOwn(file));
  const program = path.join(base, "runtime/entry-server.tsx");
  return {
    name: "toolkit:own-files",
    enforce: "pre",
    buildStart: () => packages.clear(),
    async resolveId(source, importer, options) {
      const from = importer?.replace(/\?.*$/s, "");
      if (from === undefined || !path.isAbsolute(from) || !isCode(from)) return null;
      const [name = "", query = ""] = source.split(/(?=\?)/);
      const inProgram = programPath(name);
      if (inProgram === undefined && !name.startsWith(".")) {
        if (!overlay.isOwn(from) || path.isAbsolute(name) || /^(\0|virtual:)/.test(name))
          return null;
        // Packages that the site has not installed are resolved from the program.
        const rest = { ...options, skipSelf: true };
        const own = SINGLE.test(name) ? null : await this.resolve(source, importer, rest);
        return own ?? (await this.resolve(source, program, rest));
      }
      const target =
        inProgram === undefined
          ? path.resolve(path.dirname(from), name)
          : path.join(base, inProgram);
      if (overlay.isOwn(target) && !overlay.isCode(target) && fs.existsSync(target))
        this.error(
          `${overlay.nameOf(from)} imports ${overlay.nameOf(target)}: code of a site is in runtime/ and audio/`,
        );
      const found = overlay.locate(target, from);
      if (found === target && inProgram === undefined) return null;
      // The bundler's resolver also returns real paths; a second path would be a second module
      // instance.
      return resolved(found, query);
    },
    load(id) {
      if (!overlay.isOwn(id) || !MESSAGES.test(overlay.nameOf(id))) return null;
      const under = path.join(base, overlay.nameOf(id));
      if (!fs.existsSync(under)) return null;
      this.addWatchFile(under);
      const read = (file: string) => JSON.parse(fs.readFileSync(file, "utf8")) as MessageTree;
      return JSON.stringify(mergeMessages(read(under), read(id)));
    },
    transform(code, id) {
      const file = id.replace(/\?.*$/s, "");
      if (!path.isAbsolute(file) || !isCode(file)) return null;
      let text = code;
      if (file.endsWith(".css")) text = locateInStyle(overlay, code, file);
      else if (/\.tsx?$/.test(file) && code.includes("import.meta."))
        text = locateAddresses(overlay, writeGlobs(overlay, code, file), file);
      return text === code ? null : { code: text, map: null };
    },
  };
}
