import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ImportGraph,
  folderPairs,
  largeFolders,
  readImportGraph,
  rings,
} from "./import-graph.ts";

const ROOT = path.join(import.meta.dirname, "..");
/** Files that a folder may hold, stylesheets and tests included. */
const MOST = 25;

describe("the reader of imports", () => {
  const FILES: Readonly<Record<string, string>> = {
    "room/a/one.ts": 'import { two } from "../b/two.ts";\nexport const one = two;\n',
    "room/a/three.ts": "export type Three = 3;\n",
    "room/a/one.test.ts": 'import "../b/two.ts";\n',
    "room/b/two.ts": 'import type { Three } from "../a/three.ts";\nexport const two: Three = 3;\n',
    "room/c/four.tsx": 'export { five } from "./five.ts";\nimport css from "./four.module.css";\n',
    "room/c/five.ts": 'export type { Four } from "./six.ts";\nexport const five = 5;\n',
    "room/c/six.ts": 'import "./four.tsx";\nimport "zod";\nexport type Four = 4;\n',
    "room/c/four.module.css": "",
    "room/d/later.ts":
      'void import("../e/worker.ts");\nnew Worker(new URL("../e/worker.ts", import.meta.url));\n',
    "room/e/worker.ts": 'import "../d/later.ts";\n',
  };
  let root = "";
  let graph: ImportGraph;
  beforeAll(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), "rooms-"));
    for (const [file, text] of Object.entries(FILES)) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    graph = readImportGraph(root, "room");
  });
  afterAll(() => fs.rmSync(root, { recursive: true }));

  it("finds folders that import each other, by types and by what is loaded later, too", () => {
    expect(folderPairs(graph)).toEqual([
      "room/a ↔ room/b: room/b/two.ts → room/a/three.ts",
      "room/d ↔ room/e: room/e/worker.ts → room/d/later.ts",
    ]);
  });

  it("finds rings of files and of folders, without what is loaded later", () => {
    expect(rings(graph, "files")).toEqual([["room/c/five.ts", "room/c/four.tsx", "room/c/six.ts"]]);
    expect(rings(graph, "folders")).toEqual([["room/a", "room/b"]]);
  });

  it("counts what is in a folder itself", () => {
    expect(largeFolders(graph, 3)).toEqual(["room/c 4"]);
    expect(largeFolders(graph, 4)).toEqual([]);
  });
});

describe.each(["runtime", "audio", "cli", "core", "server"])("%s/", (room) => {
  const graph = readImportGraph(ROOT, room);

  it("has no two folders that import each other", () => {
    expect(graph.arrows.length).toBeGreaterThan(30);
    expect(folderPairs(graph)).toEqual([]);
  });

  it("has no ring of imports", () => {
    expect(rings(graph, "folders")).toEqual([]);
    expect(rings(graph, "files")).toEqual([]);
  });
});

it.each(["runtime", "audio", "cli", "server"])(
  `%s/ has at most ${MOST} files in a folder`,
  (room) => {
    expect(largeFolders(readImportGraph(ROOT, room), MOST)).toEqual([]);
  },
);

describe("the build", () => {
  const { arrows } = readImportGraph(ROOT, "cli/build");
  /** In the order of their work; what several of them need is `shared`, what is kept `state`. */
  const STAGES = ["shared", "load", "state", "plan", "bundle", "render", "write", "publish"];
  const stageOf = (file: string): number => STAGES.indexOf(file.split("/")[2]!);

  it("has stages that see those before them alone", () => {
    const stages = arrows.filter(({ from }) => stageOf(from) >= 0);
    expect(new Set(stages.map(({ from }) => stageOf(from))).size).toBe(STAGES.length - 1);
    expect(stages.filter(({ from, to }) => stageOf(to) < 0 || stageOf(to) > stageOf(from))).toEqual(
      [],
    );
  });
});

describe("the workspace", () => {
  const { arrows } = readImportGraph(ROOT, "runtime");
  /** Imports out of a place, into another one but for what is allowed. */
  const leaks = (from: string, into: string, allowed: RegExp = /^$/): string[] =>
    arrows
      .filter((arrow) => arrow.from.startsWith(from) && arrow.to.startsWith(into))
      .filter(({ to }) => !to.startsWith(from) && !allowed.test(to))
      .map((arrow) => `${arrow.from} → ${arrow.to}`);

  it("has panels on the kit, the kit on the contract, and nothing the other way", () => {
    const CONTRACT = /^runtime\/workspace\/contract\//;
    expect(leaks("runtime/panels/", "runtime/workspace/", CONTRACT)).toEqual([]);
    expect(leaks("runtime/panel-kit/", "runtime/workspace/", CONTRACT)).toEqual([]);
    expect(leaks("runtime/workspace/", "runtime/panels/")).toEqual([]);
    expect(leaks("runtime/panel-kit/", "runtime/panels/")).toEqual([]);
  });

  it("has a contract that sees no views", () => {
    const seen = arrows.filter(
      ({ from, to }) =>
        from.startsWith("runtime/workspace/contract/") &&
        (/^runtime\/(?:panel-kit|ui)\//.test(to) || (to.endsWith(".tsx") && !/i18n/.test(to))),
    );
    expect(seen).toEqual([]);
  });
});
