import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeSite, removeSites } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { listFiles } from "../files/files.ts";
import { HOME } from "../files/home.ts";

afterAll(removeSites);

const FLAGS = [
  "--name=Cut It",
  "--origin=https://cut.example",
  "--languages=en,ar,sv",
  '--purpose=Cuts "sound" & more',
];
const read = (...parts: string[]): string => fs.readFileSync(path.join(...parts), "utf8");
/**
 * Runs the program in a process, because tests import a site's configuration module differently.
 */
const start = (cwd: string, ...argv: string[]) => {
  const bin = path.join(HOME, "bin/toolkit.mjs");
  return spawnSync(process.execPath, [bin, ...argv], { cwd, encoding: "utf8" });
};

describe("CLI-11 init", () => {
  it("writes a site without any problem, in a folder with spaces beside CommonJS", async () => {
    const outer = makeSite({ "package.json": '{ "type": "commonjs" }' });
    const { code, out, err } = await run(outer, ["init", "my site", ...FLAGS]);
    expect(code).toBe(0);
    const root = path.join(outer, "my site");
    expect(out.trim().split("\n").sort()).toEqual(
      listFiles(root).map((file) => path.join("my site", file)),
    );
    expect(err).toContain('cd "my site"');
    for (const file of listFiles(root)) expect(read(root, file)).not.toMatch(/\{\{\w|undefined/);
    expect(JSON.parse(read(root, "package.json"))).toMatchObject({
      name: "my-site",
      description: 'Cuts "sound" & more.',
      engines: JSON.parse(read(HOME, "package.json")).engines,
      dependencies: { "@audio-toolkit/toolkit": `file:${path.relative(root, HOME)}` },
    });
    const config = read(root, "toolkit.config.ts");
    expect(config).toContain('{ code: "ar", language: "ar", name: "Arabic",');
    expect(config).toContain('code: "sv", language: "sv", name: "Swedish", endonym: "Svenska" }');
    fs.writeFileSync(path.join(root, "package.json"), '{ "type": "commonjs" }');
    const checked = start(path.join(root, "content/tools"), "check", "--locale", "en", "--no-site");
    expect(checked.stderr).toContain("No problems in 4 content files");
    expect(checked.status).toBe(0);
  });

  it.each([
    ["X", "Cuts."],
    ["N".repeat(30), "Cuts."],
    ["X", "P".repeat(80)],
    ["N".repeat(30), "P".repeat(80)],
  ])("writes texts of the right length for the name %s and the purpose %s", (name, purpose) => {
    const outer = makeSite({});
    const argv = ["init", "site", `--name=${name}`, `--purpose=${purpose}`];
    expect(start(outer, ...argv, "--origin=https://x.example", "--languages=en").status).toBe(0);
    const checked = start(path.join(outer, "site"), "check", "--no-site");
    expect(checked.stderr).toContain("No problems in 4 content files");
  });

  it("overwrites nothing: where one of its files is there, it writes none", async () => {
    const root = makeSite({ ".git/HEAD": "", "README.md": "mine" });
    const { code, err } = await run(root, ["init", ".", ...FLAGS]);
    expect([code, err.includes("README.md already exists")]).toEqual([1, true]);
    expect(listFiles(root)).toEqual([".git/HEAD", "README.md"]);
    fs.rmSync(path.join(root, "README.md"));
    const shown = await run(root, ["init", ".", "--dry-run", ...FLAGS]);
    expect(shown.out).toContain("==> content/pages/home.md <==");
    expect(listFiles(root)).toEqual([".git/HEAD"]);
    expect((await run(root, ["init", ".", ...FLAGS])).code).toBe(0);
  });

  it.each(["-y", "--yes"])(
    "%s asks nothing and takes all defaults, also for the folder",
    (flag) => {
      const outer = makeSite({ "my-site/.git/HEAD": "" });
      const cwd = path.join(outer, "my-site");
      const here = start(cwd, "init", flag);
      expect(here.status).toBe(0);
      expect(read(cwd, "toolkit.config.ts")).toContain('name: "My site"');
      const named = start(cwd, "init", flag, "other", "--name", "Mine");
      expect(named.status).toBe(0);
      expect(read(cwd, "other/toolkit.config.ts")).toContain('name: "Mine"');
      expect(start(cwd, "init").status).toBe(2);
    },
  );

  it("uses the folder's name for values that are not prompted for", async () => {
    const outer = makeSite({});
    await run(outer, ["init", "quiet-rooms"]);
    const config = read(outer, "quiet-rooms/toolkit.config.ts");
    expect(config).toContain('name: "Quiet rooms"');
    expect(config).toContain('origin: "https://quiet-rooms.example"');
    expect(config).toContain('contact: "hello@quiet-rooms.example"');
  });

  it.each([
    ["--origin", "cut.example", "an origin such as https://example.com"],
    ["--languages", "en,en", "it names a language twice"],
    ["--languages", "en,xx", '"xx" is no code of a language'],
    ["--languages", ",", "it names no language"],
    ["--name", "N".repeat(31), "it has 31 characters; 30 at most"],
    ["--purpose", "P".repeat(81), "it has 81 characters; 80 at most"],
  ])("refuses %s %s and writes nothing", async (flag, value, message) => {
    const outer = makeSite({});
    const { code, err } = await run(outer, ["init", "site", flag, value]);
    expect([code, err.includes(message)]).toEqual([2, true]);
    expect(listFiles(outer)).toEqual([]);
  });
});

describe("CLI-11 a site's package.json names the program", () => {
  const packed = (manifest: object) =>
    makeSite({
      "package.json": JSON.stringify(manifest),
      "node_modules/@audio-toolkit/toolkit/package.json": '{ "version": "1.2.3" }',
      "node_modules/@audio-toolkit/toolkit/packed/package.json": "{}",
    });
  it.each([
    [{ dependencies: { "@audio-toolkit/toolkit": "^1.0.0" } }, "^1.0.0"],
    [
      { dependencies: { "@audio-toolkit/toolkit": "file:toolkit-1.2.3.tgz" } },
      "file:../toolkit-1.2.3.tgz",
    ],
    [{}, "1.2.3"],
  ])("as %j does", async (manifest, expected) => {
    const { programSpec } = await import("./program-spec.ts");
    const project = packed(manifest);
    const home = path.join(project, "node_modules/@audio-toolkit/toolkit/packed");
    expect(programSpec(home, path.join(project, "site"))).toBe(expected);
  });
});
