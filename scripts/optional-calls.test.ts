import fs from "node:fs";
import path from "node:path";
import fastGlob from "fast-glob";
import { parseAst } from "vite";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");

/** Calls without side effects: skipping them is harmless. */
const PURE = new Set(
  (
    "abs ceil floor max min round fromCodePoint parseInt slice stringify toLowerCase " +
    "createResources stemLength toEncodedAudioChunk AbortController DOMException"
  ).split(" "),
);

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** What a call is a call of: the last part of its name. */
function nameOf(node: Node): string {
  const callee = node["callee"] as Node;
  return String(((callee["property"] ?? callee) as Node)["name"]);
}

/** Nodes that do something, where a value is computed; not those in functions that are only made. */
function effectsIn(node: Node): Node[] {
  if (/Function|^Class/.test(node.type)) return [];
  if (/^(Await|Yield|Assignment|Update|Import)Expression$/.test(node.type)) return [node];
  const isCall = node.type === "CallExpression" || node.type === "NewExpression";
  if (isCall && !PURE.has(nameOf(node))) return [node];
  return childrenOf(node).flatMap(effectsIn);
}

/** What a chain computes behind its `?.`: nothing of it is done when there is nothing before. */
function skippable(node: Node): { readonly isOptional: boolean; readonly found: Node[] } {
  const before = (node["callee"] ?? node["object"] ?? node["expression"]) as Node | undefined;
  if (!before || !/^(Call|Member|TSNonNull)Expression$/.test(node.type))
    return { isOptional: false, found: [] };
  const inner = skippable(before);
  const isOptional = inner.isOptional || node["optional"] === true;
  const computed =
    node.type === "CallExpression" ? node["arguments"] : node["computed"] ? node["property"] : [];
  return {
    isOptional,
    found: isOptional
      ? [...inner.found, ...[computed].flat().filter(isNode).flatMap(effectsIn)]
      : [],
  };
}

function problemsIn(text: string, lang: "ts" | "tsx"): string[] {
  const found: string[] = [];
  const walk = (node: Node): void => {
    if (node.type === "ChainExpression")
      for (const { start } of skippable(node["expression"] as Node).found) {
        const before = text.slice(0, start).split("\n");
        found.push(`${before.length}: ${text.slice(start).split("\n", 1)[0]}`);
      }
    childrenOf(node).forEach(walk);
  };
  walk(parseAst(text, { lang }) as unknown as Node);
  return found;
}

it("sees what would not be done", () => {
  const bad = [
    "f?.(await g());",
    "f?.((await g()) as never);",
    "f?.(await g(), 1);",
    "a.b?.c(g());",
    "a?.b.c(1)(g());",
    "a?.b!.c(count++);",
    "a?.[(n = 1)];",
    "a?.b[g()];",
    "f?.({ x: [...g()] });",
    "f?.(`${new Work().run()}`);",
    "const x = y ? f?.(h?.(1) ?? g()) : 0;",
  ];
  for (const text of bad) expect(problemsIn(text, "ts"), text).not.toEqual([]);
  const good = [
    "const x = await g(); f?.(x);",
    "f(await g());",
    "f?.(() => g());",
    "f?.(async () => { await g(); });",
    "(await g())?.b;",
    "g()?.b(1);",
    "f?.(Math.max(1, a.b));",
    "if (f) f(await g());",
  ];
  for (const text of good) expect(problemsIn(text, "ts"), text).toEqual([]);
});

it("no work is an argument of a call that may be left out (`f?.(await work())`): name its result first", () => {
  const files = fastGlob.sync("**/*.{ts,tsx,mjs}", {
    cwd: ROOT,
    ignore: ["**/node_modules/**", "**/.toolkit/**", "**/.tsc/**", "dist/**", "shards/**"],
  });
  expect(files.length).toBeGreaterThan(1000);
  const problems = files.flatMap((file) => {
    const text = fs.readFileSync(path.join(ROOT, file), "utf8");
    if (!text.includes("?.")) return [];
    return problemsIn(text, file.endsWith("x") ? "tsx" : "ts").map((line) => `${file}:${line}`);
  });
  expect(problems).toEqual([]);
});
