import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { policyFile } from "./content.ts";
import { type TestSite, copyRuntime, litterOf, makeFolder, makeSite } from "./site.ts";
import { differences, walk } from "./tree.ts";
import { isLong } from "../left-out.ts";

const PAGES = ["en", "de", "fr"].flatMap((code) =>
  ["", "alpha", "beta", "gamma"].map((slug) =>
    [code === "en" ? "" : code, slug, "index.html"].filter(Boolean).join("/"),
  ),
);

const BUILDS = isLong ? 40 : 9;

it(`CLI-1 no read fails and no page mixes two builds while ${BUILDS} builds are published`, async () => {
  const site = makeSite();
  const runtimes = Array.from({ length: 3 }, (_, at) => {
    const runtime = copyRuntime();
    fs.appendFileSync(path.join(runtime, "header.module.css"), `.more { order: ${at}; }\n`);
    return runtime;
  });
  const bundleCache = path.join(site.work, "cache/bundle");
  // Its number is on each page: in the header, which is rendered once, and in what the page lists.
  const publish = async (version: number): Promise<void> => {
    for (const code of ["en", "de", "fr"])
      site.write(`locales/${code}/site.json`, JSON.stringify({ brand: `version-${version}-` }));
    for (const slug of ["alpha", "beta", "gamma"]) {
      const file = `content/tools/${slug}.md`;
      site.write(file, site.read(file).replace(/^tagline: .*$/m, `tagline: version-${version}-`));
    }
    site.remove("runtime");
    fs.symlinkSync(runtimes[version % 3]!, site.path("runtime"));
    // Now and then nothing is known of the build before: its tree still has readers.
    await site.build({ bundleCache, clean: version % 8 === 7 });
  };
  for (const version of [0, 1, 2]) await publish(version);

  const reader = fork(path.join(import.meta.dirname, "hooks/reader.ts"), [site.out, ...PAGES]);
  await once(reader, "message");
  for (let version = 3; version < 3 + BUILDS; version++) await publish(version);
  reader.send("stop");
  const [{ reads, failures }] = (await once(reader, "message")) as [
    { reads: number; failures: string[] },
  ];
  expect(failures).toEqual([]);
  expect(reads).toBeGreaterThan(25 * BUILDS);
  expect(site.read("dist/index.html")).toContain(`version-${2 + BUILDS}-`);
  expect(litterOf(site)).toEqual([]);
});

/** Inode and times of everything that a build could touch. */
const stampsOf = (site: TestSite): Map<string, string> =>
  new Map(
    walk(site.root).map((file) => {
      const { ino, mtimeMs, size } = fs.lstatSync(site.path(file));
      return [file, `${ino} ${mtimeMs} ${size}`];
    }),
  );

it("CLI-2 a build of what has not changed writes no file", async () => {
  const site = makeSite();
  site.configure(({ seo }) => (seo.images = true));
  await site.build();
  site.edit("content/tools/beta.md", "Text of", "Words of");
  await site.build();
  // A file that has just been written is read again: its time may stand for two changes.
  const { ctimeMs } = fs.statSync(site.path("content/tools/beta.md"));
  await expect.poll(() => Date.now() - ctimeMs).toBeGreaterThan(60);
  await site.build();
  const before = stampsOf(site);
  const report = await site.build();
  expect(report).toMatchObject({ rendered: 0, written: 0, removed: 0, changedPaths: [] });
  expect(stampsOf(site)).toEqual(before);
});

it("CLI-2 a build works on in the tree that was published before the last one", async () => {
  const site = makeSite();
  const folders: number[] = [];
  for (let version = 0; version < 6; version++) {
    site.write("content/policies/terms.md", policyFile("terms", `Version ${version}.`));
    await site.build();
    folders.push(fs.statSync(path.join(site.out, "alpha")).ino);
  }
  // The first build of all left no other tree behind: the second one makes a copy.
  expect(folders[2]).toBe(folders[0]);
  expect(folders[3]).toBe(folders[1]);
  expect(folders[4]).toBe(folders[0]);
  expect(folders[5]).toBe(folders[1]);
  // A file was removed from the spare tree.
  const [next] = fs
    .readdirSync(path.join(site.work, "trees"))
    .filter((name) => name !== path.basename(fs.realpathSync(site.out)));
  fs.rmSync(path.join(site.work, "trees", next!, "alpha/index.html"));
  site.write("content/policies/terms.md", policyFile("terms", "Version 7."));
  await site.build();
  expect(differences(site.tree(), await site.cold())).toEqual([]);
});

