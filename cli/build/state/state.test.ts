import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { tool, toolIn } from "#tests/fixtures/entries.ts";
import { type State, loadState, saveState } from "./state.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});
function folder(): string {
  const fresh = fs.mkdtempSync(path.join(os.tmpdir(), "state-"));
  made.push(fresh);
  return fresh;
}

const entries = [tool("x"), toolIn("de", "x")];
const state = (live: string): State => ({
  live,
  liveStamp: 7,
  spare: null,
  spareStamp: 0,
  behind: ["a"],
  savedAt: 5,
  base: "base",
  files: { "robots.txt": "digest" },
  sizes: { "robots.txt": 3 },
  known: new Map(entries.map((entry) => [entry.file, { stamp: [1, 2, 3], entry }])),
  pages: new Map([
    ["x/index.html", ["key", 0, "digest", 10, 5, "image", 7]],
    ["de/x/index.html", ["key", 0, "digest", 10, 5, "image", 7]],
  ]),
  assets: { tool: { scripts: ["/assets/a.js"], styles: [], preloads: [], fonts: [] } },
  messageSets: ["common:a"],
  parts: {},
});
const localeOf = (out: string): string => (out.startsWith("de/") ? "de" : "en");
const save = (into: string, live: string): (() => void) =>
  saveState(into, state(live), localeOf, () => true);

describe("the state between builds", () => {
  it("CLI-2 is read as it was written", () => {
    const at = folder();
    save(at, "tree")();
    expect(loadState(at, "tree")).toEqual({
      ...state("tree"),
      version: expect.anything() as unknown,
      parts: expect.anything() as object,
    });
  });

  it("CLI-1 of another tree than the published one is none", () => {
    const at = folder();
    save(at, "tree")();
    expect(loadState(at, "other")).toBeUndefined();
    expect(loadState(at, undefined)).toBeUndefined();
    expect(loadState(folder(), "tree")).toBeUndefined();
  });

  it("CLI-1 written but not in force yet counts once its tree is published", () => {
    const at = folder();
    save(at, "first")();
    save(at, "second"); // Interrupted before the commit.
    expect(loadState(at, "first")?.live).toBe("first");
    expect(loadState(at, "second")?.live).toBe("second");
  });

  it.each(["state.json", "part-en", "part-de"])(
    "CLI-1 a damaged %s makes the whole of it unknown",
    (name) => {
      const damage: ((text: string) => string)[] = [
        (text) => text.slice(0, -10),
        (text) => text.replace("x/index", "y/index").replace('"live":"tree"', '"live":"tree" '),
        () => "",
        () => "{}",
        (text) => `${text}x`,
      ];
      for (const change of damage) {
        const at = folder();
        save(at, "tree")();
        const file = path.join(
          at,
          fs.readdirSync(at).find((found) => found.startsWith(name))!,
        );
        const before = fs.readFileSync(file, "utf8");
        fs.writeFileSync(file, change(before));
        if (fs.readFileSync(file, "utf8") !== before) expect(loadState(at, "tree")).toBeUndefined();
      }
    },
  );

  it("CLI-2 parts of locales that did not change are not written again", () => {
    const at = folder();
    save(at, "tree")();
    const first = loadState(at, "tree")!;
    const inodes = new Map(
      fs.readdirSync(at).map((file) => [file, fs.statSync(path.join(at, file)).ino]),
    );
    saveState(at, { ...first, live: "next" }, localeOf, (locale) => locale === "de")();
    const english = fs.readdirSync(at).find((file) => file.startsWith("part-en"))!;
    expect(fs.statSync(path.join(at, english)).ino).toBe(inodes.get(english));
    expect(loadState(at, "next")).toMatchObject({ pages: first.pages, known: first.known });
  });

  it("CLI-2 leaves no parts that nothing names", () => {
    const at = folder();
    save(at, "tree")();
    const next = { ...state("next"), base: "other" };
    saveState(
      at,
      { ...next, pages: new Map([["x/index.html", ["new", 0, "d", 1, 1, "", 0] as const]]) },
      localeOf,
      () => true,
    )();
    expect(fs.readdirSync(at).filter((file) => file.startsWith("part-en"))).toHaveLength(1);
    expect(
      fs.readdirSync(at).filter((file) => file.includes("tmp") || file.includes("next")),
    ).toEqual([]);
  });
});
