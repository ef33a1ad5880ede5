import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { resolveImport } from "./import-graph.ts";
import { isNode, walk, type Node } from "./syntax-tree.ts";

/** A regular expression of the sources. */
export interface FoundExpression {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

interface Module {
  readonly nodes: readonly Node[];
  /** What constants are declared as. A name that is declared twice is none of them. */
  readonly constants: ReadonlyMap<string, Node | null>;
  /** Of each imported name, the file and its name there. */
  readonly imports: ReadonlyMap<string, readonly [file: string, name: string]>;
}

function parseModule(text: string, file: string): Module {
  const lang = file.endsWith("x") ? "tsx" : file.endsWith(".ts") ? "ts" : "js";
  const nodes = [...walk(parseAst(text, { lang }) as unknown as Node)];
  const constants = new Map<string, Node | null>();
  const imports = new Map<string, readonly [string, string]>();
  for (const node of nodes) {
    const { type, id, init } = node;
    if (type === "VariableDeclarator" && isNode(id) && isNode(init))
      constants.set(id["name"] as string, constants.has(id["name"] as string) ? null : init);
    const from = type === "ImportDeclaration" ? (node["source"] as Node)["value"] : null;
    if (typeof from !== "string" || !/^[.#]/.test(from)) continue;
    for (const one of node["specifiers"] as readonly Node[]) {
      const name = (one["imported"] as Node | undefined)?.["name"];
      const own = (one["local"] as Node)["name"] as string;
      if (typeof name === "string") imports.set(own, [resolveImport(file, from), name]);
    }
  }
  return { nodes, constants, imports };
}

/** Stands for text that is known only when the program runs, such as a name. */
const UNKNOWN = "x";

/** Reads the regular expressions of files; they may contain constants of other files. */
export function createExpressionReader(read: (file: string) => string) {
  const modules = new Map<string, Module>();
  const moduleOf = (file: string): Module => {
    if (!modules.has(file)) modules.set(file, parseModule(read(file), file));
    return modules.get(file)!;
  };

  /** What a name is declared as, and in which file. */
  function declared(name: string, file: string): readonly [Node | undefined, string] {
    const { constants, imports } = moduleOf(file);
    const [from, there] = imports.get(name) ?? [file, name];
    const found = from === file ? constants.get(name) : moduleOf(from).constants.get(there);
    return [found ?? undefined, from];
  }

  function textOf(node: unknown, file: string): string {
    if (!isNode(node)) return UNKNOWN;
    if (node.type === "Literal") {
      const { regex, value } = node as { regex?: { pattern: string }; value?: unknown };
      return regex?.pattern ?? String(value);
    }
    if (node.type === "Identifier") return textOf(...declared(node["name"] as string, file));
    if (node.type === "TSAsExpression") return textOf(node["expression"], file);
    if (node.type === "BinaryExpression" && node["operator"] === "+")
      return textOf(node["left"], file) + textOf(node["right"], file);
    if (node.type === "MemberExpression" && (node["property"] as Node)["name"] === "source")
      return textOf(node["object"], file);
    const template = node.type === "TaggedTemplateExpression" ? (node["quasi"] as Node) : node;
    if (template.type !== "TemplateLiteral") return UNKNOWN;
    const parts = template["quasis"] as readonly { value: { cooked: string; raw: string } }[];
    const values = template["expressions"] as readonly Node[];
    return parts
      .map(({ value }, at) => {
        const own = template === node ? value.cooked : value.raw;
        return at < values.length ? own + textOf(values[at], file) : own;
      })
      .join("");
  }

  return (file: string): FoundExpression[] =>
    moduleOf(file).nodes.flatMap((node): FoundExpression[] => {
      const found = (source: string, flags: string): FoundExpression[] => {
        const line = read(file).slice(0, node.start).split("\n").length;
        return [{ file, line, source, flags }];
      };
      if (node["regex"]) {
        const { pattern, flags } = node["regex"] as { pattern: string; flags: string };
        return found(pattern, flags);
      }
      const isCall = node.type === "NewExpression" || node.type === "CallExpression";
      if (!isCall || (node["callee"] as Node)["name"] !== "RegExp") return [];
      const [source, flags] = node["arguments"] as readonly (Node | undefined)[];
      const known = flags ? textOf(flags, file) : "";
      return found(textOf(source, file), known === UNKNOWN ? "u" : known);
    });
}

/** The code of folders, tests and what only they use left out. */
export const codeOf = (root: string, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
    )
    .filter(
      (file) =>
        /(?<!\.test|\.d)\.(?:tsx?|mjs|js)$/.test(file) &&
        !/\/(?:\.tsc|node_modules|testing)\//.test(file),
    );
