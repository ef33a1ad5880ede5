import { describe, expect, it } from "vitest";
import {
  configWith,
  locales,
  page,
  panels,
  policy,
  tool,
  toolIn,
  voice,
} from "#tests/fixtures/entries.ts";
import type { ConfigInput } from "#core/site/config.ts";
import type { Entry } from "../load/entry.ts";
import { type PlanMemo, isIndexable, planSite, shownOn, staleSections } from "./plan.ts";

const config = configWith({ locales: locales("en", "de", "fr") });
const plan = (entries: Entry[], over: Partial<ConfigInput> = {}, memo?: PlanMemo) =>
  planSite({
    config: configWith({ locales: locales("en", "de", "fr"), ...over }),
    entries,
    panels,
    memo,
  });
const pageAt = (result: ReturnType<typeof plan>, out: string) =>
  result.pages.find((found) => found.out === out)!;

describe("pages and their addresses", () => {
  it("RTE-1 a tool and a policy are pages in every locale, voices in one", () => {
    const outs = plan([tool("x"), policy("terms"), voice("v"), page("home", "/")]).pages.map(
      ({ out }) => out,
    );
    expect(outs.sort()).toEqual(
      [
        "404.html",
        "500.html",
        "ai-voice-generator/v/index.html",
        "de/index.html",
        "de/terms/index.html",
        "de/x/index.html",
        "fr/index.html",
        "fr/terms/index.html",
        "fr/x/index.html",
        "index.html",
        "offline.html",
        "terms/index.html",
        "x/index.html",
      ].sort(),
    );
  });

  it("LOC-3 a locale with a domain has a folder that is a root of its own", () => {
    const [en, de] = locales("en", "de");
    const result = plan([tool("x")], { locales: [en!, { ...de!, domain: "https://s.de" }] });
    expect(pageAt(result, "de/x/index.html").locale).toBe("de");
    expect(pageAt(result, "x/index.html").locale).toBe("en");
  });

  it("RTE-4 error pages have no file; the kitchen sink is for development", () => {
    const names = (development: boolean) =>
      planSite({ config, entries: [], panels, development }).pages.map(({ id }) => id);
    expect(names(false)).toEqual(["404", "500", "offline"]);
    expect(names(true)).toEqual(["404", "500", "offline", "kitchen-sink"]);
  });
});

describe("TLS-17 tools in frames of other sites", () => {
  const trim = tool("trimmer", { panel: "editor", preset: "trim", cost: "free" });
  const clean = tool("cleaner", { panel: "enhance", preset: "denoise", cost: 1 });
  const link = tool("loader", { panel: "download", preset: "mp3", cost: 3 });
  const withPanels = (embed: ConfigInput["embed"]) =>
    planSite({
      config: configWith({ locales: locales("en", "de"), embed }),
      entries: [trim, clean, link, toolIn("de", "trimmer")],
      panels: Object.fromEntries(
        ["editor", "enhance", "download"].map((panel) => [
          panel,
          { presets: ["trim", "denoise", "mp3"], available: true },
        ]),
      ),
    });
  const origins = ["https://forum.example"];
  const framesOf = (result: ReturnType<typeof plan>) =>
    result.pages.filter(({ kind }) => kind === "embed").map(({ out }) => out);

  it("have a page in each language, which search engines must not list", () => {
    expect(framesOf(withPanels({}))).toEqual([]);
    expect(framesOf(withPanels({ tools: ["cleaner"] }))).toEqual([]);
    const result = withPanels({ origins });
    expect(framesOf(result)).toEqual(["embed/trimmer/index.html", "de/embed/trimmer/index.html"]);
    const german = pageAt(result, "de/embed/trimmer/index.html");
    expect(isIndexable(german)).toBe(false);
    const { name } = result.translations.get("de")!.get("tools/trimmer")!;
    expect(shownOn(result, german)).toMatchObject({
      kind: "embed",
      shown: {
        name,
        origins,
        tool: { slug: "trimmer", panel: "editor", preset: "trim", path: "/de/trimmer" },
      },
    });
  });

  it("are those that the operator lists, whatever they cost on the site", () => {
    const result = withPanels({ origins, tools: ["cleaner"] });
    expect(framesOf(result)).toEqual(["embed/cleaner/index.html", "de/embed/cleaner/index.html"]);
    expect(result.problems.map(({ code }) => code)).not.toContain("EMBED_UNSUPPORTED");
  });

  it("are no tools that need the server, and no unknown ones", () => {
    const result = withPanels({ origins, tools: ["loader", "cleanr"] });
    expect(framesOf(result)).toEqual([]);
    expect(result.problems).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          code: "EMBED_UNSUPPORTED",
          params: { slug: "loader", reason: "it fetches links through the site's server" },
        }),
        expect.objectContaining({
          code: "UNKNOWN_TOOL",
          params: { slug: "cleanr", similar: "cleaner" },
        }),
      ]),
    );
  });

  it("get other pages when the origins change", () => {
    const keysOf = (sites: string[]) =>
      withPanels({ origins: sites })
        .pages.filter(({ kind }) => kind === "embed")
        .map(({ key }) => key);
    expect(keysOf(origins)).toEqual(keysOf(origins));
    expect(keysOf([...origins, "https://course.example"])[0]).not.toBe(keysOf(origins)[0]);
  });
});

