import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const SCRIPT = path.join(import.meta.dirname, "notices.mjs");

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

interface Package {
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** A project with these packages, by name; `a` is its only dependency. */
function makeProject(packages: Readonly<Record<string, Package>>): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "notices-"));
  folders.push(root);
  const lock: Record<string, object> = {
    "": { dependencies: { a: "1.0.0" }, devDependencies: { dev: "1.0.0" } },
  };
  for (const [packagePath, { text = "Free to use.", ...rest }] of Object.entries(packages)) {
    lock[`node_modules/${packagePath}`] = { version: "1.0.0", ...rest };
    const folder = path.join(root, "node_modules", packagePath);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "LICENSE"), text);
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ repository: "o/r" }));
  }
  fs.writeFileSync(path.join(root, "package-lock.json"), JSON.stringify({ packages: lock }));
  return root;
}

const run = (root: string, ...args: string[]) =>
  spawnSync(process.execPath, [SCRIPT, "--root", root, ...args], { encoding: "utf8" });
const notices = (root: string): string =>
  fs.readFileSync(path.join(root, "THIRD_PARTY_NOTICES.md"), "utf8");

describe("third-party notices", () => {
  it("list what the dependencies bring, each version, and nothing of the development", () => {
    const root = makeProject({
      a: { license: "MIT", dependencies: { b: "1" }, text: "Text of a" },
      b: { license: "Apache-2.0" },
      "a/node_modules/b": { license: "ISC", dependencies: { c: "1" }, text: "Text of the inner b" },
      c: { license: "(MIT OR GPL-3.0-only)" },
      dev: { license: "GPL-3.0-only" },
    });
    expect(run(root)).toMatchObject({ status: 0, stderr: "" });
    const text = notices(root);
    expect(text.match(/^## .*/gm)).toEqual(["## a 1.0.0", "## b 1.0.0", "## c 1.0.0"]);
    expect(text).toContain("Text of the inner b");
    expect(text).toContain("Source: <https://github.com/o/r>");
  });

  it("name what is compiled into packages, and how what is under the LGPL can be replaced", () => {
    const root = makeProject({
      a: { license: "MIT", dependencies: { "wasm-media-encoders": "1" } },
    });
    run(root);
    expect(notices(root)).not.toContain("LGPL");
    const lock = { license: "MIT", dependencies: { "wasm-media-encoders": "1" } };
    const other = makeProject({ a: lock, "wasm-media-encoders": { license: "MIT" } });
    run(other);
    const text = notices(other);
    expect(text.match(/^## .*/gm)).toEqual([
      "## Libraries under the LGPL",
      "## LAME 3.100",
      "## a 1.0.0",
      "## libogg",
      "## libvorbis 1.3.7",
      "## wasm-media-encoders 1.0.0",
    ]);
    expect(text).toContain(
      "- LAME 3.100, in `wasm-media-encoders`: <https://lame.sourceforge.io/>",
    );
    expect(text).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
    const file = "audio/media/mp3/lame/lame.wasm";
    expect(text).not.toContain(file);
    fs.mkdirSync(path.join(other, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(other, file), "");
    run(other);
    expect(notices(other)).toContain(`- LAME 3.100, in \`${file}\` and \`wasm-media-encoders\``);
    expect(notices(other)).toContain(`\`${file}\` has changes of its own`);
  });

  it("name the programs of their own, whose license is allowed for them alone", () => {
    const espeak = "@echogarden/espeak-ng-emscripten";
    const root = makeProject({
      a: { license: "MIT", dependencies: { [espeak]: "1" } },
      [espeak]: { license: "GPL-3.0" },
    });
    expect(run(root)).toMatchObject({ status: 0, stderr: "" });
    expect(notices(root)).toContain("## Programs of their own");
    expect(notices(root)).toContain(`- ${espeak}, under GPL-3.0: <https://github.com/o/r>`);
    const changed = makeProject({
      a: { license: "MIT", dependencies: { [espeak]: "1" } },
      [espeak]: { license: "AGPL-3.0" },
    });
    expect(run(changed).status).toBe(1);
  });

  it("are out of date when a license text changes, and the same when written twice", () => {
    const root = makeProject({ a: { license: "MIT", text: "```\nfence" } });
    expect(run(root, "--check").status).toBe(1);
    run(root);
    const first = notices(root);
    expect(first).toContain("````text");
    run(root);
    expect(notices(root)).toBe(first);
    expect(run(root, "--check").status).toBe(0);
    fs.writeFileSync(path.join(root, "node_modules/a/LICENSE"), "Changed");
    expect(run(root, "--check")).toMatchObject({
      status: 1,
      stderr: "THIRD_PARTY_NOTICES.md is out of date: run npm run notices.\n",
    });
  });

  it.each([
    "GPL-3.0-only",
    "AGPL-3.0-or-later",
    "CC-BY-NC-4.0",
    "MIT AND GPL-2.0-only",
    "(MIT OR ISC) AND AGPL-3.0",
    "MIT OR",
    "SEE LICENSE IN LICENSE",
    undefined,
  ])("refuse the license %s", (license) => {
    const root = makeProject({ a: license === undefined ? {} : { license } });
    const { status, stderr } = run(root);
    expect(status).toBe(1);
    expect(stderr).toContain("a 1.0.0 is under");
    expect(fs.existsSync(path.join(root, "THIRD_PARTY_NOTICES.md"))).toBe(false);
  });

  it.each(["MIT", "MIT OR GPL-2.0-only", "(MIT AND ISC) OR AGPL-3.0", "MPL-2.0"])(
    "take the license %s",
    (license) => {
      expect(run(makeProject({ a: { license } })).status).toBe(0);
    },
  );

  it("say when a package is not installed", () => {
    const root = makeProject({ a: { license: "MIT" } });
    fs.rmSync(path.join(root, "node_modules"), { recursive: true });
    expect(run(root)).toMatchObject({
      status: 1,
      stderr: "a 1.0.0 is not installed: run npm ci.\n",
    });
  });
});
