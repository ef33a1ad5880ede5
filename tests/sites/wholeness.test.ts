import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { BuildOptions } from "#cli/build/build.ts";
import { toolFile } from "./content.ts";
import { type TestSite, litterOf, makeSite, SIDES } from "./site.ts";
import { type Tree, differences, walk } from "./tree.ts";
import { inLongRun, sampleOf } from "../left-out.ts";

const treesOf = (site: TestSite): string => path.join(site.work, "trees");
const liveOf = (site: TestSite): string => fs.realpathSync(site.out);
function spareOf(site: TestSite): string {
  const live = path.basename(liveOf(site));
  const [name] = fs.readdirSync(treesOf(site)).filter((found) => found !== live);
  return path.join(treesOf(site), name!);
}
const codesOf = ({ problems }: { problems: readonly { code: string }[] }): string[] =>
  problems.map(({ code }) => code);
/** More than one test makes of a site; a text that comes again has the tree that it had. */
const TEXTS = 7;
let edits = 0;
const edit = (site: TestSite): void =>
  site.write(
    "content/tools/gamma.md",
    toolFile("gamma", ["alpha"], { body: `Edit ${edits++ % TEXTS}.` }),
  );
const colds = new Map<string, Promise<Tree>>();
/** What a cold build of the site as it is now makes: the same for the same text, built the same way. */
function coldOf(site: TestSite): Promise<Tree> {
  const key = JSON.stringify([site.options, site.read("content/tools/gamma.md")]);
  const found = colds.get(key) ?? site.cold();
  colds.set(key, found);
  return found;
}
/** A site with a spare tree. */
async function makeBuilt(build: Partial<BuildOptions>): Promise<TestSite> {
  const site = makeSite({ build });
  await site.build();
  edit(site);
  await site.build();
  return site;
}

/** Both sides, in this thread alone. */
const HERE = SIDES.map(({ side, build }) => ({ side, build: { ...build, threads: 1 } }));
const ONE = HERE[1]!.build;

/** Ways to remove files from a tree, those first that differ most. */
const LOSSES: Readonly<Record<string, (tree: string) => void>> = {
  "a page": (tree) => fs.rmSync(`${tree}/de/beta/index.html`),
  "a script": (tree) => fs.rmSync(`${tree}/assets`, { recursive: true }),
  "all but what the last edits touched": (tree) => {
    for (const file of walk(tree)) if (!file.includes("gamma")) fs.rmSync(`${tree}/${file}`);
  },
  everything: (tree) => {
    for (const name of fs.readdirSync(tree)) fs.rmSync(`${tree}/${name}`, { recursive: true });
  },
  "a page's folder": (tree) => fs.rmSync(`${tree}/beta`, { recursive: true }),
  "a payload": (tree) => fs.rmSync(`${tree}/fr/_payload.json`),
  "a locale": (tree) => fs.rmSync(`${tree}/fr`, { recursive: true }),
  "a file at the root": (tree) => fs.rmSync(`${tree}/404.html`),
  "a page and a file at the root": (tree) => {
    fs.rmSync(`${tree}/alpha/index.html`);
    fs.rmSync(`${tree}/robots.txt`);
  },
  "all but its folders": (tree) => {
    for (const file of walk(tree)) fs.rmSync(`${tree}/${file}`);
  },
};

describe.each(HERE)("a site $side all thresholds", ({ build }) => {
  it.each(sampleOf(4, Object.entries(LOSSES)))(
    "RTE-7 whose spare tree lost %s is published whole, and it is told",
    async (_, lose) => {
      const site = await makeBuilt(build);
      lose(spareOf(site));
      edit(site);
      expect(codesOf(await site.build())).toEqual(["SPARE_CHANGED"]);
      expect(differences(site.tree(), await coldOf(site))).toEqual([]);
      for (let more = 0; more < 2; more++) {
        edit(site);
        expect((await site.build()).problems).toEqual([]);
        expect(differences(site.tree(), await coldOf(site))).toEqual([]);
      }
    },
  );

  it.each(sampleOf(4, Object.entries(LOSSES)))(
    "RTE-7 whose published tree lost %s is whole after each of the next builds, and it is told",
    async (_, lose) => {
      const site = await makeBuilt(build);
      lose(liveOf(site));
      const reported: string[] = [];
      for (let more = 0; more < 3; more++) {
        edit(site);
        reported.push(...codesOf(await site.build()));
        expect(differences(site.tree(), await coldOf(site))).toEqual([]);
      }
      expect(reported).toHaveLength(1);
      expect(reported[0]).toBeOneOf(["SITE_MADE_ANEW", "SPARE_CHANGED"]);
      expect(litterOf(site)).toEqual([]);
    },
  );

  it.each(sampleOf(4, Object.entries(LOSSES)))(
    "RTE-7 whose trees both lost %s is built anew, and it is told",
    async (_, lose) => {
      const site = await makeBuilt(build);
      const live = liveOf(site);
      lose(spareOf(site));
      lose(live);
      edit(site);
      expect(codesOf(await site.build())).toEqual(["SITE_MADE_ANEW"]);
      expect(differences(site.tree(), await coldOf(site))).toEqual([]);
      edit(site);
      expect((await site.build()).problems).toEqual([]);
      expect(litterOf(site)).toEqual([]);
    },
  );

  it.each([...sampleOf(2, Object.entries(LOSSES)), ["a part of a page", cut] as const])(
    "RTE-7 --verify mends one that lost %s, though nothing has changed",
    async (_, lose) => {
      const site = await makeBuilt(build);
      const files = walk(liveOf(site)).length;
      expect(await site.build({ verify: true })).toMatchObject({ verified: files, problems: [] });
      lose(liveOf(site));
      const report = await site.build({ verify: true });
      expect(codesOf(report)).toEqual(["SITE_MADE_ANEW"]);
      expect(report.verified).toBe(walk(liveOf(site)).length);
      expect(differences(site.tree(), await coldOf(site))).toEqual([]);
      expect(await site.build({ verify: true })).toMatchObject({ written: 0, problems: [] });
    },
  );

  it("RTE-7 with a superfluous file in an edited folder is built from scratch", async () => {
    const site = await makeBuilt(build);
    edit(site);
    let isIn = false;
    const report = await site.build({
      onProgress: (stage) => {
        const [work] = fs.readdirSync(treesOf(site)).filter((name) => name.startsWith("work-"));
        if (stage !== "write" || isIn) return;
        isIn = true;
        fs.writeFileSync(path.join(treesOf(site), work!, "gamma/more.html"), "x");
      },
    });
    expect(codesOf(report)).toEqual(["SITE_MADE_ANEW"]);
    expect(differences(site.tree(), await coldOf(site))).toEqual([]);
  });
});

