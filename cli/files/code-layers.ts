import fs from "node:fs";
import path from "node:path";
import { exists } from "./files.ts";

/** Folders of a site's code. Both paths are real paths. */
export interface CodeLayers {
  /**
   * Folder with entries, pages and their dependencies: the program's, or a complete one of the
   * site.
   */
  readonly runtime: string;
  /** Folder of a site whose `runtime/` and `audio/` add to the program's files or replace them. */
  readonly over: string | null;
}

interface Folders {
  /** Folder of the site. */
  readonly root: string;
  /** Folder of the program. */
  readonly home: string;
}

/** Code folders in which a site may have its own files. */
const OWN = ["runtime", "audio"];
/** Code folders that a site's own files can import by relative path. */
const SHARED = [...OWN, "core"];
/** Suffixes that an import specifier may omit. */
const ENDS = ["", ".tsx", ".ts", ".jsx", ".js", "/index.tsx", "/index.ts"];

/**
 * Layers of a site's code. A runtime with a server entry is complete and is the only layer.
 * @param expected whether a site without code gets a layer for files that may be added later
 */
export function codeLayers({ root, home }: Folders, expected = false): CodeLayers {
  const program = { runtime: fs.realpathSync(path.join(home, "runtime")), over: null };
  const own = path.join(root, "runtime");
  if (exists(own)) {
    const runtime = fs.realpathSync(own);
    if (runtime === program.runtime) return program;
    const isWhole = [".ts", ".tsx"].some((end) => exists(path.join(own, `entry-server${end}`)));
    return isWhole ? { runtime, over: null } : { ...program, over: path.dirname(runtime) };
  }
  const over = fs.realpathSync(root);
  const isSite = over !== path.dirname(program.runtime);
  return isSite && (expected || exists(path.join(root, "audio"))) ? { ...program, over } : program;
}

/** Runtime folders; a file in the first replaces the same file in the next. */
export const runtimesOf = ({ runtime, over }: CodeLayers): readonly string[] =>
  over === null ? [runtime] : [path.join(over, "runtime"), runtime];

/** `runtimesOf` for a site. */
export const runtimeFolders = (folders: Folders): readonly string[] =>
  runtimesOf(codeLayers(folders));

const isBelow = (folder: string, file: string): boolean => file.startsWith(folder + path.sep);
const isFile = (file: string): boolean =>
  fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/**
 * Whether a file is in the site's layer. Either layer may contain the other: a program can be
 * installed in
 * a site's `node_modules`. Files that the program stores in a site, for example dependencies
 * prebundled for
 * development, are not the site's own.
 */
export function isInOver({ runtime, over }: CodeLayers, file: string): boolean {
  if (over === null || !isBelow(over, file)) return false;
  const base = path.dirname(runtime);
  if (isBelow(base, file) && !isBelow(base, over)) return false;
  const [first, ...rest] = path.relative(over, file).split(path.sep);
  return first !== ".toolkit" && ![first, ...rest].includes("node_modules");
}

export type Overlay = ReturnType<typeof createOverlay>;

/**
 * Resolves code files in the layers of a site. Nothing is cached, because files change during
 * editing.
 */
export function createOverlay(layers: CodeLayers) {
  const { runtime, over } = layers;
  const base = path.dirname(runtime);
  /** Path of a file below its layer. */
  const relativePath = (file: string): string => path.relative(isOwn(file) ? over! : base, file);
  const isOwn = (file: string): boolean => isInOver(layers, file);
  const find = (file: string): string | undefined =>
    ENDS.map((end) => file + end).find((each) => isFile(each));

  return {
    runtime,
    base,
    over,
    /**
     * Path of a file below its layer, with forward slashes. A file has the same path as the file it
     * replaces.
     */
    nameOf: (file: string): string => relativePath(file).split(path.sep).join("/"),
    /** The first of the given runtime files that exists in a layer. */
    entry: (...names: readonly string[]): string | undefined =>
      [over === null ? [] : [path.join(over, "runtime")], runtime]
        .flat()
        .flatMap((folder) => names.map((name) => path.join(folder, name)))
        .find(isFile),
    /** Path of a file below the runtime, in either layer. */
    inRuntime: (file: string): string =>
      path.relative(isOwn(file) ? path.join(over!, "runtime") : runtime, file),
    /** Whether a file is in the site's layer. */
    isOwn,
    /** Whether a site file is in a folder for code. */
    isCode: (file: string): boolean => OWN.includes(relativePath(file).split(path.sep, 1)[0]!),
    /**
     * Resolves a file to the site's version, or else the program's. A site file that imports the
     * path it
     * replaces gets the program's version.
     * @param target absolute path in either layer; it need not exist and may lack its extension
     * @returns `target` if no layer has the file
     */
    locate(target: string, importer?: string): string {
      if (over === null) return target;
      const relative = relativePath(target);
      const folder = relative.split(path.sep, 1)[0]!;
      if (!SHARED.includes(folder)) return target;
      const own = OWN.includes(folder) ? find(path.join(over, relative)) : undefined;
      if (own !== undefined && own !== importer) return own;
      return find(path.join(base, relative)) ?? target;
    },
    /** Files of a folder in all layers, by path below the folder. @param folder in either layer */
    list(folder: string, filesOf: (folder: string) => readonly string[]): string[] {
      const relative = relativePath(folder);
      const layers = over === null ? [base] : [base, over];
      return [...new Set(layers.flatMap((layer) => filesOf(path.join(layer, relative))))].sort();
    },
  };
}