it("CLI-4 a draft is planned for development, and omitted from builds with its translations", () => {
  const entries = [tool("x"), tool("y", { draft: true }), toolIn("de", "y")];
  expect(plan(entries).pages.filter(({ id }) => id === "tools/y")).toEqual([]);
  expect(plan(entries).problems.map(({ code }) => code)).not.toContain("TRANSLATION_ORPHAN");
  const shown = planSite({ config, entries, panels, drafts: true });
  expect(pageAt(shown, "de/y/index.html").translation).not.toBeNull();
});

describe("translation", () => {
  const result = plan([tool("x"), toolIn("de", "x"), toolIn("fr", "x", ["faq", "body"])]);

  it("SEO-1 a page's alternates are the locales that have all of it", () => {
    for (const out of ["x/index.html", "de/x/index.html", "fr/x/index.html"])
      expect(pageAt(result, out).locales).toEqual(["en", "de"]);
  });

  it("LOC-7 a page without some sections says which, and is not indexed", () => {
    const french = pageAt(result, "fr/x/index.html");
    expect(french.untranslated).toEqual(["faq", "body"]);
    expect(isIndexable(french)).toBe(false);
    expect(isIndexable(pageAt(result, "de/x/index.html"))).toBe(true);
  });

  it("LOC-7 a page without a translation lacks every section", () => {
    const untranslated = pageAt(plan([tool("x")]), "de/x/index.html");
    expect(untranslated.untranslated).toEqual([
      "name",
      "title",
      "description",
      "heading",
      "tagline",
      "steps",
      "features",
      "faq",
      "body",
    ]);
  });

  it("LOC-7 a translation whose English has changed is stale", () => {
    const english = tool("x");
    const source = { ...english.sections, faq: "00000000" };
    expect(staleSections(english, toolIn("de", "x", [], { source }))).toEqual(["faq"]);
    expect(staleSections(english, toolIn("de", "x", [], { source: english.sections }))).toEqual([]);
    expect(staleSections(english, toolIn("de", "x"))).toHaveLength(9);
  });

  it("SEO-3 a page's date is the later of its own and its translation's", () => {
    const later = plan([tool("x"), toolIn("de", "x", [], { modified: "2026-05-05" })]);
    expect(pageAt(later, "de/x/index.html").modified).toBe("2026-05-05");
    expect(pageAt(later, "x/index.html").modified).toBe("2026-01-02");
    expect(later.modified).toBe("2026-05-05");
  });

  it("SEO-1 account pages and shared podcasts are not indexed", () => {
    for (const kind of ["subscription", "history", "settings", "podcast"])
      expect(isIndexable(pageAt(plan([page(kind, `/${kind}`)]), `${kind}/index.html`))).toBe(false);
    expect(isIndexable(pageAt(plan([page("pricing", "/pricing")]), "pricing/index.html"))).toBe(
      true,
    );
  });
});

