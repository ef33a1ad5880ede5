import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");
const DOCUMENT = path.join(ROOT, "ARCHITECTURE.md");
const HEAD = "| project | runs in | imports | contents |";

interface Project {
  readonly compilerOptions?: {
    readonly lib?: readonly string[];
    readonly types?: readonly string[];
  };
  readonly references?: readonly { readonly path: string }[];
}
const read = (folder: string): Project =>
  JSON.parse(fs.readFileSync(path.join(ROOT, folder, "tsconfig.json"), "utf8")) as Project;

/** Where code runs that sees these libraries and types. */
function environmentOf({ lib = [], types = [] }: NonNullable<Project["compilerOptions"]>): string {
  const seen = [
    ...(lib.includes("dom") ? ["browser"] : []),
    ...(lib.includes("webworker") ? ["worker"] : []),
    ...(types.includes("node") ? ["Node"] : []),
  ];
  return seen.length === 0 ? "anywhere" : seen.join(" and ");
}

/** The table of projects as their settings state it. @param contentsOf what is said of a folder */
function tableOf(contentsOf: (folder: string) => string): string {
  const rows = read("").references!.map(({ path: folder }) => {
    const { compilerOptions = {}, references = [] } = read(folder);
    const imports = references.map((each) => `\`${path.posix.join(folder, each.path)}\``);
    return `| \`${folder}/\` | ${environmentOf(compilerOptions)} | ${imports.join(", ") || "none"} | ${contentsOf(folder)} |`;
  });
  return [HEAD, "| --- | --- | --- | --- |", ...rows].join("\n");
}

it("the table of projects in ARCHITECTURE.md is what the settings of TypeScript state", () => {
  const text = fs.readFileSync(DOCUMENT, "utf8");
  const start = text.indexOf(HEAD);
  expect(start).toBeGreaterThan(0);
  const end = text.indexOf("\n\n", start);
  const contents = new Map(
    text
      .slice(start, end)
      .split("\n")
      .map((row) => row.split("|").map((cell) => cell.trim()))
      .map(([, project = "", , , cell = ""]) => [project.replaceAll(/[`/]*$|^`/g, ""), cell]),
  );
  const expected = tableOf((folder) => contents.get(folder) ?? "");
  if (process.env["TOOLKIT_PROJECT_TABLE"] === "write")
    fs.writeFileSync(DOCUMENT, text.slice(0, start) + expected + text.slice(end));
  else expect(text.slice(start, end)).toBe(expected);
  expect([...contents.values()]).not.toContain("");
});
