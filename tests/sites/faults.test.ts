import fs from "node:fs";
import { expect, it } from "vitest";
import { ToolkitError } from "#core/errors/errors.ts";
import { toolFile } from "./content.ts";
import { type Fault, withFault } from "./fault.ts";
import { type TestSite, litterOf, makeSite, SIDES, TIMEOUT } from "./site.ts";
import { type Tree, differences } from "./tree.ts";
import { isLong } from "../left-out.ts";

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

const NAMES = ["ENOSPC", "EACCES", "EMFILE", "EIO"] as const;

// Faults are made in this process, so all of the work is done in it.
it.each(
  SIDES.flatMap(({ side, build }) =>
    NAMES.map((code) => ({ code, side, build: { ...build, threads: 1 } })),
  ),
)(
  "CLI-1 $code at any file operation, $side all thresholds: a located error, the site as it was, and the next build works",
  async ({ code, side, build }) => {
    const site = makeSite({ build });
    const turns = await makeTurns(site);
    await site.build();
    const folders = [site.root, site.bundles];
    const { count } = await failAt(site, { code, at: 0, folders }, turns);
    expect(count).toBeGreaterThan(30);
    let failed = 0;
    // Always another residue, so that runs of other codes meet the other operations.
    const step = isLong ? 1 : side === "below" ? 18 : 40;
    for (let at = 1 + (Object.keys(CODES).indexOf(code) % step); at <= count; at += step)
      if ((await failAt(site, { code, at, folders }, turns)).failed) failed++;
    expect(failed).toBeGreaterThan(count / step / 3);
  },
  TIMEOUT,
);

it.each(NAMES)(
  "RTE-7 %s at any file operation of a large site's first build: nothing is published, then all of it",
  async (code) => {
    const whole = await makeSite({ build: SIDES[1].build }).cold();
    const site = makeSite({ build: { ...SIDES[1].build, threads: 1 } });
    const folders = [site.root, site.bundles];
    const build = async (at: number): Promise<number> => {
      for (const folder of [site.out, site.work])
        fs.rmSync(folder, { recursive: true, force: true });
      let failure: unknown;
      const count = await withFault({ code, at, folders }, async () => {
        failure = await site.build().then(
          () => undefined,
          (error: unknown) => error,
        );
      });
      if (failure !== undefined) {
        expect(failure).toMatchObject({ code: CODES[code] });
        expect(site.has("dist")).toBe(false);
        await site.build();
      }
      expect(differences(site.tree(), whole)).toEqual([]);
      return count;
    };
    const count = await build(0);
    const step = isLong ? 1 : Math.ceil(count / 4);
    for (let at = 1 + NAMES.indexOf(code); at <= count; at += step) {
      await build(at);
      // The tree that waits for the next build is whole, too.
      site.edit("content/tools/gamma.md", "Text of", "Words of");
      expect((await site.build()).problems).toEqual([]);
      expect(differences(site.tree(), await site.cold())).toEqual([]);
      site.edit("content/tools/gamma.md", "Words of", "Text of");
    }
  },
  TIMEOUT,
);
