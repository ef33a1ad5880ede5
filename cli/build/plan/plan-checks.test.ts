import { describe, expect, it } from "vitest";
import {
  configWith,
  locales,
  page,
  panels,
  policy,
  tool,
  toolIn,
} from "#tests/fixtures/entries.ts";
import type { ConfigInput } from "#core/site/config.ts";
import type { Entry } from "../load/entry.ts";
import { planSite } from "./plan.ts";

const isHome = (entry: Entry): boolean =>
  entry.source && entry.type === "pages" && entry.fixed.kind === "home";
/** Problems of a plan, each as one flat object; a home page is there. */
const codes = (entries: Entry[], over: Partial<ConfigInput> = {}) =>
  codesOf(entries.some(isHome) ? entries : [...entries, page("home", "/")], over);
const codesOf = (entries: Entry[], over: Partial<ConfigInput> = {}) =>
  planSite({
    config: configWith({ locales: locales("en", "de", "fr"), ...over }),
    entries,
    panels,
  }).problems.map(({ code, params, location }) => ({ code, ...params, ...location }));

describe("addresses", () => {
  it.each([
    ["a policy and a tool", [tool("x"), policy("x")], "/x", "content/tools/x.md"],
    [
      "a page and a tool",
      [tool("pricing"), page("pricing", "/pricing")],
      "/pricing",
      "content/tools/pricing.md",
    ],
    [
      "the build's own folder",
      [tool("assets")],
      "/assets",
      "the build's or the server's own files",
    ],
    [
      "the messages' folder",
      [tool("locales")],
      "/locales",
      "the build's or the server's own files",
    ],
    ["the server's health", [tool("healthz")], "/healthz", "the build's or the server's own files"],
    ["the API", [policy("api")], "/api", "the build's or the server's own files"],
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

describe("checks of a plan", () => {
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
      { code: "RELATED_SELF", slug: "x", field: ["related", 1] },
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

  it("CLI-6 all problems of all files are reported at once", () => {
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

  it("SEO-4 a relative link is refused, with the page that it means", () => {
    const body =
      "[a](trimmer) ![b](<../pics/b.png>)\n\n[c]: trimer.md\n\n[c] `[d](code)` [e](mailto:x@y.z)";
    expect(codes([tool("x", {}, body), tool("trimmer")])).toEqual(
      [
        { href: "trimmer", similar: "/trimmer" },
        { href: "../pics/b.png", similar: undefined },
        { href: "trimer.md", similar: "/trimmer" },
      ].map(({ href, similar }) => ({
        code: "LINK_RELATIVE",
        href,
        similar,
        file: "content/tools/x.md",
        text: href,
      })),
    );
  });

  it("CLI-6 two pages of one kind are refused, wherever they are", () => {
    const twice = { ...page("home", "/start"), id: "pages/start", file: "content/pages/start.md" };
    expect(codes([page("home", "/"), twice])).toEqual([
      {
        code: "KIND_TAKEN",
        kind: "home",
        other: "content/pages/home.md",
        file: "content/pages/start.md",
        field: ["kind"],
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
      {
        code: "REDIRECT_BROKEN",
        from: "/b",
        to: "/nowhere",
        file: "toolkit.config.ts",
        text: '"/nowhere"',
      },
    ]);
  });

  it("CLI-6 the menu's list of tools may only name tools", () => {
    expect(codes([tool("x")], { navigation: { tools: ["x", "none"] } })).toEqual([
      {
        code: "UNKNOWN_TOOL",
        slug: "none",
        similar: undefined,
        file: "toolkit.config.ts",
        text: '"none"',
      },
    ]);
  });
});

describe("the first page", () => {
  it("CLI-11 a site without content, and one without a home, is an error that says what to do", () => {
    expect(codesOf([])).toEqual([{ code: "HOME_MISSING", pages: 0, isDraft: false }]);
    expect(codesOf([tool("x"), page("pricing", "/pricing")])).toEqual([
      { code: "HOME_MISSING", pages: 2, isDraft: false },
    ]);
    const draft = page("home", "/", { draft: true });
    expect(codesOf([tool("x"), draft])).toEqual([
      { code: "HOME_MISSING", pages: 1, isDraft: true },
    ]);
    expect(codesOf([page("home", "/")])).toEqual([]);
  });

  it("CLI-11 layout and sections are an error on pages that do not heed them", () => {
    const own = { layout: "wide", sections: ["body"] };
    expect(codes([page("pricing", "/pricing", own), page("page", "/about", own)])).toEqual(
      ["layout", "sections"].map((field) => ({
        code: "FIELD_IGNORED",
        field: [field],
        kind: "pricing",
        file: "content/pages/pricing.md",
      })),
    );
  });
});
