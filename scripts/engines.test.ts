import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");

interface Model {
  readonly id: string;
  readonly task: string;
  readonly quality: readonly { readonly measure: string; readonly value: number }[];
}
const { models } = JSON.parse(read("models/registry.json")) as { readonly models: Model[] };

/** Cells of the rows under a heading of docs/engines.md whose first cell begins with code. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const [section] = read("docs/engines.md").split(`\n## ${heading}\n`)[1]!.split("\n## ");
  return section!
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(2, -2).split(" | "));
}
const nameOf = (cell: string): string => /^`([^`]+)`/.exec(cell)![1]!;

/** Panel and preset of each tool. */
const tools = fs
  .globSync("content/tools/*.md", { cwd: ROOT })
  .map((file) => read(file))
  .map((text) =>
    ["panel", "preset"].map((key) => new RegExp(`^${key}: (.+)$`, "m").exec(text)![1]!).join("/"),
  );

describe("docs/engines.md", () => {
  it("TLS-9 has a row for the built-in engine of every tool, with a figure", () => {
    const rows = rowsUnder("Built in");
    expect(rows.map(([cell]) => nameOf(cell!)).toSorted()).toEqual([...new Set(tools)].toSorted());
    for (const row of rows)
      expect(row.map((cell) => cell.trim() !== "")).toEqual([true, true, true, true]);
  });

  it("TLS-9 names for each tool only tasks of models, and every task somewhere", () => {
    const named = rowsUnder("Built in").flatMap(([, tasks]) => tasks!.split(", "));
    const tasks = new Set(models.map(({ task }) => task));
    expect(new Set(named.filter((task) => task !== "–"))).toEqual(tasks);
  });

  it("TLS-9 has a row for every model, with the figures of the registry", () => {
    const rows = rowsUnder("Studio models");
    expect(rows.map(([cell]) => nameOf(cell!))).toEqual(models.map(({ id }) => id));
    for (const [at, { task, quality }] of models.entries()) {
      const [, ownTask, figures] = rows[at]!;
      expect(ownTask).toBe(task);
      if (quality.length === 0) expect(figures).toBe("not measured");
      for (const { measure, value } of quality) expect(figures).toContain(`${measure} ${value} (`);
    }
  });

  it("TLS-9 has only commands that there are", () => {
    const text = read("docs/engines.md");
    const scripts = Array.from(text.matchAll(/`node (\S+\.ts)/g), ([, file]) => file!);
    const tables = Array.from(
      text.matchAll(/bench:audio -- --only ([\w-]+)/g),
      ([, name]) => name!,
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(tables.length).toBeGreaterThan(0);
    expect(scripts.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
    const run = read("bench/audio/run.ts");
    const missing = tables.filter(
      (name) => !new RegExp(`^  "?${name}"?:|^  ${name},`, "m").test(run),
    );
    expect(missing).toEqual([]);
  });
});
