import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { loadState } from "#cli/build/state/state.ts";
import { isLong } from "../left-out.ts";
import { configOf } from "./content.ts";
import { shareBundles, run } from "./run.ts";
import { HOME, makeFolder, makeSite, TestSite } from "./site.ts";
import { differences } from "./tree.ts";

/** Message keys that each page looked up, as the last build recorded them. */
function recordedOf(site: TestSite): Map<string, string> {
  const live = path.basename(fs.realpathSync(site.out));
  const { pages, messageSets } = loadState(path.join(site.work, "cache"), live)!;
  return new Map(Array.from(pages, ([out, [, set]]) => [out, messageSets[set]!]));
}

/** Renders the page of a file alone in a new process, and compares what it recorded. */
async function expectSameAlone(site: TestSite, file: string, out: string): Promise<void> {
  const together = recordedOf(site);
  expect(together.get(out)).toMatch(/^\S+:\S+( \S+:\S+)*$/);
  site.write(file, `${site.read(file)}\n`);
  const { stdout, stderr } = await run(site, { args: ["--json"] });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, renderedPaths: [out] });
  expect(recordedOf(site).get(out)).toBe(together.get(out));
}

it("CLI-2 a page records the same messages alone as after all others: test site", async () => {
  const site = makeSite({ locales: ["en"] });
  await site.build();
  shareBundles(site);
  for (const [file, out] of [
    ["content/tools/gamma.md", "gamma/index.html"],
    ["content/pages/home.md", "index.html"],
    ["content/pages/pricing.md", "pricing/index.html"],
    ["content/policies/terms.md", "terms/index.html"],
  ] as const)
    await expectSameAlone(site, file, out);
});

/** The project's own site, without images and in few languages, in a folder of its own. */
function makeRealSite(codes: readonly string[]): TestSite {
  const root = path.join(makeFolder(), "site");
  for (const folder of ["content", ...codes.map((code) => `locales/${code}`)])
    fs.cpSync(path.join(HOME, folder), path.join(root, folder), { recursive: true });
  const site = new TestSite(root, path.join(HOME, "runtime"), configOf(codes));
  site.write(
    "toolkit.config.ts",
    `export default ${JSON.stringify({
      site: site.config.site,
      locales: site.config.locales.map(({ files: _, ...locale }) => locale),
      tts: { espeak: false },
      seo: { images: false },
      navigation: { tools: [] },
    })};\n`,
  );
  return site;
}

/** What a tool's page says of its rating: in its facts, and in its structured data. */
function ratingOf(site: TestSite, slug: string): (string | undefined)[] {
  const html = fs.readFileSync(path.join(site.out, slug, "index.html"), "utf8");
  const fact = /<dt>Rating<\/dt><dd>(.*?)<\/dd>/s.exec(html)?.[1];
  return [fact?.replaceAll(/<[^>]*>/g, " ").trim(), /"aggregateRating":(\{.*?\})/.exec(html)?.[1]];
}

it("CLI-2 SEO-2 a page records the same messages alone as after all others: the site itself", async () => {
  const site = makeRealSite(["en"]);
  const { problems } = await site.build({ bundleCache: path.join(site.work, "cache/bundle") });
  // The site offers neither a built-in voice nor translation models.
  expect(problems.filter(({ code }) => code !== "TOOL_HOLLOW")).toEqual([]);
  // The configuration names no rating: tools that work show the toolkit's own.
  expect(ratingOf(site, "audio-trimmer")).toEqual([
    "4.8 out of 5  3,750 ratings and 524 reviews",
    '{"@type":"AggregateRating","ratingValue":4.8,"ratingCount":3750,"reviewCount":524,"bestRating":5,"worstRating":1}',
  ]);
  const first = (type: string): string => fs.readdirSync(site.path(`content/${type}`)).sort()[0]!;
  const tool = first("tools");
  const policy = first("policies");
  const voice = first("voices");
  const cases: [file: string, out: string][] = [
    [`content/tools/${tool}`, `${tool.slice(0, -3)}/index.html`],
    ["content/pages/home.md", "index.html"],
    ["content/pages/pricing.md", "pricing/index.html"],
    ["content/pages/subscription.md", "subscription/index.html"],
    ["content/pages/podcast-preview.md", "podcast-preview/index.html"],
    [`content/policies/${policy}`, `${policy.slice(0, -3)}/index.html`],
    [`content/voices/${voice}`, `ai-voice-generator/${voice.slice(0, -3)}/index.html`],
  ];
  for (const [file, out] of isLong ? cases : cases.slice(0, 3))
    await expectSameAlone(site, file, out);
});

it("CLI-2 edits of the site itself give what a cold build gives", async () => {
  const site = makeRealSite(["en", "de"]);
  const bundleCache = path.join(site.work, "cache/bundle");
  await site.build({ bundleCache });
  const [tool] = fs.readdirSync(site.path("locales/de/tools")).sort();
  const edits = [
    () => site.edit(`content/tools/${tool}`, "name: ", "name: New "),
    () => site.edit(`locales/de/tools/${tool}`, "\n## ", "\n## Neu: "),
    () => {
      const messages = JSON.parse(site.read("locales/de/common.json")) as { nav: { home: string } };
      messages.nav.home += " (neu)";
      site.write("locales/de/common.json", JSON.stringify(messages));
    },
    () => site.remove(`locales/de/tools/${tool}`),
  ];
  for (const edit of isLong ? edits : edits.slice(1, 3)) {
    edit();
    await site.build({ bundleCache });
    const copy = site.copy();
    await copy.build({ bundleCache });
    expect(differences(site.tree(), copy.tree())).toEqual([]);
  }
});
