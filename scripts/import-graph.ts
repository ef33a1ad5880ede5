import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { isNode, walk, type Node } from "./syntax-tree.ts";

/** An import of one file by another; `later` where it is loaded when it is wanted. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly later: boolean;
}

/** Files, with `/` between folders, and the imports among them. Packages are left out. */
export interface ImportGraph {
  readonly files: readonly string[];
  readonly arrows: readonly Arrow[];
}

const textOf = (node: unknown): string | null =>
  isNode(node) && node.type === "Literal" && typeof node["value"] === "string"
    ? node["value"]
    : null;

/** What a module imports, types included, and what it starts by its address. */
function importsOf(
  text: string,
  file: string,
): { readonly name: string; readonly later: boolean }[] {
  const program = parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
  return [...walk(program)].flatMap((node) => {
    const later = node.type === "ImportExpression" || node.type === "NewExpression";
    const isAddress =
      node.type === "NewExpression" && (node["callee"] as Node | null)?.["name"] === "URL";
    const name = textOf(isAddress ? (node["arguments"] as unknown[])[0] : node["source"]);
    return name && /^[.#]/.test(name) ? [{ name, later }] : [];
  });
}

/** The file that an import of another file names, below the root of the repository. */
export function resolveImport(from: string, specifier: string): string {
  const name = specifier.replace(/\?.*/s, "");
  return name.startsWith("#") ? name.slice(1) : path.posix.join(path.posix.dirname(from), name);
}

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
const isCode = (file: string): boolean => /(?<!\.d)\.tsx?$/.test(file);

/**
 * Reads the code and stylesheets below a folder. Tests are among the files, and their imports are not.
 * @param root folder of the repository
 */
export function readImportGraph(root: string, room: string): ImportGraph {
  const files = fs
    .readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(room, name.replaceAll("\\", "/")))
    .filter(
      (file) => /\.(?:tsx?|css)$/.test(file) && !/(?:^|\/)(?:\.tsc|node_modules)\//.test(file),
    )
    .toSorted();
  const known = new Set(files);
  const arrows = files
    .filter((file) => isCode(file) && !isTest(file))
    .flatMap((from) =>
      importsOf(fs.readFileSync(path.join(root, from), "utf8"), from)
        .map(({ name, later }) => ({
          from,
          to: resolveImport(from, name),
          later,
        }))
        .filter(({ to }) => known.has(to)),
    );
  return { files, arrows };
}

/** Folders that import each other, as `a ↔ b: file of the rarer way`. */
export function folderPairs({ arrows }: ImportGraph): readonly string[] {
  const between = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    const [from, to] = [path.posix.dirname(arrow.from), path.posix.dirname(arrow.to)];
    if (from !== to) between.set(`${from} ${to}`, [...(between.get(`${from} ${to}`) ?? []), arrow]);
  }
  return [...between].flatMap(([key, there]) => {
    const [from, to] = key.split(" ") as [string, string];
    const back = between.get(`${to} ${from}`);
    if (!back || from > to) return [];
    const rare = there.length < back.length ? there : back;
    return [`${from} ↔ ${to}: ${rare.map((arrow) => `${arrow.from} → ${arrow.to}`).join(", ")}`];
  });
}

/** Groups of names of which each leads to each other (Tarjan 1972). */
function ringsOf(ways: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const number = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const rings: string[][] = [];
  const visit = (name: string): void => {
    number.set(name, number.size);
    low.set(name, number.get(name)!);
    stack.push(name);
    for (const next of ways.get(name) ?? []) {
      if (!number.has(next)) visit(next);
      if (stack.includes(next)) low.set(name, Math.min(low.get(name)!, low.get(next)!));
    }
    if (low.get(name) !== number.get(name)) return;
    const ring = stack.splice(stack.indexOf(name));
    if (ring.length > 1) rings.push(ring.toSorted());
  };
  for (const name of ways.keys()) if (!number.has(name)) visit(name);
  return rings;
}

/** Rings of imports among files, or among folders, types included. What is loaded later makes none. */
export function rings(
  { arrows }: ImportGraph,
  among: "files" | "folders",
): readonly (readonly string[])[] {
  const ways = new Map<string, Set<string>>();
  const place =
    among === "files" ? (file: string) => file : (file: string) => path.posix.dirname(file);
  for (const { from, to, later } of arrows)
    if (!later && place(from) !== place(to))
      ways.set(place(from), (ways.get(place(from)) ?? new Set()).add(place(to)));
  return ringsOf(ways);
}

/** Folders with more than so many files of their own. */
export function largeFolders({ files }: ImportGraph, most: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > most).map(([name, count]) => `${name} ${count}`);
}
