import type { Stage } from "#cli/progress/build-progress.ts";
import { expect, it } from "vitest";
import { type SiteOptions, type TestSite, litterOf, makeSite } from "./site.ts";
import { differences } from "./tree.ts";

interface Case {
  readonly name: string;
  readonly stage: Stage;
  readonly change: (site: TestSite) => void;
  readonly undo: (site: TestSite) => void;
  readonly options?: SiteOptions;
}

const swap = (file: string, from: string, to: string) => ({
  change: (site: TestSite) => site.edit(file, from, to),
  undo: (site: TestSite) => site.edit(file, to, from),
});
const CASES: readonly Case[] = [
  {
    name: "a page, after it was read",
    stage: "plan",
    ...swap("content/tools/gamma.md", "Text of", "Words of"),
  },
  {
    name: "the name of a page, after it was read",
    stage: "render",
    ...swap("content/tools/gamma.md", "name: Tool gamma", "name: Renamed"),
  },
  {
    name: "a translation, after it was read",
    stage: "plan",
    ...swap("locales/de/tools/beta.md", "Siehe", "Vergleiche"),
  },
  {
    name: "messages",
    stage: "render",
    ...swap("locales/de/site.json", "Building", "Im Bau"),
  },
  {
    name: "the configuration",
    stage: "plan",
    change: (site) => site.configure(({ plans }) => (plans.list[0]!.monthly = 12)),
    undo: (site) => site.configure(({ plans }) => (plans.list[0]!.monthly = 9)),
  },
  {
    name: "a component while it is bundled",
    stage: "bundle",
    options: { editable: true },
    ...swap("runtime/pages/Tool.tsx", "<h2>", "<h2 lang='x'>"),
  },
  {
    name: "a file of public/ before it is copied",
    stage: "write",
    ...swap("public/file.txt", "one", "two"),
  },
];

/** Edits a page so that there is something to build, and changes something else meanwhile. */
async function buildWith(site: TestSite, { stage, change }: Case, words: string): Promise<void> {
  for (const slug of ["beta", "gamma"])
    site.edit(`content/tools/${slug}.md`, " heading", ` ${words} heading`);
  site.edit("locales/de/tools/beta.md", " heading", ` ${words} heading`);
  let done = false;
  await site.build({
    onProgress: (now) => {
      if (now === stage && !done) {
        done = true;
        change(site);
      }
    },
  });
  expect(done).toBe(true);
}

it.each(CASES)("CLI-2 $name changes during a build: the next one shows it", async (given) => {
  const site = makeSite(given.options);
  site.write("public/file.txt", "one");
  await site.build();
  await buildWith(site, given, "new");
  await site.build();
  expect(differences(site.tree(), await site.cold())).toEqual([]);
});

it.each(CASES)(
  "CLI-2 $name changes during a build and back: the next one shows neither",
  async (given) => {
    const site = makeSite(given.options);
    site.write("public/file.txt", "one");
    await site.build();
    await buildWith(site, given, "new");
    given.undo(site);
    await site.build();
    expect(differences(site.tree(), await site.cold())).toEqual([]);
  },
);

/** A build while which a page is deleted that was read before, and the text of that page. */
async function buildWithout(site: TestSite) {
  await site.build();
  const before = site.tree();
  site.edit("content/tools/gamma.md", "Text of", "Words of");
  const text = site.read("content/tools/gamma.md");
  const building = site.build({
    onProgress: (stage) => {
      if (stage === "render" && site.has("content/tools/gamma.md"))
        site.remove("content/tools/gamma.md");
    },
  });
  return { before, text, building };
}

it("CLI-1 a page that is deleted during a build and has to be read again: nothing is published", async () => {
  const site = makeSite({ build: { thresholds: { maxCachedBytes: 0 } } });
  const { before, text, building } = await buildWithout(site);
  await expect(building).rejects.toMatchObject({
    code: "IO_FAILED",
    params: { path: expect.stringContaining("content/tools/gamma.md") },
  });
  expect(site.tree()).toEqual(before);
  site.write("content/tools/gamma.md", text);
  await site.build();
  expect(differences(site.tree(), await site.cold())).toEqual([]);
  expect(litterOf(site)).toEqual([]);
});

it("CLI-1 a page that is deleted during a build after it was read is published as it was then", async () => {
  const site = makeSite();
  const { text, building } = await buildWithout(site);
  await building;
  const published = site.tree();
  site.write("content/tools/gamma.md", text);
  expect(differences(published, await site.cold())).toEqual([]);
  await site.build();
  expect(differences(site.tree(), await site.cold())).toEqual([]);
  expect(litterOf(site)).toEqual([]);
});
