import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { isLong } from "../left-out.ts";
import { messages, toolFile } from "./content.ts";
import { type SiteOptions, type TestSite, makeSite } from "./site.ts";
import { differences } from "./tree.ts";

const CODES = ["en", "de", "fr"];
const at = (code: string, route: string): string =>
  [code === "en" ? "" : code, route, "index.html"].filter(Boolean).join("/");
/** The page of each route in each locale. */
const pages = (routes: readonly string[], codes: readonly string[] = CODES): string[] =>
  codes.flatMap((code) => routes.map((route) => at(code, route)));
const TOOLS = ["alpha", "beta", "gamma"];
const PAGES = ["", "pricing", "terms", ...TOOLS];
const SINGLE = ["404.html", "500.html", "offline.html"];
const ALL = [...pages(PAGES), ...SINGLE];

const imageOf = (page: string): string => page.replace("index.html", "_image.png");

interface Case {
  readonly name: string;
  readonly prepare?: (site: TestSite) => void;
  readonly change: (site: TestSite) => void;
  readonly rendered: readonly string[];
  /** Files of pages that are not rendered, or images, which are other ones. */
  readonly renamed?: readonly string[];
  readonly removed?: readonly string[];
  readonly options?: SiteOptions;
}

const message = (site: TestSite, code: string, change: (tree: any) => void): void => {
  const tree: unknown = JSON.parse(site.read(`locales/${code}/site.json`));
  change(tree);
  site.write(`locales/${code}/site.json`, JSON.stringify(tree));
};
const editable: SiteOptions = { editable: true };
const editRuntime = (site: TestSite, file: string, from: string, to: string): void =>
  site.edit(path.join("runtime", file), from, to);
const addDelta = (site: TestSite): void =>
  site.write("content/tools/delta.md", toolFile("delta", ["alpha"]));

