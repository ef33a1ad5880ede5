import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { inLongRun, isLong } from "../left-out.ts";
import { toolFile } from "./content.ts";
import { type RunOptions, run } from "./run.ts";
import { type TestSite, copyProgram, copyRuntime, makeSite } from "./site.ts";
import { type Tree, differences, walk } from "./tree.ts";

let site: TestSite;
let expected: Tree;

beforeAll(async () => {
  site = makeSite();
  // Enough pages for several threads, with names that languages sort and write differently.
  for (let at = 0; at < 90; at++)
    site.write(
      `content/tools/i-${at}.md`,
      toolFile(`i-${at}`, ["alpha"], { name: `${["Äpfel", "ılık", "İz", "Zoë"][at % 4]} ${at}` }),
    );
  await site.build();
  expected = site.tree();
});

interface Environment extends RunOptions {
  readonly name: string;
  readonly folder?: string;
  readonly prepare?: (copy: TestSite) => void;
}

const ENVIRONMENTS: readonly Environment[] = [
  { name: "far east", env: { TZ: "Pacific/Kiritimati", LANG: "C", LC_ALL: "C" } },
  { name: "Turkish", env: { TZ: "America/St_Johns", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" } },
  { name: "Arabic", env: { TZ: "Africa/Cairo", LC_ALL: "ar_EG.UTF-8", LANG: "ar_EG.UTF-8" } },
  {
    name: "settings of other programs",
    env: {
      NODE_ENV: "development",
      BROWSERSLIST: "ie 11",
      CI: "1",
      VITE_NAME: "x",
      FORCE_COLOR: "1",
    },
  },
  { name: "folders listed in another order", hook: "hooks/shuffle-readdir.ts" },
  { name: "two threads", args: ["--threads", "2"] },
  {
    name: "four threads and another order",
    args: ["--threads", "4"],
    hook: "hooks/shuffle-readdir.ts",
  },
  { name: "another folder", folder: "mit Leerzeichen, Ümläut, 日本 & 'so' #1 100%25?" },
  {
    name: "files of another time",
    prepare: (copy) => {
      for (const file of walk(copy.root))
        if (!fs.lstatSync(copy.path(file)).isSymbolicLink())
          fs.utimesSync(copy.path(file), new Date(0), new Date(1e12 + file.length));
    },
  },
];

/** Zones and languages are one case each in the long run alone, as are threads that nothing else disturbs. */
const LONG = ["far east", "Arabic", "two threads", "files of another time"];

it.each(ENVIRONMENTS.filter(({ name }) => isLong || !LONG.includes(name)))(
  "CLI-1 same input, same bytes: $name",
  async ({ folder, prepare, ...options }) => {
    const copy = site.copy(folder);
    prepare?.(copy);
    const { code, stderr } = await run(copy, options);
    expect(stderr).toContain("pages, ");
    expect(code).toBe(0);
    expect(copy.tree()).toEqual(expected);
  },
);

it("CLI-1 same input, same bytes: code in a folder of another name", async () => {
  const copy = site.copy();
  const runtime = copyRuntime("Ordner mit Ümläut, 日本");
  copy.remove("runtime");
  fs.symlinkSync(runtime, copy.path("runtime"));
  await copy.build({ bundleCache: path.join(copy.work, "bundles") });
  expect(copy.tree()).toEqual(expected);
});

it("CLI-1 same input, same bytes: the whole program in another folder", async () => {
  const home = copyProgram();
  const copy = site.copy();
  copy.remove("runtime");
  fs.symlinkSync(path.join(home, "tests/fixtures/sites/basic/runtime"), copy.path("runtime"));
  const { code, stderr } = await run(copy, { home });
  expect(stderr).toContain("pages, ");
  expect(code).toBe(0);
  expect(copy.tree()).toEqual(expected);
});

it(
  "CLI-1 same input, same bytes: called from another folder, both ways of naming the root",
  inLongRun,
  async () => {
    for (const args of [["--root", "deep/site"], ["--root=deep/site"]]) {
      const copy = site.copy("deep/site");
      const { code, stderr } = await run(copy, { cwd: path.resolve(copy.root, "../.."), args });
      expect(stderr).toContain("pages, ");
      expect(code).toBe(0);
      expect(copy.tree()).toEqual(expected);
    }
  },
);

it("CLI-1 a clone of the site by git builds to the same bytes", async () => {
  const copy = site.copy("origin");
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd,
      stdio: "pipe",
    });
  git(copy.root, "init", "-q");
  git(copy.root, "add", "content", "locales", "toolkit.config.ts", "runtime");
  git(copy.root, "commit", "-qm", "site");
  const clone = site.copy("clone");
  for (const name of ["content", "locales", "toolkit.config.ts", "runtime"]) clone.remove(name);
  git(path.dirname(clone.root), "clone", "-q", copy.root, "clone");
  await clone.build();
  expect(clone.tree()).toEqual(expected);
});

it("CLI-2 what another version of the program has built is not built upon", async () => {
  const home = copyProgram();
  const copy = site.copy();
  copy.remove("runtime");
  fs.symlinkSync(path.join(home, "tests/fixtures/sites/basic/runtime"), copy.path("runtime"));
  await run(copy, { home });
  const source = path.join(home, "cli/build/write/globals.ts");
  fs.writeFileSync(source, fs.readFileSync(source, "utf8").replace("Allow: /", "Allow: /*"));
  const markdown = path.join(home, "cli/build/load/markdown.ts");
  fs.writeFileSync(markdown, fs.readFileSync(markdown, "utf8").replace('"noopener"', '"external"'));
  copy.edit("content/tools/beta.md", "Text of", "[Text](https://example.org) of");
  const before = copy.read("dist/robots.txt");
  await run(copy, { home });
  const changed = copy.tree();
  expect(copy.read("dist/robots.txt")).not.toBe(before);
  expect((await run(copy, { home, args: ["--clean"] })).code).toBe(0);
  expect(differences(changed, copy.tree())).toEqual([]);
});
