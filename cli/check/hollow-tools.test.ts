import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SEPARATION_PRESETS } from "#audio/separation/presets.ts";
import { offeredModels } from "#core/models/offered.ts";
import { promiseOf } from "#core/tools/promises.ts";
import { configSchema, type Config, type ConfigInput } from "#core/site/config.ts";
import { configWith } from "#tests/fixtures/entries.ts";
import {
  CONFIG,
  type Files,
  makeSite,
  removeSites,
  siteFiles,
  tool,
  translation,
  writeFiles,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { createPageMaker } from "../build/render/make-page.ts";
import { jobOf } from "../build/render/jobs.ts";
import { localeSitemaps } from "../build/write/sitemaps.ts";
import { offersModelOf } from "../models/offers-model.ts";
import { findHollowTools } from "../models/find-hollow-tools.ts";
import { hollowToolsIn, loadLock, loadRegistry } from "../models/registry.ts";
import { loadConfig } from "../build/load/config.ts";
import { loadSite } from "./load-site.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
afterAll(removeSites);

/** Slugs of the program's tools that are hollow with a configuration, sorted. */
function hollowSlugs(find: ReturnType<typeof findHollowTools>): string[] {
  const folder = path.join(HOME, "content/tools");
  return fs
    .readdirSync(folder)
    .filter((file) => {
      const text = fs.readFileSync(path.join(folder, file), "utf8");
      const field = (name: string): string => new RegExp(`^${name}: (.+)$`, "m").exec(text)![1]!;
      return find(field("panel"), field("preset"));
    })
    .map((file) => file.replace(/\.md$/, ""))
    .sort();
}

describe("tools whose engine a site does not offer", () => {
  it("TLS-9 are none on the program's own site", async () => {
    expect(hollowSlugs(hollowToolsIn(HOME, await loadConfig(HOME)))).toEqual([]);
  });

  it.each<[string, Partial<ConfigInput>, readonly string[]]>([
    ["without models", {}, ["ai-audio-to-text", "ai-audio-translator"]],
    [
      "with a hosted model for transcripts",
      { hosted: { host: "models.example", transcription: "whisper-1" } },
      ["ai-audio-translator"],
    ],
    [
      "with a hosted model for texts",
      { hosted: { host: "models.example", chat: { model: "m", languages: ["en"] } } },
      ["ai-audio-to-text"],
    ],
    [
      "without models and voice",
      { tts: { espeak: false } },
      [
        "ai-audio-to-text",
        "ai-audio-translator",
        "ai-podcast-maker",
        "ai-text-to-speech",
        "voice-cloning",
      ],
    ],
  ])("TLS-9 are named %s", (_, over, slugs) => {
    const config: Config = configWith(over);
    const find = findHollowTools(config, loadRegistry(HOME, HOME), {
      lock: { version: 1, models: {} },
      settings: config.models,
    });
    expect(hollowSlugs(find)).toEqual(slugs);
  });

  it.each<[string, object, (file: string) => boolean, string | undefined]>([
    ["pulled through", { baseUrl: "/models", pullThrough: true }, () => true, undefined],
    ["pulled", { baseUrl: "/models" }, (file) => file.startsWith("whisper-tiny/"), undefined],
    ["not pulled", { baseUrl: "/models" }, () => false, "not-here"],
    ["from their sources", {}, () => true, undefined],
  ])("TLS-9 take what is %s into account", (_, models, has, reason) => {
    const config = configSchema.parse({
      site: { name: "S", origin: "https://s.example", contact: "c" },
      models,
    });
    const find = findHollowTools(config, loadRegistry(HOME, HOME), {
      lock: loadLock(HOME, HOME),
      settings: { ...config.models, has: ({ path: file }) => has(file) },
    });
    expect(find("transcript", "transcript")?.model?.reason).toBe(reason);
  });

  it("TLS-9 name the model that takes the least: one whose license is accepted before one that is restricted", () => {
    const config = configWith();
    const [model] = loadRegistry(HOME, HOME).filter(({ id }) => id === "whisper-tiny");
    const locked = loadLock(HOME, HOME).models["whisper-tiny"]!;
    const restricted = {
      ...model!,
      id: "restricted",
      licence: { ...model!.licence, use: "non-commercial" as const },
    };
    const find = findHollowTools(config, [restricted, model!], {
      lock: { version: 1, models: { restricted: locked } },
      settings: config.models,
    });
    expect(find("transcript", "transcript")).toEqual({
      result: "transcripts",
      model: { id: "whisper-tiny", reason: "unlocked" },
    });
  });

  it.each<[readonly string[], readonly string[]]>([
    // A net for vocals alone.
    [[], ["instrumental", "vocals", "speech"]],
    [["htdemucs"], ["stems", "instrumental", "vocals", "no-drums", "no-bass", "speech"]],
  ])("TLS-9 with %j accepted, pages of %j speak of studio models", (accept, presets) => {
    const config = configWith({
      models: { baseUrl: "/models", pullThrough: true, accept: [...accept] },
    });
    const offers = offersModelOf(
      offeredModels(loadRegistry(HOME, HOME), loadLock(HOME, HOME), config.models),
    );
    const all = Object.keys(SEPARATION_PRESETS).filter((preset) => offers("separation", preset));
    expect(all.toSorted()).toEqual(presets.toSorted());
    expect(offers("editor", "trim")).toBe(false);
    expect([offers("karaoke", "song"), offers("cover", "cover")]).toEqual([true, true]);
  });

  it("TLS-9 work with the built-in engine where nothing is promised beyond it", () => {
    expect(promiseOf("editor", "trim")).toBe(undefined);
    expect(promiseOf("constructor", "constructor")).toBe(undefined);
  });
});

describe("toolkit check on a site that offers no model", () => {
  const files = (): Files => ({
    ...siteFiles(),
    "runtime/panels/transcript/panel.ts": `export default { id: "transcript", presets: ["transcript"] };\n`,
    "models/lock.json": JSON.stringify({ version: 1, models: {} }),
    "content/tools/gamma.md": tool("gamma", "alpha, beta").replace(
      "panel: cleaner\npreset: gentle",
      "panel: transcript\npreset: transcript",
    ),
  });
  const listed = async (root: string): Promise<string[]> => {
    const { plan } = await loadSite({ root, home: HOME });
    const [first] = localeSitemaps(plan.site, "en", plan.pages).files;
    return Array.from(
      first!.data.matchAll(/<loc>https:\/\/site\.test\/(\w*)<\/loc>/g),
      ([, slug]) => slug!,
    );
  };

  it("TLS-9 names the page with a step to take, and leaves it out of the sitemaps, unless the site insists", async () => {
    const root = makeSite(files());
    const { code, out, err } = await run(root, ["check", "--no-site"]);
    expect(code).toBe(0);
    expect(out + err).toMatch(
      /content\/tools\/gamma\.md:5:9 warning: .*transcripts.*"gamma" promises: \S+ is not locked: `toolkit models lock \S+`.*\[TOOL_HOLLOW\]/,
    );
    expect((await listed(root)).toSorted()).toEqual(["", "alpha", "beta", "terms"]);
    writeFiles(root, {
      "toolkit.config.ts": CONFIG.replace("images: false", 'images: false, alwaysList: ["gamma"]'),
    });
    const insisting = await run(root, ["check", "--no-site"]);
    expect(insisting.out + insisting.err).not.toContain("TOOL_HOLLOW");
    expect((await listed(root)).toSorted()).toEqual(["", "alpha", "beta", "gamma", "terms"]);
  });

  it("TLS-9 shows the texts that were written for it, each language its own, and the others where it has none", async () => {
    const variants = (language: string): string =>
      `titleWithoutEngine: Title ${language}\ndescriptionWithoutEngine: Description ${language}\nheadingWithoutEngine: Heading ${language}\n`;
    const given = files();
    const gamma = "content/tools/gamma.md";
    given[gamma] = given[gamma]!.replace("keywords:", `${variants("en")}keywords:`);
    given["locales/de/tools/gamma.md"] = translation("Gamma auf Deutsch").replace(
      "keywords:",
      `${variants("de")}keywords:`,
    );
    const root = makeSite(given);
    const textsOf = async (locale: string) => {
      const { plan } = await loadSite({ root, home: HOME });
      const make = createPageMaker({ root, site: plan.site, singleRoutes: [] });
      const planned = plan.pages.find(
        (page) => page.id === "tools/gamma" && page.locale === locale,
      )!;
      const { title, description, heading, tagline, indexable } = make(jobOf(plan, planned)).page;
      return { title, description, heading, tagline, indexable };
    };
    expect(await textsOf("en")).toEqual({
      title: "Title en",
      description: "Description en",
      heading: "Heading en",
      tagline: "What gamma does.",
      indexable: false,
    });
    expect(await textsOf("de")).toMatchObject({ title: "Title de", heading: "Heading de" });
    writeFiles(root, {
      "models/lock.json": fs.readFileSync(path.join(HOME, "models/lock.json"), "utf8"),
    });
    expect(await textsOf("en")).toMatchObject({
      title: "gamma in your browser",
      heading: "gamma",
      indexable: true,
    });
  });

  it("TLS-9 shows text about studio models only where the site offers one for the tool", async () => {
    const given = files();
    const delta = "content/tools/delta.md";
    given["runtime/panels/separation/panel.ts"] =
      `export default { id: "separation", presets: ["vocals"] };\n`;
    given[delta] = tool(
      "delta",
      "alpha, beta",
      "## Part\n\nOne. {{#studio}}Two.{{/studio}} Three.\n",
    ).replace("panel: cleaner\npreset: gentle", "panel: separation\npreset: vocals");
    const root = makeSite(given);
    const htmlOf = async (): Promise<string> => {
      const { plan } = await loadSite({ root, home: HOME });
      const make = createPageMaker({ root, site: plan.site, singleRoutes: [] });
      const planned = plan.pages.find(({ id, locale }) => id === "tools/delta" && locale === "en")!;
      return (make(jobOf(plan, planned)).page as { html: string }).html;
    };
    expect(await htmlOf()).toContain("One. Three.");
    const lock = fs.readFileSync(path.join(HOME, "models/lock.json"), "utf8");
    writeFiles(root, {
      "models/lock.json": lock,
      "toolkit.config.ts": CONFIG.replace(
        "redirects:",
        'models: { baseUrl: "/models", pullThrough: true },\n  redirects:',
      ),
    });
    expect(await htmlOf()).toContain("One. Two. Three.");
  });

  it("TLS-9 holds those texts to the lengths of the others", async () => {
    const given = files();
    const gamma = "content/tools/gamma.md";
    given[gamma] = given[gamma]!.replace(
      "keywords:",
      `titleWithoutEngine: ${"x".repeat(61)}\nkeywords:`,
    );
    const { out, err } = await run(makeSite(given), ["check", "--no-site"]);
    expect(out + err).toMatch(/titleWithoutEngine is 61 columns wide; 60 at most.*\[TEXT_LENGTH\]/);
  });

  it("TLS-9 says which tool seo.alwaysList misspells", async () => {
    const root = makeSite({
      ...files(),
      "toolkit.config.ts": CONFIG.replace("images: false", 'images: false, alwaysList: ["gama"]'),
    });
    const { code, out, err } = await run(root, ["check", "--no-site"]);
    expect(code).toBe(1);
    expect(out + err).toMatch(/"gama".*gamma.*\[UNKNOWN_TOOL\]/);
  });
});