describe("what a page shows of others", () => {
  const keys = (entries: Entry[], over: Partial<ConfigInput> = {}) =>
    new Map(plan(entries, over).pages.map(({ out, key }) => [out, key]));
  const changed = (before: Map<string, string>, after: Map<string, string>) =>
    [...after]
      .filter(([out, key]) => before.get(out) !== key)
      .map(([out]) => out)
      .sort();
  const entries = [
    tool("x", { related: ["y"] }),
    tool("y", { related: ["z"] }),
    tool("z", { related: ["x"] }),
    toolIn("de", "y"),
  ];
  const before = keys(entries);

  it("CLI-2 a body concerns its own pages only", () => {
    const after = keys([tool("x", { related: ["y"] }, "Other."), ...entries.slice(1)]);
    expect(changed(before, after)).toEqual(["de/x/index.html", "fr/x/index.html", "x/index.html"]);
  });

  it("CLI-2 a name concerns the pages that link to it, in the locales that show it", () => {
    const after = keys([
      entries[0]!,
      tool("y", { related: ["z"], name: "New" }),
      ...entries.slice(2),
    ]);
    // German has all of y in its own words: neither its /de/y nor /de/x, which lists it, changes.
    expect(changed(before, after)).toEqual([
      "fr/x/index.html",
      "fr/y/index.html",
      "x/index.html",
      "y/index.html",
    ]);
  });

  it("CLI-2 the order in which files are found does not matter to a page's key", () => {
    expect(changed(before, keys([...entries].reverse()))).toEqual([]);
  });

  it("CLI-2 keys taken from the plan before are those that would be made", () => {
    const next = [tool("x", { related: ["y"], name: "New" }), ...entries.slice(1)];
    const memo = { keyOf: (out: string) => before.get(out), changed: new Set(["tools/x"]) };
    const quick = new Map(plan(next, {}, memo).pages.map(({ out, key }) => [out, key]));
    expect(quick).toEqual(keys(next));
  });

  it("SEO-2 a rating is the page's own, else the site's, else none", () => {
    const own = { value: 3, count: 2, reviews: 1 };
    const ratingOf = (over: Record<string, unknown>, defaultRating: object | false) => {
      const result = plan([tool("x", over)], { seo: { defaultRating: defaultRating as false } });
      const found = shownOn(result, pageAt(result, "x/index.html"));
      return found.kind === "tool" ? found.shown.rating : undefined;
    };
    const site = { value: 4, count: 9, reviews: 8 };
    expect(ratingOf({ rating: own }, site)).toEqual(own);
    expect(ratingOf({}, site)).toEqual(site);
    expect(ratingOf({}, false)).toBeNull();
  });

  it("menus list the tools by group, the prices, policies and voices, in the page's language", () => {
    const all = [
      tool("x"),
      tool("y", { group: "clean" }),
      toolIn("de", "x"),
      policy("terms"),
      voice("v"),
      page("pricing", "/pricing"),
    ];
    const { navigation } = plan(all);
    expect(navigation.get("de")!.value).toEqual({
      groups: [
        {
          id: "clean",
          tools: [
            {
              slug: "y",
              name: "y",
              tagline: "y tagline",
              path: "/de/y",
              panel: "editor",
              preset: "trim",
              available: false,
              english: ["name", "tagline"],
            },
          ],
        },
        {
          id: "edit",
          tools: [
            {
              slug: "x",
              name: "x de",
              tagline: "x tagline de",
              path: "/de/x",
              panel: "editor",
              preset: "trim",
              available: false,
            },
          ],
        },
      ],
      policies: [{ name: "terms", path: "/de/terms" }],
      voices: [{ name: "v", path: "/ai-voice-generator/v" }],
      pricing: { name: "pricing", path: "/de/pricing" },
    });
  });
});
