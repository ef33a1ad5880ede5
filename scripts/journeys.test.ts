import fs from "node:fs";
import path from "node:path";
import fastGlob from "fast-glob";
import { describe, expect, it } from "vitest";
import { testsIn } from "./journeys.ts";

const ROOT = path.join(import.meta.dirname, "..");
const LIST = path.join(import.meta.dirname, "journeys.json");
const readText = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");
const filesIn = (...patterns: string[]): string[] =>
  fastGlob.sync(patterns, { cwd: ROOT, ignore: ["**/node_modules/**", "dist/**", ".toolkit/**"] });
const read = (file: string) => testsIn(readText(file), file.endsWith("x") ? "tsx" : "ts");

describe("journeys in a browser", () => {
  it("that the default run makes are as many in each file as scripts/journeys.json lists", () => {
    const found = Object.fromEntries(
      filesIn("tests/e2e/*.test.ts")
        .sort()
        .map((file) => [path.basename(file, ".test.ts"), read(file).count]),
    );
    // More of them make every run longer: move one to the long run, merge two, or prove it by a unit test.
    expect(found).toEqual(JSON.parse(fs.readFileSync(LIST, "utf8")));
  });

  it("of the long run prove no requirement alone: a test of the default run names it, too", () => {
    const files = filesIn("**/*.test.{ts,tsx}");
    const alone = new Set<string>();
    for (const file of files.filter((each) => readText(each).includes("inLongRun")))
      for (const id of read(file).longIds) alone.add(id);
    expect(alone.size).toBeGreaterThan(10);
    for (const file of files) {
      const text = readText(file);
      if (![...alone].some((id) => text.includes(id))) continue;
      for (const id of read(file).ids) alone.delete(id);
      if (alone.size === 0) break;
    }
    expect([...alone]).toEqual([]);
  });
});

describe("the count of tests", () => {
  it.each([
    [1, 'it("a", () => {});'],
    [0, 'it("a", inLongRun, () => {});'],
    [0, 'it("a", { ...inLongRun, timeout: 9 }, () => {});'],
    [0, 'describe("a", inLongRun, () => { it("b", () => {}); });'],
    [3, 'it.each(["a", "b", "c"])("%s", () => {});'],
    [2, 'const ALL = ["a", "b"] as const;\nit.each(ALL)("%s", () => {});'],
    [1, 'it.each(hardest(["a", "b"]))("%s", () => {});'],
    [2, 'it.each(sampleOf(2, ["a", "b", "c"]))("%s", () => {});'],
    [4, 'describe.each(["a", "b"])("%s", () => { it("c", () => {}); it("d", () => {}); });'],
    [1, 'it.each(kindsIn("en"))("%s", () => {});'],
  ])("is %i in %s", (count, text) => {
    expect(testsIn(text).count).toBe(count);
  });

  it("tells the requirements of the default run from those of the long run", () => {
    const text = 'it("TLS-1 WSP-5 a", () => {});\nit(`TLS-2 ${a}`, inLongRun, () => {});';
    const { ids, longIds } = testsIn(text);
    expect([[...ids], [...longIds]]).toEqual([["TLS-1", "WSP-5"], ["TLS-2"]]);
  });
});
