import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ToolkitError } from "#core/errors/errors.ts";
import { cloneTree, listFiles } from "../../files/files.ts";
import { pruneTrees, publishTree, requireLinkable, settleTree } from "../publish/publish.ts";
import { type Tree, openTree, publishedTree, stampOf } from "./tree.ts";

let root: string;
let trees: string;
let out: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tree-")));
  trees = path.join(root, ".toolkit/trees");
  out = path.join(root, "dist");
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const open = (live?: string, spare: string | null = null, behind: string[] = []) =>
  openTree({
    trees,
    live,
    spare,
    spareStamp: stampOf(`${trees}/${spare}`),
    behind,
    files: () => (live === undefined ? [] : listFiles(path.join(trees, live))),
  });
const settle = (tree: Tree, name: string): void => {
  settleTree(tree, path.join(trees, name));
  publishTree(path.join(trees, name), out);
};
const read = (file: string): string => fs.readFileSync(path.join(out, file), "utf8");
function publish(name: string, files: Record<string, string>, live?: string): void {
  const tree = open(live);
  for (const [file, text] of Object.entries(files)) tree.write(file, text);
  settle(tree, name);
}

describe("a tree", () => {
  it("CLI-1 is published as a whole, by a link", () => {
    const tree = open();
    tree.write("a/index.html", "one");
    expect(fs.existsSync(out)).toBe(false);
    settle(tree, "first");
    expect(read("a/index.html")).toBe("one");
    expect(fs.readlinkSync(out)).toBe(".toolkit/trees/first");
    expect(publishedTree(out, trees)).toBe("first");
  });

  it("CLI-1 is on the disk, with its folders, before the link leads to it, and so is the link", () => {
    const paths = new Map<number, string>();
    const done: string[] = [];
    const relative = (file: unknown): string => path.relative(root, String(file));
    const { openSync, fsyncSync, renameSync } = fs;
    vi.spyOn(fs, "openSync").mockImplementation((file, ...rest) => {
      const handle = openSync(file, ...rest);
      paths.set(handle, relative(file).replace(/work-\d+/, "work"));
      return handle;
    });
    vi.spyOn(fs, "fsyncSync").mockImplementation((handle) => {
      done.push(`flush ${paths.get(handle)}`);
      fsyncSync(handle);
    });
    vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      done.push(`rename ${relative(to)}`);
      renameSync(from, to);
    });
    const tree = open();
    tree.write("a/index.html", "one");
    settle(tree, "first");
    vi.restoreAllMocks();
    expect(done).toEqual([
      "flush .toolkit/trees/work/a/index.html",
      "flush .toolkit/trees/work",
      "flush .toolkit/trees/work/a",
      "rename .toolkit/trees/first",
      "flush .toolkit/trees",
      "rename dist",
      "flush ",
    ]);
  });

  it("CLI-1 waits for nothing where it is not to", () => {
    const flush = vi.spyOn(fs, "fsyncSync");
    const tree = open();
    tree.write("a.html", "one");
    const never = { sync: false, maxFlushed: 200 };
    settleTree(tree, path.join(trees, "first"), never);
    publishTree(path.join(trees, "first"), out, never);
    expect(flush).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(read("a.html")).toBe("one");
  });

  it("CLI-1 a place where no link can be made is found at once, and nothing stays there", () => {
    requireLinkable(path.join(root, "new/dist"));
    expect(fs.readdirSync(path.join(root, "new"))).toEqual([]);
    const file = path.join(root, "file");
    fs.writeFileSync(file, "");
    expect(() => requireLinkable(path.join(file, "dist"))).toThrow(ToolkitError);
    if (fs.existsSync("/proc/self"))
      expect(() => requireLinkable("/proc/nowhere/dist")).toThrow(ToolkitError);
  });

  it("CLI-1 never writes through a link into the published one", () => {
    publish("first", { "a.html": "one", "b.html": "one" });
    const tree = open("first");
    expect(tree.fresh).toBe(false);
    tree.write("a.html", "two");
    tree.remove("b.html");
    expect(read("a.html")).toBe("one");
    expect(read("b.html")).toBe("one");
    settle(tree, "second");
    expect(read("a.html")).toBe("two");
    expect(fs.existsSync(path.join(out, "b.html"))).toBe(false);
    expect([...tree.touched].sort()).toEqual(["a.html", "b.html"]);
  });

  it("CLI-2 the spare one is brought up to date with what it lacks", () => {
    publish("first", { "a/x": "1", "b/x": "1", "c/x": "1" });
    cloneTree(path.join(trees, "first"), path.join(trees, "spare"));
    fs.rmSync(path.join(trees, "spare/a/x"));
    fs.writeFileSync(path.join(trees, "spare/old"), "gone in the live one");
    fs.rmSync(path.join(trees, "spare/b"), { recursive: true });
    const tree = open("first", "spare", ["a/x", "b/x", "old"]);
    settle(tree, "second");
    expect(["a/x", "b/x", "c/x"].map(read)).toEqual(["1", "1", "1"]);
    expect(fs.existsSync(path.join(out, "old"))).toBe(false);
  });

  it("CLI-2 removing the last file of a folder removes the folder", () => {
    publish("first", { "a/b/index.html": "1", "a/index.html": "1" });
    const tree = open("first");
    tree.remove("a/b/index.html");
    settle(tree, "second");
    expect(fs.readdirSync(path.join(out, "a"))).toEqual(["index.html"]);
  });

  it("CLI-1 what an interrupted build left is no obstacle", () => {
    fs.mkdirSync(path.join(trees, `work-${process.pid}`, "half"), { recursive: true });
    const tree = open();
    expect(fs.readdirSync(tree.folder)).toEqual([]);
  });
});

describe("publishing", () => {
  it("CLI-1 a foreign folder is moved aside, once", () => {
    fs.mkdirSync(out, { recursive: true });
    fs.writeFileSync(path.join(out, "mine.txt"), "mine");
    publish("first", { a: "1" });
    expect(fs.readFileSync(`${out}.before-toolkit/mine.txt`, "utf8")).toBe("mine");
    fs.rmSync(out);
    fs.mkdirSync(out);
    const tree = open();
    expect(() => settle(tree, "second")).toThrow(
      expect.objectContaining({ code: "ALREADY_EXISTS" }),
    );
  });

  it("CLI-1 a link that leads elsewhere is none of ours", () => {
    expect(publishedTree(out, trees)).toBeUndefined();
    fs.mkdirSync(path.join(root, "elsewhere"));
    fs.symlinkSync("elsewhere", out);
    expect(publishedTree(out, trees)).toBeUndefined();
    fs.rmSync(out);
    fs.symlinkSync(".toolkit/trees/none", out);
    expect(publishedTree(out, trees)).toBeUndefined();
  });

  it("CLI-1 trees that nothing names go away", () => {
    publish("first", { a: "1" });
    publish("second", { a: "2" });
    publish("third", { a: "3" });
    pruneTrees(trees, ["third", "second", null]);
    expect(fs.readdirSync(trees).sort()).toEqual(["second", "third"]);
    expect(read("a")).toBe("3");
  });
});
