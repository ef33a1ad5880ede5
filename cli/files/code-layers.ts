import fs from "node:fs";
import path from "node:path";
import { exists } from "./files.ts";

/** Where the code of a site is. Both are real folders. */
export interface CodeLayers {
  /** Folder with entries, pages and all that they load: the program's, or a whole one of the site's own. */
  readonly runtime: string;
  /** Folder of a site whose `runtime/` and `audio/` add files to the program's and take the place of others. */
  readonly over: string | null;
}

interface Folders {
  /** The site's. */
  readonly root: string;
  /** The program's. */
  readonly home: string;
}

/** Folders of code in which a site may have files of its own. */
const OWN = ["runtime", "audio"];
/** Folders of code that a site's own files find where they look for them beside themselves. */
const SHARED = [...OWN, "core"];
/** What a name of a module may lack. */
const ENDS = ["", ".tsx", ".ts", ".jsx", ".js", "/index.tsx", "/index.ts"];

/**
 * Layers of a site's code. A runtime with an entry for the server is a whole one, and the only layer.
 * @param expected whether a site without code of its own has a layer for what will come
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

/** Folders as `runtime/` is one; a file of the first takes the place of the same file of the next. */
export const runtimesOf = ({ runtime, over }: CodeLayers): readonly string[] =>
  over === null ? [runtime] : [path.join(over, "runtime"), runtime];

/** As `runtimesOf`, of a site. */
export const runtimeFolders = (folders: Folders): readonly string[] =>
  runtimesOf(codeLayers(folders));

const isBelow = (folder: string, file: string): boolean => file.startsWith(folder + path.sep);
const isFile = (file: string): boolean =>
  fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/**
 * Whether a file is in the layer over the program. Either may be below the other: a program is installed
 * in a site's `node_modules`. What the program keeps in a site, such as packages made ready for browsers
 * during development, is not the site's own.
 */
export function isInOver({ runtime, over }: CodeLayers, file: string): boolean {
  if (over === null || !isBelow(over, file)) return false;
  const base = path.dirname(runtime);
  if (isBelow(base, file) && !isBelow(base, over)) return false;
  const [first, ...rest] = path.relative(over, file).split(path.sep);
  return first !== ".toolkit" && ![first, ...rest].includes("node_modules");
}

export type Overlay = ReturnType<typeof createOverlay>;

/** Finds files of code in the layers of a site. Nothing is remembered: files come and go while it is edited. */
export function createOverlay(layers: CodeLayers) {
  const { runtime, over } = layers;
  const base = path.dirname(runtime);
  /** Path below the layer that a file is in. */
  const placeOf = (file: string): string => path.relative(isOwn(file) ? over! : base, file);
  const isOwn = (file: string): boolean => isInOver(layers, file);
  const find = (file: string): string | undefined =>
    ENDS.map((end) => file + end).find((each) => isFile(each));

  return {
    runtime,
    base,
    over,
    /** Path of a file below its layer, with forward slashes: a file in the place of another one has its path. */
    nameOf: (file: string): string => placeOf(file).split(path.sep).join("/"),
    /** The first of some files of the runtime that a layer has. */
    entry: (...names: readonly string[]): string | undefined =>
      [over === null ? [] : [path.join(over, "runtime")], runtime]
        .flat()
        .flatMap((folder) => names.map((name) => path.join(folder, name)))
        .find(isFile),
    /** Path of a file below the runtime, whichever layer it is in. */
    inRuntime: (file: string): string =>
      path.relative(isOwn(file) ? path.join(over!, "runtime") : runtime, file),
    /** Whether a file is the site's own, in a layer over the program's. */
    isOwn,
    /** Whether one of the site's own files is where code of its own must be. */
    isCode: (file: string): boolean => OWN.includes(placeOf(file).split(path.sep, 1)[0]!),
    /**
     * The file that stands for another one: the site's own, else the program's. What a file of the site
     * takes the place of is found by that file alone.
     * @param target absolute, in either layer, whether it is there or not; its ending may be missing
     * @returns the target where no layer has it
     */
    locate(target: string, importer?: string): string {
      if (over === null) return target;
      const place = placeOf(target);
      const folder = place.split(path.sep, 1)[0]!;
      if (!SHARED.includes(folder)) return target;
      const own = OWN.includes(folder) ? find(path.join(over, place)) : undefined;
      if (own !== undefined && own !== importer) return own;
      return find(path.join(base, place)) ?? target;
    },
    /** Files of a folder in all layers, by their paths below it. @param folder in either layer */
    list(folder: string, filesOf: (folder: string) => readonly string[]): string[] {
      const place = placeOf(folder);
      const layers = over === null ? [base] : [base, over];
      return [...new Set(layers.flatMap((layer) => filesOf(path.join(layer, place))))].sort();
    },
  };
}
