import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { toolFile } from "./content.ts";
import { createSeededRandom } from "#core/random.ts";
import { type TestSite, makeFolder, makeSite, TIMEOUT } from "./site.ts";
import { differences, walk } from "./tree.ts";
import { isLong } from "../left-out.ts";

const random = createSeededRandom(7);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

type Mutation = (file: string, other: string, older: string | undefined) => void;

/** Puts other bytes in the place of a file; in a tree without the published file of the same bytes. */
function replace(file: string, data: Uint8Array): void {
  if (file.includes("/trees/")) fs.rmSync(file);
  fs.writeFileSync(file, data);
}
const changed = (file: string, change: (data: Buffer) => void): void => {
  const data = fs.readFileSync(file);
  change(data);
  replace(file, data);
};

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  flip: (file) =>
    changed(file, (data) => {
      const at = Math.floor(random() * data.length);
      if (data.length > 0) data[at]! ^= 1 << Math.floor(random() * 8);
    }),
  // Most likely still JSON, and still plausible.
  letter: (file) =>
    changed(file, (data) => {
      const letters = [...data.keys()].filter((at) => data[at]! >= 97 && data[at]! <= 122);
      if (letters.length > 0) data[pick(letters)] = 97 + Math.floor(random() * 26);
    }),
  truncate: (file) => {
    const data = fs.readFileSync(file);
    replace(file, data.subarray(0, Math.floor(random() * data.length)));
  },
  empty: (file) => replace(file, Buffer.alloc(0)),
  delete: (file) => fs.rmSync(file),
  swap: (file, other) => {
    const [a, b] = [fs.readFileSync(file), fs.readFileSync(other)];
    replace(file, b);
    replace(other, a);
  },
  older: (file, _, older) => {
    if (older !== undefined) replace(file, fs.readFileSync(older));
  },
  garbage: (file) => {
    replace(file, Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256))));
  },
  folder: (file) => {
    fs.rmSync(file);
    fs.mkdirSync(path.join(file, "deep"), { recursive: true });
    fs.writeFileSync(path.join(file, "deep/file"), "x");
  },
  stranger: (file) => fs.writeFileSync(`${file}.${Math.floor(random() * 1e9)}`, "x"),
};

/** Files of a site's cache by what they are for: those for which little happens when they break, first. */
function groupsOf(site: TestSite): string[][] {
  const spare = (name: string): boolean => name !== path.basename(fs.realpathSync(site.out));
  const below = (folder: string): string[] =>
    fs.existsSync(folder) ? walk(folder).map((file) => path.join(folder, file)) : [];
  const trees = fs.readdirSync(path.join(site.work, "trees")).filter(spare);
  const cache = below(path.join(site.work, "cache"));
  const isBundle = (file: string): boolean => file.includes("/bundle/");
  return [
    cache.filter((file) => !isBundle(file)),
    trees.flatMap((name) => below(path.join(site.work, "trees", name))),
    // Rarely: to bundle again takes longest.
    random() < 0.4 ? cache.filter(isBundle) : [],
  ].filter((files) => files.length > 0);
}

const CHANGES = isLong ? 600 : 15;

it(
  `CLI-2 ${CHANGES} changes of the cache: no build fails, and each gives the bytes of a cold one`,
  async () => {
    const site = makeSite();
    site.configure(({ seo }) => (seo.images = true));
    const gamma = site.read("content/tools/gamma.md");
    const versions = await Promise.all(
      [
        () => {
          site.configure(({ site: facts }) => (facts.name = "Fixture"));
          site.write("content/tools/gamma.md", gamma);
          fs.rmSync(site.path("content/tools/delta.md"), { force: true });
        },
        () => {
          // On all images, too.
          site.configure(({ site: facts }) => (facts.name = "Other"));
          site.write("content/tools/gamma.md", gamma.replaceAll("Tool gamma", "Other gamma"));
          site.write("content/tools/delta.md", toolFile("delta", ["alpha"]));
        },
      ].map(async (apply) => {
        apply();
        return { apply, tree: await site.cold() };
      }),
    );
    const bundleCache = path.join(site.work, "cache/bundle");
    const older = makeFolder("older");
    let now = versions[0]!;
    now.apply();
    await site.build({ bundleCache });
    for (let round = 0; round < CHANGES; round++) {
      if (round % 20 === 0) {
        fs.rmSync(older, { recursive: true, force: true });
        fs.cpSync(path.join(site.work, "cache"), older, { recursive: true });
      }
      const done: string[] = [];
      for (let left = pick([1, 1, 1, 2, 3]); left > 0; left--) {
        const files = pick(groupsOf(site));
        const [file, other] = [pick(files), pick(files)];
        const name = random() < 0.3 ? "letter" : pick(Object.keys(MUTATIONS));
        const old = path.join(older, path.relative(path.join(site.work, "cache"), file));
        MUTATIONS[name]!(file, other, fs.existsSync(old) ? old : undefined);
        done.push(`${name} ${path.relative(site.work, file)}`);
      }
      // What is published is not touched by what happens to the cache.
      expect(differences(site.tree(), now.tree), done.join("\n")).toEqual([]);
      if (random() < 0.6) now = pick(versions);
      now.apply();
      const report = await site.build({ bundleCache });
      expect(report.id).toBe(JSON.parse(site.read("dist/builds/latest.json")).id);
      expect(differences(site.tree(), now.tree), done.join("\n")).toEqual([]);
    }
  },
  TIMEOUT,
);

it("CLI-2 the bundle of other code, put in the place of this one's, is not used", async () => {
  const site = makeSite({ editable: true });
  await site.build();
  const [first] = fs.readdirSync(site.bundles);
  site.edit("runtime/pages/Tool.tsx", "<h2>", '<h2 lang="en">');
  await site.build();
  const [second] = fs.readdirSync(site.bundles).filter((name) => name !== first);
  const cold = await site.cold();
  fs.rmSync(path.join(site.bundles, second!), { recursive: true });
  fs.renameSync(path.join(site.bundles, first!), path.join(site.bundles, second!));
  await site.build();
  expect(differences(site.tree(), cold)).toEqual([]);
});

it.each([
  ["Tool gamma", "Tool gamba"],
  ["What beta does", "What beta did "],
  ["2026-01-02", "2026-01-03"],
  ["robots.txt", "robotz.txt"],
  ["gamma/index.html", "gamba/index.html"],
  ["site:brand", "site:brant"],
])("CLI-2 a note of the build before that says %s as %s counts as none", async (from, to) => {
  const site = makeSite();
  const { rendered } = await site.build();
  expect(rendered).toBeGreaterThan(0);
  const cache = path.join(site.work, "cache");
  const files = fs
    .readdirSync(cache)
    .map((name) => path.join(cache, name))
    .filter((file) => file.endsWith(".json") && fs.readFileSync(file, "utf8").includes(from));
  expect(files).not.toEqual([]);
  for (const file of files)
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replaceAll(from, to));
  site.edit("content/tools/gamma.md", "Text", "Words");
  expect((await site.build()).rendered).toBe(rendered);
  expect(differences(site.tree(), await site.cold())).toEqual([]);
});
