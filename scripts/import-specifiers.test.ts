import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { expect, it } from "vitest";
import { resolveImport } from "./import-graph.ts";
import { isNode, walk, type Node } from "./syntax-tree.ts";

const ROOT = path.join(import.meta.dirname, "..");
const PACKAGES = ["audio", "bench", "cli", "core", "runtime", "scripts", "server", "tests"];

const filesOf = (folder: string): readonly string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")))
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !/\/(?:\.tsc|node_modules)\//.test(file));

/** Specifiers of the modules that a file imports, types included. */
function specifiersOf(text: string, file: string): readonly string[] {
  const program = parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
  return [...walk(program)].flatMap(({ type, source }) =>
    /^(?:Import|Export)/.test(type) && isNode(source) && typeof source["value"] === "string"
      ? [source["value"]]
      : [],
  );
}

/** The folder that a module shares with those that it may import by a relative path of any length. */
const unitOf = (file: string): string =>
  /^runtime\/panels\/[^/]+\//.exec(file)?.[0] ?? `${file.split("/", 1)[0]}/`;

/** Relative imports that leave the package, or that climb three folders or more inside of it. */
function climbing(text: string, file: string): readonly string[] {
  return specifiersOf(text, file).filter((name) => {
    const levels = /^(?:\.\.\/)*/.exec(name)![0].length / 3;
    if (levels === 0 || !/\.tsx?$/.test(name)) return false;
    const target = resolveImport(file, name);
    if (target.split("/", 1)[0] !== file.split("/", 1)[0]) return true;
    return levels > 2 && !(unitOf(file).includes("panels") && unitOf(file) === unitOf(target));
  });
}

it("finds relative imports that climb", () => {
  const text = `import { a } from "../../core/a.ts";
import type { b } from "../../../pages/b.ts";
import { c } from "../c.ts";
export { d } from "#core/d.ts";
const e = await import("../../../../core/e.ts");
`;
  expect(climbing(text, "runtime/ui/parts/x/y.ts")).toEqual([
    "../../../pages/b.ts",
    "../../../../core/e.ts",
  ]);
  expect(climbing('import "../../../result.ts";', "runtime/panels/editor/a/b/c/d.ts")).toEqual([]);
  expect(climbing('import "../../../editor/result.ts";', "runtime/panels/asmr/a/c.ts")).toEqual([
    "../../../editor/result.ts",
  ]);
});

it("packages are imported by their names, as `#core/…`, and so is what is three folders up", () => {
  const files = PACKAGES.flatMap(filesOf);
  expect(files.length).toBeGreaterThan(2500);
  const found = files.flatMap((file) =>
    climbing(fs.readFileSync(path.join(ROOT, file), "utf8"), file).map(
      (name) => `${file}: ${name}`,
    ),
  );
  expect(found).toEqual([]);
});
