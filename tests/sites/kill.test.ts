import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { toolFile } from "./content.ts";
import { createSeededRandom } from "#core/random.ts";
import { shareBundles, run, start } from "./run.ts";
import { type TestSite, copyRuntime, litterOf, LOW, makeSite, SIDES, TIMEOUT } from "./site.ts";
import { type Tree, differences } from "./tree.ts";
import { isLong } from "../left-out.ts";

interface Version {
  readonly tree: Tree;
  apply(): void;
}

/** Two versions of a site, in content, messages, configuration and code, and what each builds to. */
async function makeVersions(site: TestSite): Promise<Version[]> {
  const other = copyRuntime();
  fs.appendFileSync(path.join(other, "header.module.css"), ".more { color: #444; }\n");
  const gamma = site.read("content/tools/gamma.md");
  const german = site.read("locales/de/site.json");
  const apply = [
    () => {
      site.write("content/tools/gamma.md", gamma);
      site.write("locales/de/site.json", german);
      fs.rmSync(site.path("content/tools/delta.md"), { force: true });
      site.configure(({ plans }) => (plans.list[0]!.monthly = 9));
      link(site.runtime);
    },
    () => {
      site.write("content/tools/gamma.md", gamma.replace("Text of", "Words of"));
      site.write("locales/de/site.json", german.replace("Brand", "Marke"));
      site.write("content/tools/delta.md", toolFile("delta", ["alpha"]));
      site.configure(({ plans }) => (plans.list[0]!.monthly = 12));
      link(other);
    },
  ];
  const link = (target: string): void => {
    fs.rmSync(site.path("runtime"));
    fs.symlinkSync(target, site.path("runtime"));
  };
  return buildVersions(site, apply);
}

async function buildVersions(site: TestSite, apply: (() => void)[]): Promise<Version[]> {
  const versions: Version[] = [];
  for (const change of apply.toReversed()) {
    change();
    versions.unshift({ apply: change, tree: await site.cold() });
    await site.build();
  }
  return versions;
}

/** Which of the versions is published: whole, or the test fails. */
function publishedOf(site: TestSite, versions: readonly Version[]): number {
  const tree = site.tree();
  const found = versions.findIndex((version) => differences(tree, version.tree).length === 0);
  if (found < 0)
    expect(versions.map((version) => differences(tree, version.tree))).toContainEqual([]);
  return found;
}

const KILLS = isLong ? 300 : 6;

/** How a process builds on either side; the sitemaps are of one size, as they are in the result. */
const PROCESSES = SIDES.map(({ side }) => ({
  side,
  build: side === "above" ? { thresholds: { ...LOW, urlsASitemap: 50_000 } } : {},
  options:
    side === "above"
      ? {
          hook: "hooks/low-thresholds.ts",
          args: ["--threads", "2"],
          env: { LOW_THRESHOLDS: JSON.stringify({ ...LOW, urlsASitemap: 50_000 }) },
        }
      : { hook: "", args: [], env: {} },
}));

it.each(PROCESSES)(
  `CLI-1 ${KILLS} builds killed at random moments, $side all thresholds, leave the old site or the new one`,
  async ({ build, options }) => {
    const random = createSeededRandom(1);
    const site = makeSite({ build });
    const versions = await makeVersions(site);
    expect(differences(versions[0]!.tree, versions[1]!.tree)).not.toEqual([]);
    shareBundles(site);
    const seen = { old: 0, new: 0, ended: 0 };
    for (let round = 0; round < KILLS; round++) {
      const before = publishedOf(site, versions);
      const now = versions[1 - before]!;
      now.apply();
      // Sometimes the code must be bundled as well, and the process is killed during that.
      const bundles = round % 10 === 5;
      if (bundles) fs.rmSync(path.join(site.work, "cache/bundle"), { recursive: true });
      const { child, ended } = start(site, options);
      const timer = setTimeout(() => child.kill("SIGKILL"), random() * (bundles ? 1500 : 260));
      const { signal } = await ended;
      clearTimeout(timer);
      const after = publishedOf(site, versions);
      if (signal === null) seen.ended++;
      else seen[after === before ? "old" : "new"]++;
      if (random() < 0.5) continue;
      const report = await site.build({ bundleCache: path.join(site.work, "cache/bundle") });
      expect(differences(site.tree(), now.tree)).toEqual([]);
      expect(litterOf(site)).toEqual([]);
      expect(report.id).toBe(JSON.parse(site.read("dist/builds/latest.json")).id);
    }
    expect(seen.old).toBeGreaterThan(KILLS / 5);
  },
  TIMEOUT,
);

it.each(PROCESSES)(
  "CLI-1 a build killed at any change of the disk, $side all thresholds, leaves the old site or the new one",
  async ({ side, build: built, options }) => {
    const site = makeSite({ build: built });
    const gamma = site.read("content/tools/gamma.md");
    const apply = [
      () => {
        site.write("content/tools/gamma.md", gamma);
        fs.rmSync(site.path("content/tools/delta.md"), { force: true });
      },
      () => {
        site.write("content/tools/gamma.md", gamma.replace("Text of", "Words of"));
        site.write("content/tools/delta.md", toolFile("delta", ["alpha"]));
      },
    ];
    const versions = await buildVersions(site, apply);
    shareBundles(site);
    const hook = `hooks/kill-at.ts ${options.hook}`;
    const build = async (version: Version): Promise<void> => {
      version.apply();
      await site.build({ bundleCache: path.join(site.work, "cache/bundle") });
      expect(differences(site.tree(), version.tree)).toEqual([]);
      expect(litterOf(site)).toEqual([]);
    };
    const part = isLong ? 1 : side === "below" ? 2 : 3;
    const seen = { old: 0, new: 0 };
    const ways = [versions, versions.toReversed()].slice(0, isLong ? 2 : 1) as [Version, Version][];
    for (const [from, to] of ways) {
      // Always from one state: the same changes in the same order.
      const killAt = async (at: number) => {
        await build(to);
        await build(from);
        to.apply();
        return run(site, { hook, env: { ...options.env, KILL_AT: String(at) } });
      };
      const { stderr } = await killAt(0);
      const changes = Number(/changes: (\d+)/.exec(stderr)![1]);
      expect(changes).toBeGreaterThan(40);
      for (let at = 1; at <= changes; at++) {
        // The steps of publishing are at the end; of those before them all are alike.
        if (!isLong && at % (at < changes - 24 ? 36 : part) !== 0) continue;
        const { signal } = await killAt(at);
        expect(signal).toBe("SIGKILL");
        seen[publishedOf(site, [from, to]) === 0 ? "old" : "new"]++;
      }
    }
    expect(seen.old).toBeGreaterThan((10 * ways.length) / part);
    expect(seen.new).toBeGreaterThan((2 * ways.length) / part);
  },
  TIMEOUT,
);
