import { expect, it } from "vitest";
import { ToolkitError } from "../../core/errors.ts";
import { toolFile } from "./content.ts";
import type { Fault } from "./fault.ts";
import { withFault } from "./fault.ts";
import type { TestSite } from "./site.ts";
import { litterOf, LONG, makeSite, TIMEOUT } from "./site.ts";
import type { Tree } from "./tree.ts";
import { differences } from "./tree.ts";

const CODES = {
  ENOSPC: "DISK_FULL",
  EACCES: "NO_PERMISSION",
  EMFILE: "TOO_MANY_FILES",
  EIO: "IO_FAILED",
} as const;

/** Two contents in turn, so that each build has something to do; with what each builds to. */
async function makeTurns(site: TestSite) {
  const gamma = site.read("content/tools/gamma.md");
  const turns = [
    () => {
      site.write("content/tools/gamma.md", gamma);
      if (site.has("content/tools/delta.md")) site.remove("content/tools/delta.md");
    },
    () => {
      site.write("content/tools/gamma.md", gamma.replace("Text of", "Words of"));
      site.write("content/tools/delta.md", toolFile("delta", ["alpha"]));
    },
  ];
  const trees: Tree[] = [];
  for (const turn of turns) {
    turn();
    trees.push(await site.cold());
  }
  let at = 1;
  return {
    /** Changes the content. @returns the trees before and after */
    next(): { before: Tree; after: Tree } {
      const before = trees[at]!;
      at = 1 - at;
      turns[at]!();
      return { before, after: trees[at]! };
    },
  };
}

async function failAt(site: TestSite, fault: Fault, turns: Awaited<ReturnType<typeof makeTurns>>) {
  const { before, after } = turns.next();
  const bundleCache = site.bundles;
  let failure: unknown;
  const count = await withFault(fault, async () => {
    failure = await site.build({ bundleCache }).then(
      () => undefined,
      (error: unknown) => error,
    );
  });
  const published = site.tree();
  if (failure === undefined) expect(differences(published, after)).toEqual([]);
  else {
    expect(failure).toBeInstanceOf(ToolkitError);
    expect(failure).toMatchObject({ code: CODES[fault.code] });
    expect(differences(published, before)).toEqual([]);
  }
  await site.build();
  expect(differences(site.tree(), after)).toEqual([]);
  expect(litterOf(site)).toEqual([]);
  return { count, failed: failure !== undefined };
}

it.each(["ENOSPC", "EACCES", "EMFILE", "EIO"] as const)(
  "CLI-1 %s at any file operation: a located error, the site as it was, and the next build works",
  async (code) => {
    const site = makeSite();
    const turns = await makeTurns(site);
    await site.build();
    const folders = [site.root, site.bundles];
    const { count } = await failAt(site, { code, at: 0, folders }, turns);
    expect(count).toBeGreaterThan(30);
    let failed = 0;
    // Always another residue, so that runs of other codes meet the other operations.
    const step = LONG ? 1 : 5;
    for (let at = 1 + (Object.keys(CODES).indexOf(code) % step); at <= count; at += step)
      if ((await failAt(site, { code, at, folders }, turns)).failed) failed++;
    expect(failed).toBeGreaterThan(count / step / 3);
  },
  TIMEOUT,
);
