import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { programDigest } from "#cli/build/state/program.ts";
import { listFiles } from "#cli/files/files.ts";
import { isLong } from "../left-out.ts";
import { HOME, makeFolder, TIMEOUT } from "./site.ts";
import { readTree } from "./tree.ts";

const { toJavaScript, writePackage } = (await import("../../scripts/package.mjs" as string)) as {
  toJavaScript: (source: string, file: string) => string;
  writePackage: (target: string) => void;
};

const manifest = JSON.parse(fs.readFileSync(path.join(HOME, "package.json"), "utf8")) as {
  readonly version: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
};
/** Node strips no types below `node_modules`. */
const project = makeFolder("a package ");
const installed = path.join(project, "node_modules/@audio-toolkit/toolkit");
const packed = path.join(installed, "packed");
const run = (home: string, cwd: string, ...argv: string[]) =>
  spawnSync(process.execPath, [path.join(home, "bin/toolkit.mjs"), ...argv], {
    cwd,
    encoding: "utf8",
  });

beforeAll(() => {
  writePackage(packed);
  fs.cpSync(path.join(HOME, "bin"), path.join(installed, "bin"), { recursive: true });
  fs.copyFileSync(path.join(HOME, "package.json"), path.join(installed, "package.json"));
  fs.writeFileSync(path.join(project, "package.json"), '{ "type": "commonjs" }');
  // What npm installs beside it, and no more.
  for (const name of Object.keys(manifest.dependencies)) {
    const target = path.join(project, "node_modules", name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.symlinkSync(path.join(HOME, "node_modules", name), target, "junction");
  }
}, TIMEOUT);

it("CLI-11 types and the names of modules are all that a packed module loses", () => {
  const source = `import type { A } from "./a.ts";
import { b, type C } from "../b/b.ts";
export { d } from "./d.ts";
const late = (await import("./late.ts")) as C;
const thread: URL = new URL("thread.ts", import.meta.url);
const text: string = "./b.ts";
export const all = [b, late, thread, text, new URL("https://a.test/x.ts")];
`;
  const code = toJavaScript(source, "core/x.ts");
  expect(code.replace(/[^\S\n]+/g, " ").split("\n")).toEqual([
    "",
    'import { b, } from "../b/b.js";',
    'export { d } from "./d.js";',
    'const late = (await import("./late.js")) ;',
    'const thread = new URL("thread.js", import.meta.url);',
    'const text = "./b.ts";',
    'export const all = [b, late, thread, text, new URL("https://a.test/x.ts")];',
    "",
  ]);
});

it("CLI-11 the package has no tests, all that it exports, and each module that another names", () => {
  const files = new Set(listFiles(packed));
  const ofTests = /\.test\.|(^|\/)(test-|testing\/)|-child\./;
  expect([...files].filter((file) => ofTests.test(file))).toEqual([]);
  const exported = Object.values(manifest.exports).flatMap((target) =>
    typeof target === "string" ? target : Object.values(target),
  );
  const fixed = exported.filter((target) => !target.includes("*"));
  expect(fixed.length).toBeGreaterThan(2);
  expect(fixed.filter((file) => !fs.existsSync(path.join(installed, file)))).toEqual([]);
  const run = [...files].filter((file) => /^(cli|core|audio|server)\/.*\.js$/.test(file));
  expect(run.length).toBeGreaterThan(500);
  const name = /^(?:import|export)\s(?:[^;"]*?\sfrom\s)?"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;
  const missing = run.flatMap((file) =>
    Array.from(fs.readFileSync(path.join(packed, file), "utf8").matchAll(name), ([, now, later]) =>
      path.posix.join(path.posix.dirname(file), (now ?? later)!),
    ).filter((target) => !files.has(target)),
  );
  expect(missing).toEqual([]);
});

it("CLI-11 the package gives builds the id that the program itself gives them", async () => {
  const { href } = pathToFileURL(path.join(packed, "cli/build/state/program.js"));
  const other = (await import(href)) as { readonly programDigest: typeof programDigest };
  expect(other.programDigest()).toBe(programDigest());
});

/** A panel, an effect with one, a component over the program's, and a stylesheet in the place of one. */
function writeOwnCode(site: string): void {
  const flags = "--menu 1 --group edit --cost free".split(" ");
  for (const argv of [
    ["panel", "humm", "--presets", "humm"],
    ["effect", "soft-clip"],
    ["tool", "hum-away", "--panel", "humm", "--preset", "humm", ...flags],
    ["tool", "soft-clipper", "--panel", "soft-clip", "--preset", "soft-clip", ...flags],
  ])
    expect(run(installed, site, "new", ...argv)).toMatchObject({ status: 0 });
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
    fs.writeFileSync(path.join(site, file), text);
  };
  write(
    "runtime/layouts/Footer.tsx",
    `import { Footer as ProgramFooter } from "@audio-toolkit/toolkit/runtime/layouts/Footer.tsx";
export const Footer = () => (
  <>
    <p>Made in Graz.</p>
    <ProgramFooter />
  </>
);\n`,
  );
  const tokens = "runtime/ui/styles/tokens.css";
  write(tokens, fs.readFileSync(path.join(packed, tokens), "utf8").replace("#faf7f1", "#fffffe"));
}
const readFooter = (site: string): string =>
  fs.readFileSync(path.join(site, "dist/hum-away/index.html"), "utf8");

it("CLI-11 npm create starts the same site: its package, from its tarball, runs the program's init", () => {
  const npm = process.env["npm_execpath"] ?? "npm";
  const pack = ["pack", path.join(HOME, "create"), "--pack-destination", project, "--json"];
  const [command, args] = npm.endsWith("js") ? [process.execPath, [npm, ...pack]] : [npm, pack];
  const packing = spawnSync(command, args, { cwd: project, encoding: "utf8" });
  const [made] = JSON.parse(packing.stdout) as { filename: string; version: string }[];
  expect(made?.version).toBe(manifest.version);
  const target = path.join(project, "node_modules/@audio-toolkit/create");
  fs.mkdirSync(target);
  const tarball = path.join(project, made!.filename);
  spawnSync("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
  const own = JSON.parse(fs.readFileSync(path.join(target, "package.json"), "utf8"));
  expect(own).toMatchObject({
    dependencies: { "@audio-toolkit/toolkit": manifest.version },
    engines: manifest.engines,
  });
  const start = path.join(target, own.bin["create"]);
  const flags = ["--name", "Made", "--origin", "https://made.test", "--no-input"];
  const created = spawnSync(process.execPath, [start, "created", ...flags], {
    cwd: project,
    encoding: "utf8",
  });
  expect([created.status, created.stderr]).toEqual([0, expect.stringContaining("cd created")]);
  expect(run(installed, project, "init", "started", ...flags).status).toBe(0);
  const read = (folder: string) =>
    listFiles(path.join(project, folder)).map((file) => [
      file,
      fs.readFileSync(path.join(project, folder, file), "utf8").replaceAll(folder, "folder"),
    ]);
  expect(read("created")).toEqual(read("started"));
});

it(
  "CLI-11 the package starts, builds and checks a site; built by the program, it is the same",
  () => {
    const { status, stdout } = run(installed, project, "--version");
    expect([status, stdout]).toEqual([0, `${manifest.version}\n`]);
    expect(run(installed, project, "process", "--list").stdout).toMatch(/^denoise\t/m);
    const flags = ["--languages", "en,ar", "--origin", "https://site.test"];
    expect(run(installed, project, "init", "my site", ...flags).status).toBe(0);
    const site = path.join(project, "my site");
    writeOwnCode(site);
    const built = run(installed, path.join(site, "content"), "build", "--clean");
    expect(built.stderr).toContain("15 pages, 15 rendered");
    const checked = run(installed, site, "check");
    expect(checked.stderr).toContain("in 6 content files and 15 built pages");
    expect(
      new Set(Array.from(checked.stdout.matchAll(/\[([A-Z_]+)\]$/gm), ([, code]) => code)),
    ).toEqual(new Set(["STARTER_TEXT"]));
    // Files that belong only to the program's own site, or that installations do not need.
    const home = fs.readFileSync(path.join(site, "dist/index.html"), "utf8");
    expect(home).not.toContain(`data-open="login"`);
    // The trimmer has a sample, whose sounds are published.
    const sounds = Array.from(home.matchAll(/data-(?:before|after)="([^"]+)"/g), ([, url]) => url!);
    expect(sounds).not.toEqual([]);
    for (const url of sounds) expect(fs.existsSync(path.join(site, "dist", url))).toBe(true);
    expect(home).toContain("/audio-trimmer");
    expect(readFooter(site)).toMatch(/Made in Graz.*<footer class="footer_\w+"/s);
    const tested = spawnSync(
      process.execPath,
      ["--import", "@audio-toolkit/toolkit/hooks", "--test", "audio/**/*.test.ts"],
      { cwd: site, encoding: "utf8" },
    );
    expect(tested.stdout).toContain("pass 2");
    // Code that throws in a timer ends the build as a throw of a page does, with its place.
    const footer = path.join(site, "runtime/layouts/Footer.tsx");
    const sound = fs.readFileSync(footer, "utf8");
    fs.writeFileSync(
      footer,
      `${sound}setTimeout(() => {\n  throw new RangeError("too late");\n});\n`,
    );
    const failed = run(installed, site, "build");
    expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining("[CODE_THREW]")]);
    expect(failed.stderr).toContain(
      `runtime/layouts/Footer.tsx:${sound.split("\n").length + 1}:9\n`,
    );
    expect(readFooter(site)).toContain("Made in Graz");
    fs.writeFileSync(footer, sound);
    if (!isLong) return;
    // Another one on the same program, and both as a clone builds them.
    expect(run(installed, project, "init", "second", ...flags).status).toBe(0);
    const second = path.join(project, "second");
    expect(run(installed, second, "build", "--clean").status).toBe(0);
    for (const folder of [site, second]) {
      const first = readTree(path.join(folder, "dist"));
      expect(run(HOME, folder, "build", "--clean").status).toBe(0);
      expect(readTree(path.join(folder, "dist"))).toEqual(first);
    }
  },
  TIMEOUT,
);
