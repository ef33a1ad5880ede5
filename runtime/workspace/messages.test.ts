import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

type Tree = { readonly [key: string]: string | Tree };
const treeOf = (file: string): Tree =>
  JSON.parse(
    fs.readFileSync(path.join(import.meta.dirname, `../../locales/en/${file}.json`), "utf8"),
  ) as Tree;
const english = treeOf("workspace");
const RUNTIME = path.join(import.meta.dirname, "..");
const code = ["contract", "workspace", "panel-kit", "account", "audio", "shell"]
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(RUNTIME, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
      .map((name) => fs.readFileSync(path.join(RUNTIME, folder, name), "utf8")),
  )
  .join("\n");

const keysOf = (tree: Tree, before = ""): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [`${before}${key}`] : keysOf(value, `${before}${key}.`),
  );
const all = new Set(keysOf(english).map((key) => key.replace(/_(?:one|other)$/, "")));
/** Keys in the code, and prefixes of keys that the code composes. */
const named = [...code.matchAll(/["'`]workspace:([\w.]+)["'`]/g)].map(([, key]) => key!);
const begun = [...code.matchAll(/`workspace:([\w.]*)\$\{/g)].map(([, key]) => key!);

/** Codes of faults, see types.ts. */
const faults = [
  ...code.matchAll(/FaultError\(\s*"([\w.]+)"|code: "([a-z]+\.[\w.]+)"/g),
  ...code.matchAll(/^ +(\w+Error): "(\w+)",$/gm),
].map(([, a, b]) => (a?.endsWith("Error") ? `recorder.${b}` : (a ?? b)!));
const errors = keysOf(treeOf("errors"));

describe("texts of the workspace", () => {
  it("LOC-7 there is a text for every key", () => {
    expect(named.filter((key) => !all.has(key))).toEqual([]);
    expect(begun.filter((key) => ![...all].some((one) => one.startsWith(key)))).toEqual([]);
  });

  it("TLS-4 there is a text for every fault", () => {
    expect(faults.length).toBeGreaterThan(5);
    expect(faults.filter((fault) => !errors.includes(fault))).toEqual([]);
  });

  it("LOC-7 none is there for nothing", () => {
    // If a key is composed completely, its last part is a word in the code.
    const parts = begun.filter((key) => key !== "");
    const unused = [...all].filter(
      (key) =>
        !named.includes(key) &&
        !parts.some((part) => key.startsWith(part)) &&
        !/^(?:up|down|(?:removed|jobRemoved)\.\w+)$/.test(key),
    );
    expect(unused).toEqual([]);
  });
});