const CASES: readonly Case[] = [
  {
    name: "the body of a page: that page",
    change: (site) => site.edit("content/tools/gamma.md", "Text of", "Words of"),
    rendered: pages(["gamma"]),
  },
  {
    name: "the body of a page that is translated: not where all of it is",
    change: (site) => site.edit("content/tools/beta.md", "Text of", "Words of"),
    rendered: pages(["beta"], ["en", "fr"]),
  },
  {
    name: "a fact of a page that is translated: in all locales",
    change: (site) => site.edit("content/tools/beta.md", "cost: free", "cost: 2"),
    rendered: pages(["beta"]),
  },
  {
    name: "the name of a page: the pages that list it, too",
    change: (site) => site.edit("content/tools/gamma.md", "name: Tool gamma", "name: Renamed"),
    rendered: pages(["gamma", "beta", ""]),
  },
  {
    name: "the name of a page in the menu: every page of the locales that show that name",
    change: (site) => site.edit("content/tools/alpha.md", "name: Tool alpha", "name: Renamed"),
    // German and French have names of their own; the French page shows English texts besides.
    rendered: [...pages(PAGES, ["en"]), ...SINGLE, ...pages(["alpha"], ["fr"])],
  },
  {
    name: "the date of a page: that page",
    change: (site) => site.edit("content/tools/gamma.md", "2026-01-02", "2026-03-04"),
    rendered: pages(["gamma"]),
  },
  {
    name: "the body of a translation: that page in that locale",
    change: (site) => site.edit("locales/de/tools/beta.md", "Siehe", "Vergleiche"),
    rendered: pages(["beta"], ["de"]),
  },
  {
    name: "the name in a translation: the pages that list it in that locale, too",
    change: (site) => site.edit("locales/de/tools/beta.md", "name: beta in de", "name: Neuer Name"),
    rendered: pages(["beta", "alpha", ""], ["de"]),
  },
  {
    name: "a translation loses a section: its page in all locales, for their alternates",
    change: (site) => site.edit("locales/de/tools/beta.md", "tagline: beta (de)\n", ""),
    rendered: [...pages(["beta"]), ...pages(["alpha", ""], ["de"])],
  },
  {
    name: "a new translation: its page in all locales, and the pages that list it in the new one",
    change: (site) => site.write("locales/fr/tools/beta.md", site.read("locales/de/tools/beta.md")),
    rendered: [...pages(["beta"]), ...pages(["alpha", ""], ["fr"])],
  },
  {
    name: "a deleted translation",
    change: (site) => site.remove("locales/de/tools/beta.md"),
    rendered: [...pages(["beta"]), ...pages(["alpha", ""], ["de"])],
  },
  {
    name: "a message of one kind of page: that kind in that locale",
    change: (site) => message(site, "de", (tree) => (tree.tool.building = "Im Bau")),
    rendered: pages(TOOLS, ["de"]),
  },
  {
    name: "a message of the header: all pages of that locale",
    change: (site) => message(site, "de", (tree) => (tree.brand = "Marke")),
    rendered: pages(PAGES, ["de"]),
  },
  {
    name: "an English message: also the pages of locales that lack it",
    prepare: (site) => message(site, "fr", (tree) => delete tree.pricing.month),
    change: (site) => message(site, "en", (tree) => (tree.pricing.month = "each month")),
    rendered: pages(["pricing"], ["en", "fr"]),
  },
  {
    name: "a message that was missing: the pages that looked for it",
    prepare: (site) => CODES.forEach((code) => message(site, code, (tree) => delete tree.policy)),
    change: (site) => message(site, "en", (tree) => (tree.policy = { changed: "Changed" })),
    rendered: pages(["terms"]),
  },
  {
    name: "a message that no page looks up: none",
    change: (site) => message(site, "en", (tree) => (tree.unused = "x")),
    rendered: [],
  },
  {
    name: "the component of one kind: that kind",
    options: editable,
    change: (site) => editRuntime(site, "pages/Tool.tsx", "<h2>", '<h2 className="x">'),
    rendered: pages(TOOLS),
  },
  {
    name: "a shared component: all pages",
    options: editable,
    change: (site) => editRuntime(site, "Header.tsx", "<nav ", '<nav className="x" '),
    rendered: ALL,
  },
  {
    name: "a rule of the stylesheet of one kind: that kind has its new name, unrendered",
    options: editable,
    change: (site) => editRuntime(site, "pages/tool.module.css", "#222", "#333"),
    rendered: [],
    renamed: pages(TOOLS),
  },
  {
    name: "a rule of the shared stylesheet: all pages have its new name, unrendered",
    options: editable,
    change: (site) => editRuntime(site, "header.module.css", "#111", "#333"),
    rendered: [],
    renamed: ALL,
  },
  {
    name: "a new name in the stylesheet of one kind: that kind",
    options: editable,
    change: (site) =>
      site.write(
        "runtime/pages/tool.module.css",
        `${site.read("runtime/pages/tool.module.css")}.other { color: #444 }\n`,
      ),
    rendered: pages(TOOLS),
  },
  {
    name: "the script: all pages have its new name, unrendered, but one whose text has such a name",
    options: editable,
    prepare: (site) => site.edit("content/tools/gamma.md", "Text of", "`/assets/x.js`"),
    change: (site) =>
      site.write(
        "runtime/entry-client.ts",
        `${site.read("runtime/entry-client.ts")}console.log("more");\n`,
      ),
    rendered: pages(["gamma"]),
    renamed: ALL.filter((page) => !page.includes("gamma")),
  },
  {
    name: "the name of a tool whose page has an image: that page, with another image",
    prepare: (site) => site.configure(({ seo }) => (seo.images = true)),
    change: (site) => site.edit("content/tools/gamma.md", "name: Tool gamma", "name: Renamed"),
    rendered: pages(["gamma", "beta", ""]),
    renamed: pages(["gamma"]).map(imageOf),
  },
  {
    name: "the body of a page that has an image: that page, with the same image",
    prepare: (site) => site.configure(({ seo }) => (seo.images = true)),
    change: (site) => site.edit("content/tools/gamma.md", "Text of", "Words of"),
    rendered: pages(["gamma"]),
  },
  {
    name: "images that are no longer wanted: all pages",
    prepare: (site) => site.configure(({ seo }) => (seo.images = true)),
    change: (site) => site.configure(({ seo }) => (seo.images = false)),
    rendered: ALL,
    removed: pages(PAGES).map(imageOf),
  },
  {
    name: "a price: the pricing page",
    change: (site) => site.configure(({ plans }) => (plans.list[0]!.monthly = 10)),
    rendered: pages(["pricing"]),
  },
  {
    name: "the default rating: tools without one of their own",
    change: (site) =>
      site.configure(({ seo }) => (seo.defaultRating = { value: 4, count: 30, reviews: 3 })),
    rendered: pages(["alpha", "gamma"]),
  },
  {
    name: "a redirect: no page",
    change: (site) =>
      site.configure(({ redirects }) => redirects.push({ from: "/a", to: "/beta" })),
    rendered: [],
  },
  {
    name: "the site's name: all pages",
    change: (site) => site.configure(({ site: facts }) => (facts.name = "Other")),
    rendered: ALL,
  },
  {
    name: "a new file: it, and the list on the home page",
    change: addDelta,
    rendered: pages(["delta", ""]),
  },
  {
    name: "a deleted file: the pages that listed it",
    prepare: addDelta,
    change: (site) => site.remove("content/tools/delta.md"),
    rendered: pages([""]),
    removed: ["delta", "de/delta", "fr/delta"],
  },
  {
    name: "a renamed slug: the new page and the pages that list it",
    prepare: addDelta,
    change: (site) => {
      site.remove("content/tools/delta.md");
      site.write(
        "content/tools/epsilon.md",
        toolFile("epsilon", ["alpha"], { name: "Tool delta" }),
      );
    },
    rendered: pages(["epsilon", ""]),
    removed: ["delta", "de/delta", "fr/delta"],
  },
  {
    name: "a renamed file of a page with a path: that page, whose id it is",
    change: (site) =>
      fs.renameSync(site.path("content/pages/pricing.md"), site.path("content/pages/costs.md")),
    rendered: pages(["pricing"]),
  },
  {
    name: "a new policy: all pages, for their footer",
    change: (site) =>
      site.write(
        "content/policies/rights.md",
        site.read("content/policies/terms.md").replaceAll("terms", "rights"),
      ),
    rendered: [...ALL, ...pages(["rights"])],
  },
  {
    name: "a new panel folder: no page, until a tool names it",
    options: editable,
    change: (site) =>
      site.write(
        "runtime/panels/other/panel.ts",
        'export default { id: "other", presets: ["bench"] };\n',
      ),
    rendered: [],
  },
  {
    name: "a panel that has been built: the tools that it serves, and the pages that list them",
    options: editable,
    prepare: (site) => {
      site.write(
        "runtime/panels/other/panel.ts",
        'export default { id: "other", presets: ["bench"] };\n',
      );
      site.edit("content/tools/gamma.md", "panel: bench", "panel: other");
    },
    change: (site) => site.write("runtime/panels/other/Panel.tsx", "export const Panel = null;\n"),
    rendered: pages(["gamma", "beta", "", "pricing"]),
  },
  {
    name: "a removed locale: all other pages, for their language links",
    change: (site) => site.configure((config) => config.locales.pop()),
    rendered: [...pages(PAGES, ["en", "de"]), ...SINGLE],
    removed: ["fr", "fr-sitemap.xml", "locales/fr"],
  },
  {
    name: "a new locale: all pages",
    options: { locales: ["en", "fr"] },
    prepare: (site) => site.write("locales/de/site.json", JSON.stringify(messages("de"))),
    change: (site) =>
      site.configure(({ locales }) =>
        locales.push({ ...locales[0]!, code: "de", language: "de", endonym: "Deutsch" }),
      ),
    rendered: ALL,
  },
  {
    name: "a touched file of the same text: no page",
    change: (site) => site.write("content/tools/gamma.md", site.read("content/tools/gamma.md")),
    rendered: [],
  },
];

/** What the bundler makes again for all pages, which takes longest: these in the long run alone. */
const LONG = [
  "a shared component: all pages",
  "a new name in the stylesheet of one kind: that kind",
];

it.each(CASES.filter(({ name }) => isLong || !LONG.includes(name)))(
  "CLI-2 $name",
  async (given) => {
    const { options, prepare, change, rendered, renamed = [], removed = [] } = given;
    const site = makeSite(options);
    prepare?.(site);
    await site.build();
    change(site);
    const report = await site.build();
    expect([...report.renderedPaths].sort()).toEqual([...rendered].sort());
    expect(report.rendered).toBe(rendered.length);
    const others = report.changedPaths.filter(
      (file) =>
        /(\.html|_image\.png)$/.test(file) &&
        !rendered.includes(file) &&
        !removed.some((name) => file === name || file.startsWith(`${name}/`)),
    );
    expect(others.sort()).toEqual([...renamed].sort());
    expect(differences(site.tree(), await site.cold())).toEqual([]);
    for (const name of removed) expect(fs.existsSync(path.join(site.out, name))).toBe(false);
  },
);
