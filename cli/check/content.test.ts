import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { SECTION_IDS } from "../build/render/section-ids.ts";
import type { PageKind } from "#core/page/page.ts";
import { PAGE_MODULES } from "../build/bundle/page-modules.ts";
import { HOME } from "../files/home.ts";
import {
  type Files,
  checkSite,
  edit,
  makeSite,
  removeSites,
  siteFiles,
  tool,
  translation,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

it("CLI-6 a site without problems: nothing on stdout, the summary on stderr, exit code 0", async () => {
  const { code, out, err } = await checkSite(() => {});
  expect(out).toBe("");
  expect(err).toContain("No problems in 7 content files");
  expect(err).toContain("The built site was not checked");
  expect(code).toBe(0);
});

const ALPHA = "content/tools/alpha.md";
const CASES: [what: string, change: (files: Files) => void, line: RegExp, code: 0 | 1][] = [
  [
    "RTE-5 an unknown menu entry",
    (files) => edit(files, ALPHA, 'menu: "1"', 'menu: "4-9"'),
    /^content\/tools\/alpha\.md:3:7 error: .*"4-9".*Did you mean "4-\d"\?.* \[UNKNOWN_MENU\]$/m,
    1,
  ],
  [
    "RTE-5 an unknown panel",
    (files) => edit(files, ALPHA, "panel: cleaner", "panel: cleanr"),
    /^content\/tools\/alpha\.md:4:8 error: .*Did you mean "cleaner"\?.* \[UNKNOWN_PANEL\]$/m,
    1,
  ],
  [
    "RTE-5 a page without a panel",
    (files) => edit(files, ALPHA, "panel: cleaner\n", ""),
    /^content\/tools\/alpha\.md:2:1 error: .*no "panel".* \[FIELD_MISSING\]$/m,
    1,
  ],
  [
    "a link that leads nowhere",
    (files) => (files[ALPHA] = tool("alpha", "beta", "See [this](/betta).\n")),
    /^content\/tools\/alpha\.md:\d+:12 error: .*\/betta\. Did you mean "\/beta"\?.* \[LINK_BROKEN\]$/m,
    1,
  ],
  [
    "a link to a part that the page does not have",
    (files) => (files[ALPHA] = tool("alpha", "beta", "See [this](/beta#frist-part).\n")),
    /^content\/tools\/alpha\.md:\d+:12 error: .*Did you mean "first-part"\?.* \[ANCHOR_BROKEN\]$/m,
    1,
  ],
  [
    "a link to a part of the same page that it does not have",
    (files) => (files[ALPHA] = tool("alpha", "beta", "See [this](#nothing).\n")),
    /^content\/tools\/alpha\.md:\d+:12 error: .* \[ANCHOR_BROKEN\]$/m,
    1,
  ],
  [
    "an English anchor on a page that has German headings",
    (files) =>
      (files["locales/de/tools/alpha.md"] = translation(
        "Alpha auf Deutsch",
        "## Erster Teil\n\n[da](/alpha#first-part)\n",
      )),
    /^locales\/de\/tools\/alpha\.md:\d+:6 error: .* \[ANCHOR_BROKEN\]$/m,
    1,
  ],
  [
    "a redirect that leads nowhere",
    (files) => edit(files, "toolkit.config.ts", '"/alpha"', '"/alpa"'),
    /^toolkit\.config\.ts:9:35 error: .* \[REDIRECT_BROKEN\]$/m,
    1,
  ],
  [
    "a name that menus cut",
    (files) => edit(files, ALPHA, "name: alpha", `name: ${"long ".repeat(7)}`),
    /^content\/tools\/alpha\.md:10:7 warning: name is 34 columns wide; 30 at most.* \[TEXT_LENGTH\]$/m,
    0,
  ],
  [
    "SEO-4 a title that search engines cut",
    (files) => edit(files, ALPHA, /^title: .*/m, `title: ${"t".repeat(61)}`),
    /^content\/tools\/alpha\.md:11:8 warning: title is 61 columns wide; 60 at most.* \[TEXT_LENGTH\]$/m,
    0,
  ],
  [
    "SEO-4 a description that says too little",
    (files) => edit(files, ALPHA, /^description: .*/m, "description: Short."),
    /^content\/tools\/alpha\.md:12:14 warning: description is 6 columns wide; 110 at least.* \[TEXT_LENGTH\]$/m,
    0,
  ],
  [
    "SEO-4 two pages with one title",
    (files) => edit(files, ALPHA, /^title: .*/m, "title: BETA  in your browser"),
    /^content\/tools\/beta\.md:11:8 error: title is the same as in content\/tools\/alpha\.md.* \[TEXT_DUPLICATE\]$/m,
    1,
  ],
  [
    "SEO-4 two translations with one description",
    (files) =>
      (files["locales/de/tools/beta.md"] = translation("Beta auf Deutsch").replace(
        /^description: .*/m,
        /^description: .*/m.exec(files["locales/de/tools/alpha.md"]!)![0],
      )),
    /^locales\/de\/tools\/beta\.md:4:14 error: description is the same as in locales\/de\/tools\/alpha\.md.* \[TEXT_DUPLICATE\]$/m,
    1,
  ],
  [
    "LOC-7 a message that English does not have",
    (files) => edit(files, "locales/de/site.json", '"hello"', '"helo"'),
    /^locales\/de\/site\.json:2:3 error: .*"site:helo"\. Did you mean "hello"\?.* \[MESSAGE_UNKNOWN\]$/m,
    1,
  ],
  [
    "LOC-7 a message with another placeholder",
    (files) => edit(files, "locales/de/site.json", "{{name}}", "{{nome}}"),
    /^locales\/de\/site\.json:2:3 error: "site:hello" must hold \{\{name\}\}; it holds \{\{nome\}\}.* \[MESSAGE_PLACEHOLDERS\]$/m,
    1,
  ],
  [
    "LOC-7 a plural without its number where words cannot stand for it",
    (files) => edit(files, "locales/de/site.json", "{{count}} Dateien", "Dateien"),
    /^locales\/de\/site\.json:4:3 error: "site:files_other" must hold \{\{count\}\}; it holds none.* \[MESSAGE_PLACEHOLDERS\]$/m,
    1,
  ],
  [
    "LOC-7 a message file that is not JSON",
    (files) => (files["locales/de/site.json"] = '{\n  "hello": \n}'),
    /^locales\/de\/site\.json:\d+:\d+ error: .* \[MESSAGE_INVALID\]$/m,
    1,
  ],
  [
    "a translation of nothing",
    (files) => (files["locales/de/tools/alfa.md"] = translation("Alfa")),
    /^locales\/de\/tools\/alfa\.md:1:1 error: .* \[TRANSLATION_ORPHAN\]$/m,
    1,
  ],
];
it.each(CASES)("CLI-6 %s", async (_, change, line, expected) => {
  const { code, out } = await checkSite(change);
  expect(out).toMatch(line);
  expect(out.trimEnd().split("\n")).toHaveLength(1);
  expect(code).toBe(expected);
});

it("CLI-6 links to headings, sections and places that are there are no finding", async () => {
  const { code, out } = await checkSite((files) => {
    files[ALPHA] = tool(
      "alpha",
      "beta",
      "[a](/beta#first-part) [b](/beta#faq) [c](#steps) [d](/#tools) [e](/beta?x=1#related)\n\n## Same\n\n## Same\n\n[f](#same-2)\n",
    );
    files["locales/de/tools/alpha.md"] = translation(
      "Alpha auf Deutsch",
      "## Größe & Übung\n\n[a](#größe-übung) [b](/beta#first-part) [c](/alpha#gr%C3%B6%C3%9Fe-%C3%BCbung)\n",
    );
  });
  expect(out).toBe("");
  expect(code).toBe(0);
});

it("CLI-6 a heading with the words of a section has an id of its own", async () => {
  const { out } = await checkSite((files) => {
    files[ALPHA] = tool("alpha", "beta", "## FAQ\n\n## Content\n\n[a](#faq-2) [b](#content-2)\n");
  });
  expect(out).toBe("");
});

it("CLI-6 the ids of sections are those of the runtime's pages", () => {
  const folder = path.join(HOME, "runtime/pages");
  for (const [kind, ids] of Object.entries(SECTION_IDS)) {
    const file = path.join(folder, `${PAGE_MODULES[kind as PageKind]}.tsx`);
    // The search of the home page is also that of the page 404.
    const shared = kind === "home" ? ["../parts/home/ToolSearch.tsx"] : [];
    const code = [file, ...shared.map((each) => path.join(folder, each))]
      .map((each) => fs.readFileSync(each, "utf8"))
      .join("\n");
    const found = Array.from(code.matchAll(/<\w+\s[^<>]*?\bid="([\w-]+)"/g), ([, id]) => id!);
    const groups = ["clean", "split", "create", "ai", "edit", "download"];
    const unknown = found.filter((id) => !ids.includes(id) && id !== "search-hint");
    const missing = ids.filter(
      (id) => !found.includes(id) && !(kind === "home" && groups.includes(id)),
    );
    expect({ kind, unknown, gone: missing }).toEqual({ kind, unknown: [], gone: [] });
  }
});

it("CLI-6 every problem is reported at once, by file, line and column", async () => {
  const { out, err } = await checkSite((files) => {
    edit(files, ALPHA, 'menu: "1"', 'menu: "9"');
    edit(files, ALPHA, "preset: gentle", "preset: gentel");
    edit(files, "content/tools/beta.md", "related: [alpha]", "related: [alfa]");
    edit(files, "locales/de/site.json", '"hello"', '"helo"');
  });
  expect(out.split("\n").map((line) => line.split(" ")[0])).toEqual([
    "content/tools/alpha.md:3:7",
    "content/tools/alpha.md:5:9",
    "content/tools/beta.md:9:11",
    "locales/de/site.json:2:3",
    "",
  ]);
  expect(err).toMatch(/^4 errors and 0 warnings in 7 content files/m);
});

it("CLI-6 mistakes of all kinds in one page and its translations are reported together, without consequential errors", async () => {
  const change = (files: Files): void => {
    edit(files, ALPHA, "cost: free", "cost: free\nrating: { value: nine, count: 3, reviews: 2 }");
    edit(files, ALPHA, 'menu: "1"', 'menu: "4-9"');
    edit(files, ALPHA, "preset: gentle", "preset: gentel");
    edit(files, ALPHA, "tagline: What", "tagline: What: ");
    edit(files, ALPHA, "related: [beta]", "related: [betta]");
    edit(files, ALPHA, "## First part", "[gone](/gone) and [there](/beta#gone)");
    edit(files, "locales/de/tools/alpha.md", "heading:", "headin:");
    edit(files, "locales/de/site.json", "{{name}}", "");
    files["content/tools/beta.md"] = tool("beta", "alpha", "[a](/alpha) [s](/alpha#steps)\n");
  };
  const expected = [
    "content/tools/alpha.md:3:7 UNKNOWN_MENU",
    "content/tools/alpha.md:5:9 UNKNOWN_PRESET",
    "content/tools/alpha.md:7:18 FIELD_INVALID",
    "content/tools/alpha.md:10:11 UNKNOWN_TOOL",
    "content/tools/alpha.md:15:10 YAML_INVALID",
    "content/tools/alpha.md:45:8 LINK_BROKEN",
    "content/tools/alpha.md:45:27 ANCHOR_BROKEN",
    "locales/de/site.json:2:3 MESSAGE_PLACEHOLDERS",
    "locales/de/tools/alpha.md:5:1 FIELD_UNKNOWN",
  ];
  const { out } = await checkSite(change);
  const lines = out.trimEnd().split("\n");
  expect(lines.map((line) => `${line.split(" ")[0]} ${/\[(\w+)\]$/.exec(line)![1]}`)).toEqual(
    expected,
  );
  const sarif = JSON.parse((await checkSite(change, "--format", "sarif")).out) as {
    runs: { results: { level: string; ruleId: string }[] }[];
  };
  const errors = sarif.runs[0]!.results.filter(({ level }) => level === "error");
  expect(errors.map(({ ruleId }) => ruleId)).toEqual(expected.map((each) => each.split(" ")[1]));
});

it("CLI-6 a page with a wrong address is one problem, and links by either address are none", async () => {
  const { out } = await checkSite((files) => {
    edit(files, ALPHA, "slug: alpha", "slug: alfa");
    files["content/tools/beta.md"] = tool("beta", "alfa", "[a](/alfa) [b](/alpha#faq)\n");
    edit(files, "content/pages/subscription.md", "path: /subscription", "path: Subscribe");
    edit(files, "content/policies/terms.md", "Text.", "[a](/subscription)");
  });
  expect(out.match(/\[\w+\]$/gm)).toEqual(["[FIELD_INVALID]", "[SLUG_MISMATCH]"]);
});

it("CLI-6 a file that cannot be read is one problem, and its links are none", async () => {
  const { out } = await checkSite((files) => {
    files["content/tools/beta.md"] = files["content/tools/beta.md"]!.replace(
      "cost: free",
      "cost: 7",
    );
    files[ALPHA] = tool("alpha", "beta", "[b](/beta)\n");
    files["locales/de/tools/beta.md"] = translation("Beta auf Deutsch");
  });
  expect(out).toMatch(/^content\/tools\/beta\.md:6:7 error: .*\[FIELD_INVALID\]\n$/);
});

it("CLI-6 an invalid configuration is reported in the same form", async () => {
  const { code, out } = await checkSite((files) =>
    edit(files, "toolkit.config.ts", 'language: "de"', 'language: "d"'),
  );
  expect(out).toMatch(
    /^toolkit\.config\.ts:5:29 error: locales\.1\.language.*\[CONFIG_INVALID\]\n$/,
  );
  expect(code).toBe(1);
});

it("CLI-6 --strict fails for warnings", async () => {
  const change = (files: Files) => edit(files, ALPHA, /^description: .*/m, "description: Short.");
  expect((await checkSite(change)).code).toBe(0);
  expect((await checkSite(change, "--strict")).code).toBe(1);
});

it("CLI-6 --json is one object with every finding", async () => {
  const { code, out } = await checkSite(
    (files) => edit(files, ALPHA, 'menu: "1"', 'menu: "9"'),
    "--json",
  );
  const report = JSON.parse(out) as Record<string, unknown> & { problems: { code: string }[] };
  expect(code).toBe(1);
  expect(report).toMatchObject({ ok: false, errors: 1, files: 7, pages: null });
  expect(report.problems.find((found) => found.code === "UNKNOWN_MENU")).toMatchObject({
    severity: "error",
    file: ALPHA,
    line: 3,
    column: 7,
    params: { id: "9" },
  });
  expect(report.problems.some((found) => found.code === "TRANSLATION_MISSING")).toBe(true);
  expect(report["locales"]).toEqual([
    {
      locale: "de",
      pages: 5,
      translated: 2,
      stale: 2,
      missing: 3,
      messages: 2,
      messagesMissing: 0,
    },
  ]);
});

it("CLI-6 on GitHub, findings are annotations, too", async () => {
  const files = siteFiles();
  edit(files, ALPHA, 'menu: "1"', 'menu: "9"');
  const { out } = await run(makeSite(files), ["check"], { GITHUB_ACTIONS: "true" });
  expect(out).toMatch(/^content\/tools\/alpha\.md:3:7 error/);
  expect(out).toMatch(
    /^::error file=content\/tools\/alpha\.md,line=3,col=7,title=UNKNOWN_MENU::The /m,
  );
});

it("CLI-10 wrong usage is exit code 2", async () => {
  const unknown = await checkSite(() => {}, "--locale", "dee");
  expect(unknown).toMatchObject({ code: 2, out: "" });
  expect(unknown.err).toContain('Did you mean "de"?');
  expect((await checkSite(() => {}, "--nonsense")).code).toBe(2);
});

it("CLI-10 help has examples and is exit code 0", async () => {
  for (const argv of [["check"], ["locales", "stamp"], ["locales", "status"], ["new", "tool"]]) {
    const { code, out } = await run("/", [...argv, "--help"]);
    expect(out).toContain("Examples:\n  $ toolkit ");
    expect(code).toBe(0);
  }
});
