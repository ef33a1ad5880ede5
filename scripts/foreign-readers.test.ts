import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");
/** Folders whose readers are looked for. */
const ROOMS = ["server"];
/** Names of parameters that hold text which somebody else may have written. */
const TEXT = /^(text|html|xml|json|markup|source|raw|tag|body|complaint|document|playlist)$/;
/** Functions with such a parameter that read no such text, by their files, each with its reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  "server/db/open-postgres.ts parseInteger": "a number that the database writes",
};

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const filesIn = (folder: string): readonly string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll("\\", "/")))
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !/\/(\.tsc|testing)\//.test(file));

const parse = (file: string, source: string): readonly Node[] =>
  parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }).body as unknown as Node[];

/** Names of exported functions whose first parameter is such a text. */
function readersOf(file: string, source: string): readonly string[] {
  const isReader = (fn: Node | null | undefined): boolean => {
    if (!fn || !/Function/.test(fn.type)) return false;
    const [first] = fn["params"] as Node[];
    const type = (first?.["typeAnnotation"] as Node | undefined)?.["typeAnnotation"] as Node;
    return type?.type === "TSStringKeyword" && TEXT.test(String(first!["name"]));
  };
  return parse(file, source).flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const declaration = statement["declaration"] as Node | null;
    const made =
      declaration?.type === "VariableDeclaration"
        ? (declaration["declarations"] as Node[]).map((one) => [one["id"], one["init"]])
        : [[declaration?.["id"], declaration]];
    return made
      .filter(([, fn]) => isReader(fn as Node | null))
      .map(([id]) => String((id as Node)["name"]));
  });
}

/** What tests that measure growth import, as `file name`. */
function measuredIn(file: string, source: string): readonly string[] {
  if (!source.includes("tests/growth/expect-linear-time.ts")) return [];
  return parse(file, source).flatMap((statement) => {
    if (statement.type !== "ImportDeclaration") return [];
    const from = String((statement["source"] as Node)["value"]);
    const target = path.posix.join(path.posix.dirname(file), from);
    return (statement["specifiers"] as Node[]).map(
      (one) => `${target} ${String((one["imported"] as Node | undefined)?.["name"])}`,
    );
  });
}

describe("readers of text that others wrote", () => {
  const sources = new Map(
    ROOMS.flatMap(filesIn).map((file) => [file, fs.readFileSync(path.join(ROOT, file), "utf8")]),
  );
  const measured = new Set([...sources].flatMap(([file, source]) => measuredIn(file, source)));
  const readers = [...sources]
    .filter(([file]) => !/\.test\.tsx?$/.test(file))
    .flatMap(([file, source]) => readersOf(file, source).map((name) => `${file} ${name}`));

  it("are found by their parameters", () => {
    const source = `
      export function read(text: string): void {}
      export const parse = (html: string, base: URL): number => 1;
      export const other = (name: string): number => 1;
      const own = (text: string): number => 1;
    `;
    expect(readersOf("a.ts", source)).toEqual(["read", "parse"]);
    expect(readers).toContain("server/download/lists/dash.ts parseManifest");
  });

  it("each have a test that their time grows with the length of the text", () => {
    expect(readers.filter((reader) => !measured.has(reader) && !EXEMPT[reader])).toEqual([]);
  });

  it("are exempt only while they exist", () => {
    expect(Object.keys(EXEMPT).filter((name) => !readers.includes(name))).toEqual([]);
    expect(Object.keys(EXEMPT).filter((name) => measured.has(name))).toEqual([]);
  });
});
