import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ImportGraph,
  mutualImports,
  largeFolders,
  readImportGraph,
  importCycles,
} from "./import-graph.ts";

const ROOT = path.join(import.meta.dirname, "..");
/** Files that a folder may hold, stylesheets and tests included. */
const MAX_FILES = 25;

describe("the import graph", () => {
  const FILES: Readonly<Record<string, string>> = {
    "pkg/a/one.ts": 'import { two } from "../b/two.ts";\nexport const one = two;\n',
    "pkg/a/three.ts": "export type Three = 3;\n",
    "pkg/a/one.test.ts": 'import "../b/two.ts";\n',
    "pkg/b/two.ts": 'import type { Three } from "../a/three.ts";\nexport const two: Three = 3;\n',
    "pkg/c/four.tsx": 'export { five } from "./five.ts";\nimport css from "./four.module.css";\n',
    "pkg/c/five.ts": 'export type { Four } from "./six.ts";\nexport const five = 5;\n',
    "pkg/c/six.ts": 'import "./four.tsx";\nimport "zod";\nexport type Four = 4;\n',
    "pkg/c/four.module.css": "",
    "pkg/d/later.ts":
      'void import("../e/worker.ts");\nnew Worker(new URL("../e/worker.ts", import.meta.url));\n',
    "pkg/e/worker.ts": 'import "../d/later.ts";\n',
  };
  let root = "";
  let graph: ImportGraph;
  beforeAll(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), "layers-"));
    for (const [file, text] of Object.entries(FILES)) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    graph = readImportGraph(root, "pkg");
  });
  afterAll(() => fs.rmSync(root, { recursive: true }));

  it("finds folders that import each other, by types and dynamic imports as well", () => {
    expect(mutualImports(graph)).toEqual([
      "pkg/a ↔ pkg/b: pkg/b/two.ts → pkg/a/three.ts",
      "pkg/d ↔ pkg/e: pkg/e/worker.ts → pkg/d/later.ts",
    ]);
  });

  it("finds cycles of files and of folders without dynamic imports, and of areas with them", () => {
    expect(importCycles(graph, "file")).toEqual([
      ["pkg/c/five.ts", "pkg/c/four.tsx", "pkg/c/six.ts"],
    ]);
    expect(importCycles(graph, "folder")).toEqual([["pkg/a", "pkg/b"]]);
    expect(importCycles(graph, "area")).toEqual([
      ["pkg/a", "pkg/b"],
      ["pkg/d", "pkg/e"],
    ]);
  });

  it("counts the files of a folder itself", () => {
    expect(largeFolders(graph, 3)).toEqual(["pkg/c 4"]);
    expect(largeFolders(graph, 4)).toEqual([]);
  });
});

describe.each(["runtime", "audio", "cli", "core", "server"])("%s/", (project) => {
  const graph = readImportGraph(ROOT, project);

  it("has no two folders that import each other", () => {
    expect(graph.edges.length).toBeGreaterThan(30);
    expect(mutualImports(graph)).toEqual([]);
  });

  it("has no import cycles", () => {
    expect(importCycles(graph, "folder")).toEqual([]);
    expect(importCycles(graph, "file")).toEqual([]);
    expect(importCycles(graph, "area")).toEqual([]);
  });
});

it.each(["runtime", "audio", "cli", "server"])(
  `%s/ has at most ${MAX_FILES} files in a folder`,
  (project) => {
    expect(largeFolders(readImportGraph(ROOT, project), MAX_FILES)).toEqual([]);
  },
);

describe("the build", () => {
  const { edges } = readImportGraph(ROOT, "cli/build");
  /** In the order of a build; `shared` is used by several of them, `state` is stored between builds. */
  const STAGES = ["shared", "load", "state", "plan", "bundle", "render", "write", "publish"];
  const stageOf = (file: string): number => STAGES.indexOf(file.split("/")[2]!);

  it("has stages that import earlier stages only", () => {
    const stages = edges.filter(({ from }) => stageOf(from) >= 0);
    expect(new Set(stages.map(({ from }) => stageOf(from))).size).toBe(STAGES.length - 1);
    expect(stages.filter(({ from, to }) => stageOf(to) < 0 || stageOf(to) > stageOf(from))).toEqual(
      [],
    );
  });
});

describe("the workspace", () => {
  const { edges } = readImportGraph(ROOT, "runtime");
  /** Imports from one folder into another. */
  const leaks = (from: string, into: string): string[] =>
    edges
      .filter((edge) => edge.from.startsWith(from) && edge.to.startsWith(into))
      .map((edge) => `${edge.from} → ${edge.to}`);

  it("has panels above the kit, and the kit above the contract", () => {
    expect(leaks("runtime/panels/", "runtime/workspace/")).toEqual([]);
    expect(leaks("runtime/panel-kit/", "runtime/workspace/")).toEqual([]);
    expect(leaks("runtime/workspace/", "runtime/panels/")).toEqual([]);
    expect(leaks("runtime/panel-kit/", "runtime/panels/")).toEqual([]);
  });

  it("has a contract that imports no views", () => {
    const views = edges.filter(
      ({ from, to }) =>
        from.startsWith("runtime/contract/") &&
        (/^runtime\/(?:panel-kit|ui)\//.test(to) || (to.endsWith(".tsx") && !/i18n/.test(to))),
    );
    expect(views).toEqual([]);
  });
});
