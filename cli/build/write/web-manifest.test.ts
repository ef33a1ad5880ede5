import { describe, expect, it } from "vitest";
import { configWith, locales, page, panels, tool, toolIn } from "#tests/fixtures/entries.ts";
import type { ConfigInput } from "#core/site/config.ts";
import { siteLocale } from "#core/site/site.ts";
import type { Panels } from "../load/load.ts";
import { planSite } from "../plan/plan.ts";
import { manifestFile, webManifest } from "./web-manifest.ts";

const SLUGS = ["a", "b", "c"];
const GROUPS = ["edit", "edit", "clean"];
const planOf = (over: Partial<ConfigInput> = {}, ready = false) =>
  planSite({
    config: configWith({ locales: locales("en", "de"), ...over }),
    entries: [
      page("home", "/"),
      ...SLUGS.map((slug, at) => tool(slug, { group: GROUPS[at] })),
      toolIn("de", "a"),
    ],
    panels: Object.fromEntries(
      Object.entries(panels).map(([id, panel]) => [id, { ...panel, available: ready }]),
    ) as Panels,
  });
const manifestOf = (plan: ReturnType<typeof planOf>, code: string) =>
  JSON.parse(webManifest(plan, code, "What it is.")) as Record<string, unknown>;

describe("the manifest", () => {
  it("RTE-4 can be installed", () => {
    const manifest = manifestOf(planOf(), "en");
    expect(manifest).toMatchObject({
      id: "/",
      name: "Brand",
      lang: "en",
      dir: "ltr",
      start_url: "/",
      scope: "/",
      display: "standalone",
      description: "What it is.",
    });
    const icons = manifest["icons"] as { sizes: string; purpose?: string }[];
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
    expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  });

  it("LOC-1 of each language is of the same application, and starts in its language", () => {
    const plan = planOf({ locales: [...locales("en"), { ...locales("de")[0]!, dir: "rtl" }] });
    expect(manifestOf(plan, "de")).toMatchObject({
      id: "/",
      scope: "/",
      lang: "de",
      dir: "rtl",
      start_url: "/de",
    });
  });

  it("LOC-3 is at the root of an origin, or below the prefix of its language", () => {
    const [en, de] = locales("en", "de");
    const files = (over: Partial<ConfigInput>) => {
      const { site } = planOf(over);
      return ["en", "de"].map((code) => manifestFile(siteLocale(site, code)));
    };
    expect(files({})).toEqual(["manifest.webmanifest", "de/manifest.webmanifest"]);
    expect(files({ prefixDefaultLocale: true })[0]).toBe("en/manifest.webmanifest");
    expect(files({ locales: [en!, { ...de!, domain: "https://s.de" }] })[1]).toBe(
      "de/manifest.webmanifest",
    );
  });

  it("RTE-4 leads to tools that work, of different groups first, and to no others", () => {
    const urls = (ready: boolean, code: string) =>
      (manifestOf(planOf({}, ready), code)["shortcuts"] as { url: string }[]).map(({ url }) => url);
    expect(urls(false, "en")).toEqual([]);
    expect(urls(true, "en")).toEqual(["/c", "/a", "/b"]);
    expect(urls(true, "de")).toEqual(["/de/c", "/de/a", "/de/b"]);
  });

  it("PWA takes files that other applications share, and that the system opens with it, in its language", () => {
    const { share_target: target, file_handlers: handlers } = manifestOf(planOf(), "de") as {
      share_target: { action: string; method: string; params: { files: { accept: string[] }[] } };
      file_handlers: { action: string; accept: Record<string, string[]> }[];
    };
    expect(target).toMatchObject({
      action: "/de?shared",
      method: "POST",
      enctype: "multipart/form-data",
    });
    expect(Object.keys(target.params)).toEqual(["files"]);
    expect(handlers.map(({ action }) => action)).toEqual(["/de?shared"]);
    const extensions = Object.values(handlers[0]!.accept).flat();
    expect(target.params.files[0]!.accept).toEqual(["audio/*", "video/*", ...extensions]);
    expect(new Set(extensions).size).toBe(extensions.length);
  });

  it("PWA WSP-5 opens projects in the editor, where there is one", () => {
    const handlersIn = (preset: string, available = true) => {
      const plan = planSite({
        config: configWith({ locales: locales("en", "de") }),
        entries: [page("home", "/"), tool("desk", { panel: "editor", preset })],
        panels: { editor: { presets: ["edit", "trim"], available } },
      });
      return manifestOf(plan, "de")["file_handlers"] as { action: string }[];
    };
    expect(handlersIn("edit").slice(1)).toEqual([
      {
        action: "/de/desk?from=workspace",
        accept: { "application/x-audio-project": [".audioproject"] },
      },
    ]);
    expect(handlersIn("edit", false)).toHaveLength(1);
    expect(handlersIn("trim")).toHaveLength(1);
  });

  it("PWA takes links for the tool that loads them, where links are enabled", () => {
    const plan = planSite({
      config: configWith({ locales: locales("en"), links: { enabled: true } }),
      entries: [page("home", "/"), tool("audio-downloader", { group: "edit" })],
      panels: Object.fromEntries(
        Object.entries(panels).map(([id, panel]) => [id, { ...panel, available: true }]),
      ) as Panels,
    });
    expect(manifestOf(plan, "en")["share_target"]).toMatchObject({
      action: "/?shared&links=/audio-downloader",
      params: { url: "link", text: "shared" },
    });
  });
});
