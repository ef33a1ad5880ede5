import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { renameAssets, renameInPages, renamesOf } from "./rename-assets.ts";

const assets = (scripts: string[], styles: string[] = [], preloads: string[] = []) => ({
  scripts: scripts.map((name) => `/assets/${name}`),
  styles: styles.map((name) => `/assets/${name}`),
  preloads: preloads.map((name) => `/assets/${name}`),
  fonts: [],
});

describe("new names of scripts and styles", () => {
  it("CLI-2 stand in the places of the old ones", () => {
    const renames = renamesOf(
      assets(["c-1.js"], ["a-1.css", "b-1.css"]),
      assets(["c-2.js"], ["b-1.css", "a-1.css"]),
    )!;
    const html = '<link href="/assets/a-1.css"><script src="/assets/c-1.js"></script>/assets/d.js';
    expect(renameAssets(html, renames)).toBe(
      '<link href="/assets/b-1.css"><script src="/assets/c-2.js"></script>/assets/d.js',
    );
  });

  it("CLI-2 are not detected if the number of assets changes, or if two become one", () => {
    expect(renamesOf(undefined, assets(["c.js"]))).toBeUndefined();
    expect(renamesOf(assets(["c.js"]), assets(["c.js"], ["a.css"]))).toBeUndefined();
    expect(
      renamesOf(assets([], ["a.css", "b.css"]), assets([], ["c.css", "c.css"])),
    ).toBeUndefined();
    expect(renamesOf(assets(["x"], [], ["x"]), assets(["y"], [], ["z"]))).toBeUndefined();
    const elsewhere = { ...assets([]), scripts: ["https://other.example/c.js"] };
    expect(renamesOf(elsewhere, assets(["c.js"]))).toBeUndefined();
  });
});

describe("pages with new names", () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
  });

  it("CLI-2 are new files, and those that are not what they were are left to be rendered", () => {
    const tree = fs.mkdtempSync(path.join(os.tmpdir(), "rename-"));
    folders.push(tree);
    const html = '<script src="/assets/c-1.js"></script>é';
    for (const name of ["a", "b", "c"]) fs.writeFileSync(path.join(tree, name), html);
    fs.linkSync(path.join(tree, "a"), path.join(tree, "published"));
    const bytes = Buffer.byteLength(html);
    const renames = { "/assets/c-1.js": "/assets/c-longer.js" };
    expect(
      renameInPages({
        type: "rename",
        tree,
        pages: [
          { out: "a", bytes, renames },
          { out: "b", bytes: bytes + 1, renames },
          { out: "c", bytes, renames: {} },
        ],
      }),
    ).toEqual([
      { out: "a", bytes: bytes + 5, isWritten: true },
      { out: "b", bytes: undefined, isWritten: false },
      { out: "c", bytes, isWritten: false },
    ]);
    expect(fs.readFileSync(path.join(tree, "a"), "utf8")).toContain("/assets/c-longer.js");
    expect(fs.readFileSync(path.join(tree, "published"), "utf8")).toBe(html);
  });
});
