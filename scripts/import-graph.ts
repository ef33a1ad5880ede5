import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { isNode, walk, type Node } from "./syntax-tree.ts";

/** An import of one file by another; `isLazy` if it is a dynamic import or a worker. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  readonly isLazy: boolean;
}

/** Files, with `/` between folders, and the imports among them, without npm packages. */
export interface ImportGraph {
  readonly files: readonly string[];
  readonly edges: readonly ImportEdge[];
}

const textOf = (node: unknown): string | null =>
  isNode(node) && node.type === "Literal" && typeof node["value"] === "string"
    ? node["value"]
    : null;

/** What a module imports, types included, and the scripts it loads by URL. */
function importsOf(
  text: string,
  file: string,
): { readonly name: string; readonly isLazy: boolean }[] {
  const program = parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
  return [...walk(program)].flatMap((node) => {
    const isLazy = node.type === "ImportExpression" || node.type === "NewExpression";
    const isUrl =
      node.type === "NewExpression" && (node["callee"] as Node | null)?.["name"] === "URL";
    const name = textOf(isUrl ? (node["arguments"] as unknown[])[0] : node["source"]);
    return name && /^[.#]/.test(name) ? [{ name, isLazy }] : [];
  });
}

/** The file that an import of another file names, below the root of the repository. */
export function resolveImport(from: string, specifier: string): string {
  const name = specifier.replace(/\?.*/s, "");
  return name.startsWith("#") ? name.slice(1) : path.posix.join(path.posix.dirname(from), name);
}

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
const isCode = (file: string): boolean => /(?<!\.d)\.tsx?$/.test(file);

/** Code and stylesheets below a folder. @param root folder of the repository */
function filesIn(root: string, folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")))
    .filter(
      (file) => /\.(?:tsx?|css)$/.test(file) && !/(?:^|\/)(?:\.tsc|node_modules)\//.test(file),
    );
}

/** The imports among files. @param root folder of the repository */
function edgesAmong(root: string, files: readonly string[], importing: readonly string[]) {
  const known = new Set(files);
  return importing.flatMap((from) =>
    importsOf(fs.readFileSync(path.join(root, from), "utf8"), from)
      .map(({ name, isLazy }) => ({ from, to: resolveImport(from, name), isLazy }))
      .filter(({ to }) => known.has(to)),
  );
}

/**
 * Reads the code and stylesheets below a folder. Tests count as files; their imports are left out.
 * @param root folder of the repository
 */
export function readImportGraph(root: string, folder: string): ImportGraph {
  const files = filesIn(root, folder).toSorted();
  const code = files.filter((file) => isCode(file) && !isTest(file));
  return { files, edges: edgesAmong(root, files, code) };
}

/** Reads the code below some folders, with the imports of tests. */
export function readTestImports(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) => filesIn(root, folder)).toSorted();
  return { files, edges: edgesAmong(root, files, files.filter(isCode)) };
}

export type Level = "file" | "folder" | "area";

/**
 * The unit of a file: the file, its folder, or its area: the folder below the package (`runtime/audio`), or
 * the file itself where it lies in the package's own folder.
 */
const UNIT_OF: Readonly<Record<Level, (file: string) => string>> = {
  file: (file) => file,
  folder: (file) => path.posix.dirname(file),
  area: (file) => file.split("/").slice(0, 2).join("/"),
};

/** Edges between different units, by both. */
function edgesBetween(edges: readonly ImportEdge[], level: Level) {
  const between = new Map<string, Map<string, ImportEdge[]>>();
  for (const edge of edges) {
    const [from, to] = [UNIT_OF[level](edge.from), UNIT_OF[level](edge.to)];
    if (from === to) continue;
    const targets = between.get(from) ?? new Map<string, ImportEdge[]>();
    between.set(from, targets.set(to, [...(targets.get(to) ?? []), edge]));
  }
  return between;
}

/** Folders that import each other, as `a ↔ b: imports of the rarer direction`. */
export function mutualImports({ edges }: ImportGraph): readonly string[] {
  const between = edgesBetween(edges, "folder");
  return [...between].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, forward]) => {
      const back = between.get(to)?.get(from);
      if (!back || from > to) return [];
      const rarer = forward.length < back.length ? forward : back;
      return [`${from} ↔ ${to}: ${rarer.map((edge) => `${edge.from} → ${edge.to}`).join(", ")}`];
    }),
  );
}

/** Strongly connected components of more than one node (Tarjan 1972). */
function cyclesOf(
  targetsOf: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): readonly (readonly string[])[] {
  const number = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (name: string): void => {
    number.set(name, number.size);
    low.set(name, number.get(name)!);
    stack.push(name);
    for (const next of targetsOf.get(name)?.keys() ?? []) {
      if (!number.has(next)) visit(next);
      if (stack.includes(next)) low.set(name, Math.min(low.get(name)!, low.get(next)!));
    }
    if (low.get(name) !== number.get(name)) return;
    const cycle = stack.splice(stack.indexOf(name));
    if (cycle.length > 1) cycles.push(cycle.toSorted());
  };
  for (const name of targetsOf.keys()) if (!number.has(name)) visit(name);
  return cycles;
}

/**
 * Import cycles at a level. Types count as imports. Dynamic imports count between areas alone: a file may
 * load lazily what imports it, a layer may not.
 */
export const importCycles = (
  { edges }: ImportGraph,
  level: Level,
): readonly (readonly string[])[] =>
  cyclesOf(
    edgesBetween(
      edges.filter(({ isLazy }) => level === "area" || !isLazy),
      level,
    ),
  );

/** Folders with more files of their own than `max`. */
export function largeFolders({ files }: ImportGraph, max: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > max).map(([name, count]) => `${name} ${count}`);
}
