import fs from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { type Node, isNode, walk } from "./syntax-tree.ts";

const ROOT = path.join(import.meta.dirname, "..");
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");

const TEXT = read("docs/features.md");
/** Cells of each feature. */
const rows = TEXT.split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.slice(2, -2).split(" | "))
  .filter(([feature]) => feature !== "feature");

interface NamedTest {
  readonly file: string;
  readonly title: string;
}
/** A test by its file and its title. */
const NAMED = /`([\w./-]+\.test\.tsx?)` “([^”]+)”/g;
const testsOf = (cell: string): NamedTest[] =>
  Array.from(cell.matchAll(NAMED), ([, file, title]) => ({ file: file!, title: title! }));

/** Calls that declare a test or a group of tests, also as `it.each(…)`. */
function isDeclaration(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "Identifier") return /^(?:it|test|describe)$/.test(String(callee["name"]));
  if (callee.type === "CallExpression") return isDeclaration(callee["callee"]);
  return callee.type === "MemberExpression" && isDeclaration(callee["object"]);
}

function titleOf(node: Node): string | null {
  if (node.type !== "CallExpression" || !isDeclaration(node["callee"])) return null;
  const [title] = node["arguments"] as readonly Node[];
  return title?.type === "Literal" && typeof title["value"] === "string" ? title["value"] : null;
}

/** Titles of all tests and groups of a file. */
function titlesIn(file: string): ReadonlySet<string> {
  const { program } = parseSync(file, read(file));
  return new Set([...walk(program as unknown as Node)].flatMap((node) => titleOf(node) ?? []));
}

describe("docs/features.md", () => {
  it("has rows of four cells: a feature, who has it, whether it is here, and why", () => {
    expect(rows.length).toBeGreaterThan(90);
    const isWhole = (cells: readonly string[]): boolean =>
      cells.length === 4 &&
      cells.every((cell) => cell.trim() !== "") &&
      ["yes", "partly", "no"].includes(cells[2]!);
    expect(rows.filter((cells) => !isWhole(cells))).toEqual([]);
  });

  it("names tests alone for what is here, and what is missing for everything else", () => {
    const isShown = ([, , here, reason]: readonly string[]): boolean =>
      here === "yes"
        ? reason!.replaceAll(NAMED, "").replaceAll("; ", "") === ""
        : reason!.endsWith(".") && testsOf(reason!).length === 0;
    expect(rows.filter((cells) => !isShown(cells))).toEqual([]);
  });

  it("names tests that exist, by file and title", () => {
    const named = rows.flatMap(([, , , reason]) => testsOf(reason!));
    expect(named.length).toBeGreaterThan(60);
    const files = [...new Set(named.map(({ file }) => file))];
    expect(files.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
    const titles = new Map(files.map((file) => [file, titlesIn(file)]));
    expect(named.filter(({ file, title }) => !titles.get(file)!.has(title))).toEqual([]);
  });
});
