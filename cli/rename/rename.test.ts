import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  type Files,
  CONFIG,
  makeSite,
  removeSites,
  siteFiles,
  tool,
  translation,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { listFiles } from "../files/files.ts";
import { moveInConfig } from "./config-text.ts";
import { moveLinks, moveWord } from "./move-text.ts";

afterAll(removeSites);

const read = (root: string, file: string): string => fs.readFileSync(path.join(root, file), "utf8");
const snapshot = (root: string): Files =>
  Object.fromEntries(listFiles(root).map((file) => [file, read(root, file)]));
const codesOf = async (root: string): Promise<string[]> =>
  Array.from(
    (await run(root, ["check", "--no-site"])).out.matchAll(/\[([A-Z_]+)\]$/gm),
    (m) => m[1]!,
  );

const LINKS =
  "## First part\n\nSee [it](/alpha?from=beta), `[not](/alpha)` and [that](/alphabet).\n";
/** A site in which everything that can name a page names alpha. */
const linked = (): Files => ({
  ...siteFiles(),
  "toolkit.config.ts": CONFIG.replace(
    "redirects: [",
    `navigation: { tools: ["beta", "alpha"] },\n  redirects: [`,
  ),
  "content/tools/alphabet.md": tool("alphabet", "alpha, beta"),
  "content/tools/beta.md": tool("beta", '"alpha", alphabet', LINKS),
  "content/tools/alpha.md": tool("alpha", "beta, alphabet"),
  "locales/de/tools/beta.md": translation("Beta auf Deutsch", LINKS),
  "public/note.txt": "Read /alpha first.\n",
});

describe("CLI-12 rename", () => {
  it("CLI-12 moves file, translations, links, related tools, menus and redirects, and no stamp goes stale", async () => {
    const root = makeSite(linked());
    await run(root, ["locales", "stamp"]);
    const before = await codesOf(root);
    expect(before).not.toContain("TRANSLATION_STALE");
    const made = await run(root, ["rename", "tools/alpha", "gamma"]);
    expect(made.code).toBe(0);
    expect(made.out.split("\n")).toContain("content/tools/alpha.md → content/tools/gamma.md");
    expect(made.out.split("\n")).toContain("locales/de/tools/alpha.md → locales/de/tools/gamma.md");
    expect(made.err).toContain("  public/note.txt\n");
    expect(listFiles(root).filter((file) => file.endsWith("/alpha.md"))).toEqual([]);
    expect(read(root, "content/tools/gamma.md")).toContain("\nslug: gamma\n");
    for (const file of ["content/tools/beta.md", "locales/de/tools/beta.md"])
      expect(read(root, file)).toContain(
        "See [it](/gamma?from=beta), `[not](/alpha)` and [that](/alphabet).",
      );
    expect(read(root, "content/tools/beta.md")).toContain('related: ["gamma", alphabet]');
    const config = read(root, "toolkit.config.ts");
    expect(config).toContain('tools: ["beta", "gamma"]');
    expect(config).toContain('{ from: "/old", to: "/gamma" }');
    expect(config).toContain('{ from: "/alpha", to: "/gamma" }');
    expect(await codesOf(root)).toEqual(before);
    const { out } = await run(root, ["locales", "status", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ locales: [{ locale: "de", stale: 0 }] });
  });

  it("CLI-12 a section that was stale before stays stale", async () => {
    const root = makeSite(linked());
    await run(root, ["locales", "stamp"]);
    const file = path.join(root, "content/tools/beta.md");
    fs.writeFileSync(file, read(root, "content/tools/beta.md").replace("See", "Look at"));
    await run(root, ["rename", "/alpha", "gamma"]);
    expect(read(root, "content/tools/beta.md")).toContain("Look at [it](/gamma");
    const { out } = await run(root, ["check", "--no-site", "--locale", "de"]);
    expect(out).toMatch(/locales\/de\/tools\/beta\.md.*TRANSLATION_STALE/);
  });

  it("CLI-12 there and back again is the site as it was, but for its redirects", async () => {
    const root = makeSite(linked());
    const before = snapshot(root);
    await run(root, ["rename", "tools/alpha", "gamma"]);
    expect(await run(root, ["rename", "content/tools/gamma.md", "alpha"])).toMatchObject({
      code: 0,
    });
    const after = snapshot(root);
    expect(after["toolkit.config.ts"]).toContain('{ from: "/gamma", to: "/alpha" }');
    expect(after["toolkit.config.ts"]).toContain('{ from: "/old", to: "/alpha" }');
    expect(after["toolkit.config.ts"]).not.toContain('from: "/alpha"');
    expect({ ...after, "toolkit.config.ts": "" }).toEqual({ ...before, "toolkit.config.ts": "" });
    expect((await run(root, ["check", "--no-site"])).code).toBe(0);
  });

  it.each([
    ["a page that is not there", ["tools/alpa", "gamma"], "did you mean tools/alpha?"],
    ["an address that is taken", ["tools/alpha", "beta"], "content/tools/beta.md already exists"],
    ["a word that is no slug", ["tools/alpha", "Gamma Ray"], '"Gamma Ray" is not a slug'],
    ["the home page", ["pages/home", "start"], "the home page has no other address"],
    ["the same name", ["tools/alpha", "alpha"], "has the address /alpha already"],
  ])("CLI-12 %s is refused, and nothing is written", async (_, argv, message) => {
    const root = makeSite(linked());
    const before = snapshot(root);
    const made = await run(root, ["rename", ...argv]);
    expect(made.code).toBeGreaterThan(0);
    expect(made.err).toContain(message);
    expect(snapshot(root)).toEqual(before);
  });

  it("CLI-12 --dry-run names the files and writes none", async () => {
    const root = makeSite(linked());
    const before = snapshot(root);
    const made = await run(root, ["rename", "alpha", "gamma", "--dry-run"]);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining("toolkit.config.ts\n") });
    expect(snapshot(root)).toEqual(before);
  });

  it("CLI-12 a configuration with computed redirects is unchanged, and the rule is printed", async () => {
    const files = linked();
    const rules = `const rules = [{ from: "/old", to: "/beta" }];\nexport default {`;
    const config = CONFIG.replace(/redirects: .*\n/, "redirects: rules.slice(),\n").replace(
      "export default {",
      rules,
    );
    const root = makeSite({ ...files, "toolkit.config.ts": config });
    const made = await run(root, ["rename", "alpha", "gamma"]);
    expect(made.err).toContain('  { from: "/alpha", to: "/gamma" },\n');
    expect(read(root, "toolkit.config.ts")).toBe(config);
    expect(listFiles(root)).toContain("content/tools/gamma.md");
  });

  it.each([
    ["the slug was changed", "content/tools/alpha.md"],
    ["the file was moved", "content/tools/gamma.md"],
  ])("CLI-4 check --fix carries it through where %s by hand", async (_, file) => {
    const root = makeSite(linked());
    const before = await codesOf(root);
    const text = read(root, "content/tools/alpha.md");
    fs.rmSync(path.join(root, "content/tools/alpha.md"));
    const isMoved = file.endsWith("gamma.md");
    fs.writeFileSync(
      path.join(root, file),
      isMoved ? text : text.replace("slug: alpha", "slug: gamma"),
    );
    expect(await codesOf(root)).toContain("SLUG_MISMATCH");
    const dry = await run(root, ["check", "--no-site", "--fix", "--dry-run"]);
    expect(dry.err).toContain("toolkit rename tools/alpha gamma\n");
    const fixed = await run(root, ["check", "--no-site", "--fix"]);
    expect(fixed.code).toBe(0);
    expect(read(root, "content/tools/gamma.md")).toContain("slug: gamma");
    expect(listFiles(root)).toContain("locales/de/tools/gamma.md");
    expect(await codesOf(root)).toEqual(before);
  });

  it("CLI-4 check --fix gives a copied page the slug of its file", async () => {
    const root = makeSite(linked());
    fs.copyFileSync(`${root}/content/tools/alpha.md`, `${root}/content/tools/copy.md`);
    await run(root, ["check", "--no-site", "--fix"]);
    expect(read(root, "content/tools/copy.md")).toContain("slug: copy\n");
    expect(read(root, "content/tools/alpha.md")).toContain("slug: alpha\n");
  });
});

