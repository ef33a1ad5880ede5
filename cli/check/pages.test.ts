import { afterAll, expect, it } from "vitest";
import {
  type Files,
  makeSite,
  removeSites,
  siteFiles,
  tool,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { bodyFacts } from "./bodies.ts";
import { todayAnywhere } from "./pages.ts";

afterAll(removeSites);

const BETA = "content/tools/beta.md";
/** Edits a file of the site. */
const edit =
  (from: string, to: string, file = BETA) =>
  (files: Files): void => {
    if (!files[file]!.includes(from)) throw new Error(`${file} has no ${from}`);
    files[file] = files[file]!.replace(from, to);
  };
const append =
  (text: string, file = BETA) =>
  (files: Files): void => {
    files[file] += text;
  };
const draft = (files: Files): void => {
  files["content/tools/gamma.md"] = tool("gamma", "alpha").replace(
    "slug: gamma",
    "slug: gamma\ndraft: true",
  );
};

it.each<[string, ((files: Files) => void)[], string]>([
  [
    "a date in the future",
    [edit("2026-01-02", "2999-01-01")],
    `${BETA}:8:11 warning: 2999-01-01 is after `,
  ],
  [
    "a related tool that is named twice",
    [edit("[alpha]", "[alpha, alpha]")],
    `${BETA}:9:18 warning: "alpha" is in the list already`,
  ],
  [
    "a page related to itself",
    [edit("[alpha]", "[beta]")],
    `${BETA}:9:11 error: "beta" is this page`,
  ],
  ["a related draft", [draft, edit("[alpha]", "[gamma]")], `${BETA}:9:11 error: gamma is a draft`],
  [
    "a link to a draft",
    [draft, append("\nSee [g](/gamma).\n")],
    `${BETA}:48:9 error: /gamma is a draft`,
  ],
  [
    "a link to itself",
    [append("\n`[a](/beta)` and [me](/beta?a).\n")],
    `${BETA}:48:23 warning: /beta is the address of this page`,
  ],
  [
    "an image that is nowhere",
    [append("\n![x](/there.png)\n\n![x](/nothing.png)\n")],
    `${BETA}:50:6 error: There is no file public/nothing.png`,
  ],
  [
    "a second first-level heading",
    [append("\n# Second `one`\n")],
    `${BETA}:48:3 error: "Second \`one\`" is a first-level heading`,
  ],
  [
    "a first-level heading with a line under it",
    [append("\nSecond\n======\n")],
    `${BETA}:48:1 error: "Second" is a first-level heading`,
  ],
  [
    "a misspelt folder",
    [append("", "content/tool/x.md")],
    'content/tool:1:1 warning: Nothing in content/tool is part of the site. Did you mean "tools"?',
  ],
  [
    "a misspelt language",
    [append("", "locales/dee/x.md")],
    "locales/dee:1:1 warning: Nothing in locales/dee is part of the site.",
  ],
  [
    "a misspelt folder of a language",
    [append("", "locales/de/tool/x.md")],
    "locales/de/tool:1:1 warning: Nothing in locales/de/tool is part",
  ],
  [
    "a tab",
    [edit("  - title: One 0\n", "\t- title: One 0\n")],
    `${BETA}:16:1 error: A tab indents this line; YAML takes spaces only. Indent the line with spaces`,
  ],
])("CLI-4 check reports %s, once and at its location", async (_, changes, line) => {
  const files = { ...siteFiles(), "public/there.png": "" };
  const before = await run(makeSite(files), ["check", "--no-site", "--json"]);
  for (const change of changes) change(files);
  const root = makeSite(files);
  const { out } = await run(root, ["check", "--no-site"]);
  expect(out.split("\n").filter((each) => each.startsWith(line))).toHaveLength(1);
  // Nothing else is reported.
  const count = (text: string): number =>
    (JSON.parse(text) as { problems: { code: string }[] }).problems.filter(
      ({ code }) => !code.startsWith("TRANSLATION_"),
    ).length;
  const after = await run(root, ["check", "--no-site", "--json"]);
  expect(count(after.out)).toBe(count(before.out) + 1);
});

it("CLI-4 bodies: code, anchors and front matter are no findings", () => {
  const text =
    '---\nname: "# x"\n---\n# A\n\n```\n# B\n![x](/c)\n```\n[a](/d#part) [b](/e) ![x](https://f/)\n';
  const facts = bodyFacts(text, text.indexOf("# A"));
  expect(facts).toEqual({
    headings: [{ text: "A", line: 4, column: 3 }],
    images: [{ text: "https://f/", line: 10, column: 27 }],
    links: [{ text: "/e", line: 10, column: 18 }],
  });
});

it("CLI-4 a day that has begun anywhere is not the future", () => {
  expect(todayAnywhere(new Date("2026-03-01T09:00:00Z"))).toBe("2026-03-01");
  expect(todayAnywhere(new Date("2026-03-01T11:00:00Z"))).toBe("2026-03-02");
});

it("CLI-4 too few related tools are reported if a site has more than three", async () => {
  const files = siteFiles();
  for (const slug of ["gamma", "delta"])
    files[`content/tools/${slug}.md`] = tool(slug, "alpha, beta, alpha");
  files["content/tools/alpha.md"] = tool("alpha", "beta, gamma, delta");
  const reported = async (): Promise<string[]> =>
    (await run(makeSite(files), ["check", "--no-site"])).out
      .split("\n")
      .filter((line) => line.endsWith("[RELATED_FEW]"))
      .map((line) => line.slice(0, line.indexOf(";")));
  expect(await reported()).toEqual([
    "content/tools/beta.md:9:10 warning: The page names 1 related tool",
    "content/tools/delta.md:9:10 warning: The page names 2 related tools",
    "content/tools/gamma.md:9:10 warning: The page names 2 related tools",
  ]);
  delete files["content/tools/gamma.md"];
  expect(await reported()).toEqual([]);
});
