import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import {
  CONFIG,
  edit,
  makeSite,
  removeSites,
  siteFiles,
  tool,
} from "#tests/fixtures/checked-site.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { HOME } from "../files/home.ts";
import { createPageState } from "./page-state.ts";
import { openDevSite } from "./site.ts";
import { openSite } from "./test-dev-site.ts";
import { watchContent } from "./watch.ts";

afterAll(removeSites);

const ALPHA = "content/tools/alpha.md";
const open = async (files = siteFiles()) => {
  const root = makeSite(files);
  const site = await openSite(root);
  return { root, site, state: createPageState(site, () => []) };
};
/** Edits a file, and notifies the site. */
function write(root: string, file: string, from: string | RegExp, to: string): void {
  const files = { [file]: fs.readFileSync(path.join(root, file), "utf8") };
  edit(files, file, from, to);
  fs.writeFileSync(path.join(root, file), files[file]!);
}

describe("CLI-4 a site while it is written", () => {
  it("finds pages by address, in every language, whatever the slash at the end", async () => {
    const { state } = await open();
    expect(state.find("/alpha").planned?.id).toBe("tools/alpha");
    expect(state.find("/de/alpha/").planned).toMatchObject({ id: "tools/alpha", locale: "de" });
    expect(state.find("/de").planned?.kind).toBe("home");
    expect(state.find("/terms").planned?.kind).toBe("policy");
    expect(state.find("/de/terms").planned).toMatchObject({ kind: "policy", locale: "de" });
    expect(state.find("/nowhere").planned).toBeUndefined();
  });

  it("makes a page from its files as they are, with the languages that it can be read in", async () => {
    const { root, site, state } = await open();
    const make = () => site.makePage(state.find("/alpha").planned!);
    expect(make()).toMatchObject({ name: "alpha", locales: ["en", "de"] });
    write(root, ALPHA, "name: alpha", "name: Changed");
    site.content.touch(ALPHA);
    expect(make().name).toBe("Changed");
    fs.rmSync(path.join(root, "locales/de/tools/alpha.md"));
    site.content.touch("locales/de/tools/alpha.md");
    expect(make().locales).toEqual(["en"]);
  });

  it("CLI-4 TLS-9 shows a page as builds do where the site does not offer its tool's engine", async () => {
    const gamma = tool("gamma", "alpha, beta")
      .replace("panel: cleaner\npreset: gentle", "panel: transcript\npreset: transcript")
      .replace("keywords:", "headingWithoutEngine: Without an engine\nkeywords:");
    const { root, site, state } = await open({
      ...siteFiles(),
      "runtime/panels/transcript/panel.ts": `export default { id: "transcript", presets: ["transcript"] };\n`,
      "models/lock.json": JSON.stringify({ version: 1, models: {} }),
      "content/tools/gamma.md": gamma,
    });
    const headings = () =>
      ["/gamma", "/alpha"].map((at) => site.makePage(state.find(at).planned!).heading);
    expect(headings()).toEqual(["Without an engine", "alpha"]);
    const isHollow = () => site.planAll().pages.some((page) => page.isHollow);
    expect(isHollow()).toBe(true);
    fs.copyFileSync(path.join(HOME, "models/lock.json"), path.join(root, "models/lock.json"));
    expect(site.readModels().map(({ id }) => id)).toContain("whisper-tiny");
    expect(headings()).toEqual(["gamma", "alpha"]);
    expect(isHollow()).toBe(false);
  });

  it("keeps a page in the menus while its file is unreadable, and reports the error at its location", async () => {
    const { root, site, state } = await open();
    expect(state.errors(state.find("/alpha"))).toEqual([]);
    write(root, ALPHA, "heading:", "headding:");
    expect(site.content.touch(ALPHA)).toBe(true);
    const found = state.find("/alpha");
    expect(found.planned?.id).toBe("tools/alpha");
    const errors = state.errors(found);
    expect(errors.map(({ code, place }) => [code, place])).toEqual([
      ["FIELD_UNKNOWN", `${ALPHA}:13:1`],
    ]);
    expect(errors[0]!.frame).toMatch(/> 13 \| headding: /);
    expect(state.errors(state.find("/beta"))).toEqual([]);
    expect(state.elsewhere(state.find("/beta"))).toEqual(errors);
    expect(state.elsewhere(found)).toEqual([]);
    write(root, ALPHA, "headding:", "heading:");
    site.content.touch(ALPHA);
    expect(state.errors(state.find("/alpha"))).toEqual([]);
  });

  it("reports every mistake of a page at once, followed by those of other files and languages", async () => {
    const { root, site, state } = await open();
    write(root, ALPHA, 'menu: "1"', 'menu: "9"');
    write(root, ALPHA, "cost: free", "cost: 7");
    write(root, ALPHA, "## First part", "[b](/betta)");
    write(root, "locales/de/tools/alpha.md", "name: Alpha", "name: [Alpha");
    write(root, "locales/de/site.json", "{{name}}", "{{nam}}");
    site.content.touch(ALPHA);
    site.content.touch("locales/de/tools/alpha.md");
    site.forgetMessages();
    const locations = (shown: readonly { place: string }[]) =>
      shown.map(({ place }) => place).sort();
    const english = state.find("/alpha");
    const own = [`${ALPHA}:3:7`, `${ALPHA}:44:5`, `${ALPHA}:6:7`];
    const german = ["locales/de/site.json:2:3", "locales/de/tools/alpha.md:2:25"];
    expect(locations(state.errors(english))).toEqual(own);
    expect(locations(state.elsewhere(english))).toEqual(german);
    expect(locations(state.errors(state.find("/de/alpha")))).toEqual([...own, ...german].sort());
    expect(state.elsewhere(state.find("/de/alpha"))).toEqual([]);
  });

  it("reports a page that was never readable at its expected address", async () => {
    const files = { ...siteFiles(), "content/tools/new.md": "---\nslug: new\n---\n" };
    const { state } = await open(files);
    const found = state.find("/new");
    expect(found.planned).toBeUndefined();
    expect([...state.filesOf(found)]).toEqual(["content/tools/new.md"]);
    expect(state.errors(found)[0]!.place).toMatch(/^content\/tools\/new\.md:\d+:\d+$/);
  });

  it("takes up new files, and touches nothing for a file that was only saved", async () => {
    const { root, site, state } = await open();
    expect(state.find("/gamma").planned).toBeUndefined();
    fs.writeFileSync(path.join(root, "content/tools/gamma.md"), tool("gamma", "alpha"));
    expect(site.content.touch("content/tools/gamma.md")).toBe(true);
    expect(state.find("/de/gamma").planned?.untranslated).not.toEqual([]);
    const version = site.content.version();
    fs.utimesSync(path.join(root, ALPHA), 1, 1);
    expect(site.content.touch(ALPHA)).toBe(false);
    expect(site.content.version()).toBe(version);
  });

  it("takes over what an earlier start has read, of files that are as they were", async () => {
    const { root, site } = await open();
    while (site.content.readAhead(1));
    site.content.save();
    const cacheFile = path.join(root, ".toolkit/cache/dev/content/en.json");
    const [, body = ""] = fs.readFileSync(cacheFile, "utf8").split("\n");
    expect((JSON.parse(body) as [string][]).map(([file]) => file)).toContain(ALPHA);
    const again = async () => {
      const next = await openSite(root);
      return next.planOf("de").pages.get("/alpha")!.entry!.name;
    };
    expect(await again()).toBe("alpha");
    write(root, ALPHA, "name: alpha", "name: Other");
    expect(await again()).toBe("Other");
    fs.writeFileSync(cacheFile, "damaged\n[]");
    expect(await again()).toBe("Other");
  });

  it("says how far a page is translated, and what would be cut", async () => {
    const files = siteFiles();
    edit(files, ALPHA, /^title: .*$/m, `title: ${"long ".repeat(20)}`);
    const { state } = await open(files);
    const facts = state.facts(state.find("/alpha"));
    expect(facts.translations.map(({ locale, state: how }) => [locale, how])).toEqual([
      ["en", "source"],
      ["de", "stale"],
    ]);
    expect(facts.warnings.map(({ code, place }) => [code, place])).toEqual([
      ["TEXT_LENGTH", `${ALPHA}:11:8`],
    ]);
    expect(state.facts(state.find("/de/beta")).translations[1]!.state).toBe("missing");
  });

  it("reports wrong placeholders, and an invalid configuration", async () => {
    const files = siteFiles();
    edit(files, "locales/de/site.json", "{{name}}", "{{nam}}");
    const { root, site, state } = await open(files);
    const [error] = state.errors(state.find("/de/alpha"));
    expect(error).toMatchObject({
      code: "MESSAGE_PLACEHOLDERS",
      place: "locales/de/site.json:2:3",
    });
    expect(state.errors(state.find("/alpha"))).toEqual([]);
    fs.writeFileSync(
      path.join(root, "toolkit.config.ts"),
      CONFIG.replace("https://site.test", "x"),
    );
    await expect(site.reloadConfig()).rejects.toMatchObject({ code: "PROBLEMS" });
    expect(state.find("/de/alpha").planned?.id).toBe("tools/alpha");
  });

  it("has no pages until its configuration can be used, and nothing but the reason to tell", async () => {
    const files = siteFiles();
    edit(files, "toolkit.config.ts", 'language: "de"', 'language: "d"');
    edit(files, ALPHA, 'menu: "1"', 'menu: "9"');
    const root = makeSite(files);
    const site = openDevSite({ root, home: HOME });
    const fault = await site.reloadConfig().catch((error: unknown) => error as ToolkitError);
    const state = createPageState(site, () =>
      fault instanceof ToolkitError ? fault.problems : [],
    );
    expect(site.isUsable()).toBe(false);
    const [first, ...rest] = state.errors(state.find("/alpha"));
    expect(first).toMatchObject({ code: "CONFIG_INVALID", place: "toolkit.config.ts:5:29" });
    expect([rest, state.elsewhere(state.find("/alpha"))]).toEqual([[], []]);
    write(root, "toolkit.config.ts", 'language: "d"', 'language: "de"');
    await site.reloadConfig();
    await site.reloadPanels();
    expect(site.isUsable()).toBe(true);
    expect(state.find("/de/alpha").planned?.id).toBe("tools/alpha");
  });
});

it("CLI-4 added, changed and removed files are reported, also in new folders", async () => {
  const root = makeSite(siteFiles());
  const reported = new Set<string>();
  onTestFinished(watchContent(root, (files) => files.forEach((file) => reported.add(file))));
  const isReported = (file: string) => expect.poll(() => reported.has(file)).toBe(true);
  fs.appendFileSync(path.join(root, ALPHA), "More.\n");
  await isReported(ALPHA);
  fs.mkdirSync(path.join(root, "locales/de/policies"));
  fs.writeFileSync(path.join(root, "locales/de/policies/terms.md"), "---\n---\n");
  await isReported("locales/de/policies/terms.md");
  fs.rmSync(path.join(root, "content/tools/beta.md"));
  await isReported("content/tools/beta.md");
  fs.writeFileSync(path.join(root, "toolkit.config.ts"), CONFIG);
  await isReported("toolkit.config.ts");
  fs.writeFileSync(path.join(root, "notes.md"), "");
  fs.appendFileSync(path.join(root, "locales/de/site.json"), "\n");
  await isReported("locales/de/site.json");
  expect(reported.has("notes.md")).toBe(false);
});