it("CLI-1 a foreign folder is moved aside, whole", async () => {
  const site = makeSite();
  site.write("dist/index.html", "mine");
  site.write("dist/deep/file.txt", "mine, too");
  await site.build();
  expect(site.read("dist.before-toolkit/index.html")).toBe("mine");
  expect(site.read("dist.before-toolkit/deep/file.txt")).toBe("mine, too");
  expect(differences(site.tree(), await site.cold())).toEqual([]);
});

it("CLI-1 a second foreign folder is neither replaced nor deleted", async () => {
  const site = makeSite();
  site.write("dist/index.html", "mine");
  site.write("dist.before-toolkit/index.html", "mine, from before");
  await expect(site.build()).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  expect(site.read("dist/index.html")).toBe("mine");
  expect(site.read("dist.before-toolkit/index.html")).toBe("mine, from before");
  expect(fs.readdirSync(site.root).filter((name) => name.endsWith(".link"))).toEqual([]);
  site.remove("dist.before-toolkit");
  await site.build();
  expect(site.read("dist.before-toolkit/index.html")).toBe("mine");
});

it("CLI-1 a link to another folder is replaced; the folder stays as it is", async () => {
  const site = makeSite();
  const other = makeFolder();
  fs.writeFileSync(path.join(other, "index.html"), "mine");
  fs.symlinkSync(other, site.out);
  await site.build();
  expect(fs.readdirSync(other)).toEqual(["index.html"]);
  expect(fs.readFileSync(path.join(other, "index.html"), "utf8")).toBe("mine");
  expect(differences(site.tree(), await site.cold())).toEqual([]);
});

it("CLI-1 a link that leads nowhere is replaced", async () => {
  const site = makeSite();
  fs.symlinkSync("nowhere", site.out);
  await site.build();
  const cold = await site.cold();
  expect(differences(site.tree(), cold)).toEqual([]);
  fs.rmSync(path.join(site.work, "trees"), { recursive: true });
  await site.build();
  expect(differences(site.tree(), cold)).toEqual([]);
});

it("CLI-1 a site published at another place leaves the first one as it is", async () => {
  const site = makeSite();
  await site.build();
  const first = site.tree();
  site.edit("content/tools/gamma.md", "Text of", "Words of");
  const other = path.join(site.root, "preview");
  for (let build = 0; build < 2; build++) {
    await site.build({ out: other });
    expect(differences(site.tree(), first)).toEqual([]);
  }
  const report = await site.build();
  expect(report.rendered).toBe(3);
  expect(differences(site.tree(), await site.cold())).toEqual([]);
});

it("CLI-1 publishes through links on the way to the place", async () => {
  const site = makeSite();
  const target = makeFolder();
  fs.mkdirSync(path.join(target, "deep/real"), { recursive: true });
  fs.symlinkSync(path.join(target, "deep/real"), path.join(target, "link"));
  const out = path.join(target, "link/dist");
  await site.build({ out });
  expect(fs.readFileSync(path.join(out, "index.html"), "utf8")).toContain("<html");
  site.edit("content/tools/gamma.md", "Text of", "Words of");
  expect((await site.build({ out })).rendered).toBe(3);
  expect(fs.readFileSync(path.join(out, "gamma/index.html"), "utf8")).toContain("Words of");
});

it("CLI-2 files of public/ come and go, and the site's own go before the program's", async () => {
  const site = makeSite({ editable: true });
  site.write("runtime/public/icon.svg", "<svg>program</svg>");
  site.write("public/icon.svg", "<svg>site</svg>");
  site.write("public/notes.txt", "one");
  const steps = [
    () => {},
    () => {},
    () => site.write("public/notes.txt", "two"),
    () => site.edit("content/tools/gamma.md", "Text of", "Words of"),
    () => site.write("runtime/public/icon.svg", "<svg>program 2</svg>"),
    () => site.remove("public/icon.svg"),
    () => site.write("public/icon.svg", "<svg>site again</svg>"),
    () => site.remove("public/notes.txt"),
    // Files that the build writes itself are not replaced.
    () => site.write("public/robots.txt", "mine"),
    () => site.write("public/gamma/index.html", "mine"),
    () => site.edit("content/tools/gamma.md", "Words of", "Text of"),
    () => site.remove("public/gamma/index.html"),
  ];
  for (const step of steps) {
    step();
    await site.build();
    expect(differences(site.tree(), await site.cold())).toEqual([]);
  }
  expect(site.read("dist/robots.txt")).toContain("Sitemap");
  expect(site.read("dist/gamma/index.html")).toContain("<html");
  expect(site.read("dist/icon.svg")).toBe("<svg>site again</svg>");
});