describe("CLI-12 texts", () => {
  const move = { from: "/a", to: "/b" };
  it.each([
    ["[x](/a)", "[x](/b)"],
    ["[x]( </a?q> 'title')", "[x]( </b?q> 'title')"],
    ["[x](/a/)", "[x](/b)"],
    ["[x][1]\n\n[1]: /a#part", "[x][1]\n\n[1]: /b#part"],
    ["[x](/ab) [y](/a/b) [z](/de/a)", "[x](/ab) [y](/a/b) [z](/de/a)"],
    ["```\n[x](/a)\n```\n[x](/a)", "```\n[x](/a)\n```\n[x](/b)"],
    ["Text with /a in it.", "Text with /a in it."],
  ])("CLI-12 links of %j", (text, moved) => expect(moveLinks(text, move)).toBe(moved));

  it("CLI-12 a word keeps its quotes, and other fields stay", () => {
    const text = `---\nslug: 'a' # the slug\nrelated:\n  - "a"\n  - ab\nname: a\n---\na\n`;
    expect(moveWord(moveWord(text, "slug", "a", "b"), "related", "a", "b")).toBe(
      `---\nslug: 'b' # the slug\nrelated:\n  - "b"\n  - ab\nname: a\n---\na\n`,
    );
  });

  it("CLI-12 a file with a mark and the line ends of Windows keeps both", () => {
    const text = "\uFEFF---\r\nslug: a\r\nname: a\r\n---\r\n[x](/a)\r\n";
    expect(moveLinks(moveWord(text, "slug", "a", "b"), move)).toBe(
      "\uFEFF---\r\nslug: b\r\nname: a\r\n---\r\n[x](/b)\r\n",
    );
  });

  it.each([
    ["no list", "export default defineConfig({\n  site: {},\n});\n"],
    ["no list, no comma", "export default { site: {} };\n"],
    ["an empty list", "export default {\n  redirects: [],\n};\n"],
    [
      "a rule back",
      `export default {\n  redirects: [\n    { from: "/b", to: "/a" }, // once\n  ],\n};\n`,
    ],
    [
      "rules in one line",
      `export default { redirects: [{ from: "/b", to: "/c" }, { to: '/a', from: "/o" }] };\n`,
    ],
  ])("CLI-12 a configuration with %s gets the rule once", async (_, source) => {
    const text = moveInConfig(source, move)!;
    const code = `const defineConfig = (config) => config;\n${text}`;
    const { default: config } = (await import(
      `data:text/javascript,${encodeURIComponent(code)}`
    )) as { default: { redirects: { from: string; to: string }[] } };
    const { redirects } = config;
    expect(redirects.filter(({ from }) => from === "/a")).toEqual([move]);
    expect(redirects.filter(({ from, to }) => from === "/b" || to === "/a")).toEqual([]);
  });
});
