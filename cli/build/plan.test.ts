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
} from "../../tests/fixtures/entries.ts";
import type { ConfigInput } from "../../core/config.ts";
import type { Entry } from "./entry.ts";
import type { PlanMemo } from "./plan.ts";
import { isIndexable, planSite, shownOn, staleSections } from "./plan.ts";

const config = configWith({ locales: locales("en", "de", "fr") });
const plan = (entries: Entry[], over: Partial<ConfigInput> = {}, memo?: PlanMemo) =>
  planSite({
    config: configWith({ locales: locales("en", "de", "fr"), ...over }),
    entries,
    panels,
    memo,
  });
const codes = (entries: Entry[], over: Partial<ConfigInput> = {}) =>
  plan(entries, over).problems.map(({ code, params, location }) => ({
    code,
    ...params,
    ...location,
  }));
const pageAt = (result: ReturnType<typeof plan>, out: string) =>
  result.pages.find((found) => found.out === out)!;

describe("pages and their addresses", () => {
  it("RTE-1 a tool is a page in every locale, policies and voices in one", () => {
    const outs = plan([tool("x"), policy("terms"), voice("v"), page("home", "/")]).pages.map(
      ({ out }) => out,
    );
    expect(outs.sort()).toEqual(
      [
        "404.html",
        "500.html",
        "ai-voice-generator/v/index.html",
        "de/index.html",
        "de/x/index.html",
        "fr/index.html",
        "fr/x/index.html",
        "index.html",
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
    expect(names(false)).toEqual(["404", "500"]);
    expect(names(true)).toEqual(["404", "500", "kitchen-sink"]);
  });

  it.each([
    ["a policy and a tool", [tool("x"), policy("x")], "/x", "content/tools/x.md"],
    [
      "a page and a tool",
      [tool("pricing"), page("pricing", "/pricing")],
      "/pricing",
      "content/tools/pricing.md",
    ],
    ["the build's own folder", [tool("assets")], "/assets", "the build's own files"],
    ["the messages' folder", [tool("locales")], "/locales", "the build's own files"],
  ])("CLI-6 %s cannot have one address", (_, entries, path, other) => {
    expect(codes(entries)).toContainEqual(
      expect.objectContaining({ code: "ADDRESS_TAKEN", path, other }),
    );
  });

  it("CLI-6 a tool called like a locale would hide that locale's pages", () => {
    expect(codes([tool("de"), page("home", "/")]).map(({ code }) => code)).toContain(
      "ADDRESS_TAKEN",
    );
  });
});

describe("what is checked", () => {
  it.each<[string, Record<string, unknown>, object]>([
    ["an unknown menu", { menu: "4-8" }, { code: "UNKNOWN_MENU", id: "4-8", field: ["menu"] }],
    ["a menu heading", { menu: "4" }, { code: "UNKNOWN_MENU", id: "4" }],
    ["the history's entry", { menu: "6" }, { code: "UNKNOWN_MENU", id: "6" }],
    [
      "an unknown panel",
      { panel: "editr" },
      { code: "UNKNOWN_PANEL", id: "editr", similar: "editor" },
    ],
    [
      "a panel called like a method",
      { panel: "constructor" },
      { code: "UNKNOWN_PANEL", id: "constructor" },
    ],
    [
      "an unknown preset",
      { preset: "trin" },
      { code: "UNKNOWN_PRESET", id: "trin", panel: "editor", similar: "trim" },
    ],
    ["another panel's preset", { preset: "speak" }, { code: "UNKNOWN_PRESET", id: "speak" }],
    [
      "an unknown tool",
      { related: ["other-tol"] },
      { code: "UNKNOWN_TOOL", slug: "other-tol", similar: "other-tool", field: ["related", 0] },
    ],
    [
      "itself",
      { related: ["other-tool", "x"] },
      { code: "UNKNOWN_TOOL", slug: "x", field: ["related", 1] },
    ],
  ])("RTE-5 a tool that names %s is refused", (_, over, expected) => {
    expect(codes([tool("x", over), tool("other-tool")])).toEqual([
      expect.objectContaining({ file: "content/tools/x.md", ...expected }),
    ]);
  });

  it("RTE-5 every panel and menu of a correct page is accepted", () => {
    for (const menu of ["1", "2", "3-1", "3-2", "3-3", "4-1", "4-7", "5-2"])
      expect(codes([tool("x", { menu })])).toEqual([]);
  });

  it("CLI-6 all problems of all files are told at once", () => {
    const found = codes([
      tool("x", { menu: "9", panel: "none", related: ["a", "b"] }, "[a](/a) [b](/b)"),
      tool("y", { preset: "none" }),
    ]);
    expect(found.map(({ code }) => code).sort()).toEqual([
      "LINK_BROKEN",
      "LINK_BROKEN",
      "UNKNOWN_MENU",
      "UNKNOWN_PANEL",
      "UNKNOWN_PRESET",
      "UNKNOWN_TOOL",
      "UNKNOWN_TOOL",
    ]);
  });

  it("SEO-4 a link to no page is refused, in a translation too", () => {
    const german = toolIn("de", "trimmer", [], {}, "[nein](/trimer)");
    const entries = [
      tool("x", {}, "[ok](/trimmer?a=b#c) [no](/trimer#c)"),
      tool("trimmer"),
      german,
    ];
    expect(codes(entries)).toEqual([
      {
        code: "LINK_BROKEN",
        href: "/trimer#c",
        similar: "/trimmer",
        file: "content/tools/x.md",
        text: "/trimer#c",
      },
      {
        code: "LINK_BROKEN",
        href: "/trimer",
        similar: "/trimmer",
        file: "locales/de/tools/trimmer.md",
        text: "/trimer",
      },
    ]);
  });

  it("LOC-7 a translation of nothing is refused", () => {
    expect(codes([tool("trimmer"), toolIn("de", "trimer")])).toEqual([
      {
        code: "TRANSLATION_ORPHAN",
        id: "tools/trimer",
        similar: "tools/trimmer",
        file: "locales/de/tools/trimer.md",
      },
    ]);
  });

  it("NAV-3 a redirect to no page is refused, one that leaves the site is not", () => {
    const redirects = [
      { from: "/a", to: "/x?b#c" },
      { from: "/b", to: "/nowhere" },
      { from: "/c", to: "https://o.example/" },
    ];
    expect(codes([tool("x")], { redirects })).toEqual([
      { code: "REDIRECT_BROKEN", from: "/b", to: "/nowhere", file: "toolkit.config.ts" },
    ]);
  });

  it("CLI-6 the menu's list of tools may only name tools", () => {
    expect(codes([tool("x")], { navigation: { tools: ["x", "none"] } })).toEqual([
      { code: "UNKNOWN_TOOL", slug: "none", similar: undefined, file: "toolkit.config.ts" },
    ]);
  });
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
    // German has a name of its own for y: /de/x does not change; /de/y shows the English parts that it lacks.
    expect(changed(before, after)).toEqual([
      "de/y/index.html",
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
      return shownOn(result, pageAt(result, "x/index.html"))["rating"];
    };
    const site = { value: 4, count: 9, reviews: 8 };
    expect(ratingOf({ rating: own }, site)).toEqual(own);
    expect(ratingOf({}, site)).toEqual(site);
    expect(ratingOf({}, false)).toBeNull();
  });

  it("NAV-7 menus list the tools by group, the prices, policies and voices, in the page's language", () => {
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
        { id: "clean", tools: [{ slug: "y", name: "y", tagline: "y tagline", path: "/de/y" }] },
        {
          id: "edit",
          tools: [{ slug: "x", name: "x de", tagline: "x tagline de", path: "/de/x" }],
        },
      ],
      policies: [{ name: "terms", path: "/terms" }],
      voices: [{ name: "v", path: "/ai-voice-generator/v" }],
      pricing: { name: "pricing", path: "/de/pricing" },
    });
  });
});