function cut(tree: string): void {
  fs.truncateSync(`${tree}/beta/index.html`, 10);
}

/** Lets the system say that it has done something that it has not. */
async function withLies(
  lie: (name: string, file: string) => boolean,
  action: () => Promise<void>,
): Promise<void> {
  const names = ["writeFileSync", "linkSync"] as const;
  const originals = Object.fromEntries(names.map((name) => [name, fs[name] as () => unknown]));
  for (const name of names)
    Object.assign(fs, {
      [name]: (...args: [string, string]) => {
        const file = name === "linkSync" ? args[1] : String(args[0]);
        if (!lie(name, file)) originals[name]!(...(args as unknown as []));
      },
    });
  try {
    await action();
  } finally {
    Object.assign(fs, originals);
  }
}

describe("a tree in which a file is missing that was written", () => {
  const lies = {
    "of its pages": (name: string, file: string) =>
      name === "writeFileSync" && file.endsWith("de/beta/index.html"),
    "of its scripts": (name: string, file: string) =>
      name === "writeFileSync" && /trees.*assets/.test(file),
    "all of its second tree": (name: string, file: string) =>
      name === "linkSync" && file.includes("-second/"),
    "one of its second tree": (name: string, file: string) =>
      name === "linkSync" && file.endsWith("-second/fr/beta/_payload.json"),
  };

  it.each(Object.entries(lies))("RTE-7 is never published: %s", async (what, lie) => {
    // What is not there cannot be linked either: pages and scripts are tried without a second tree.
    const site = makeSite({ build: what.includes("second") ? ONE : {} });
    await withLies(lie, async () => {
      await expect(site.build()).rejects.toMatchObject({ code: "SITE_INCOMPLETE" });
    });
    expect(site.has("dist")).toBe(false);
    await site.build();
    const before = site.tree();
    edit(site);
    await withLies(lie, async () => {
      await expect(site.build({ clean: true })).rejects.toMatchObject({ code: "SITE_INCOMPLETE" });
    });
    expect(site.tree()).toEqual(before);
    expect(litterOf(site)).toEqual([]);
  });

  it("RTE-7 is rebuilt if that helps", async () => {
    const site = await makeBuilt({});
    edit(site);
    let left = 1;
    await withLies(
      (name, file) => name === "writeFileSync" && file.endsWith("/gamma/index.html") && left-- > 0,
      async () => {
        const report = await site.build();
        expect(report.problems).toMatchObject([
          { code: "SITE_MADE_ANEW", severity: "warning", params: { others: 0 } },
        ]);
      },
    );
    expect(differences(site.tree(), await coldOf(site))).toEqual([]);
  });

  it("RTE-7 of a part of a site is refused", async () => {
    const site = makeSite();
    const out = site.path("shards/1-of-1");
    await withLies(lies["of its pages"], async () => {
      const building = site.build({ out, shard: { index: 1, count: 1 } });
      await expect(building).rejects.toMatchObject({ code: "SITE_INCOMPLETE" });
    });
    expect(fs.existsSync(out)).toBe(false);
  });
});

// The other side of the thresholds as they are; with low ones it is tried above.
it(
  "RTE-7 a site of more than 3,000 pages keeps all its files from build to build",
  inLongRun,
  async () => {
    const site = makeSite();
    for (let page = 0; page < 1000; page++)
      site.write(`content/tools/tool-${page}.md`, toolFile(`tool-${page}`, ["alpha"]));
    expect((await site.build({ threads: 2 })).pages).toBeGreaterThan(3000);
    for (const words of ["first", "second"]) {
      site.edit(
        "content/tools/tool-500.md",
        /Text.*/.exec(site.read("content/tools/tool-500.md"))![0],
        `Text ${words}`,
      );
      expect(await site.build()).toMatchObject({ rendered: 3, problems: [] });
    }
    const cold = await site.cold();
    expect(differences(site.tree(), cold)).toEqual([]);
    // Both trees are whole: the one that comes next is published by an edit and its undoing.
    site.edit("content/tools/tool-500.md", "Text second", "Text third");
    await site.build();
    site.edit("content/tools/tool-500.md", "Text third", "Text second");
    await site.build();
    expect(differences(site.tree(), cold)).toEqual([]);
  },
);
