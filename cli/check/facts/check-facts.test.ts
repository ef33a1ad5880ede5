import { afterAll, expect, it } from "vitest";
import {
  type Files,
  checkSite,
  edit,
  makeSite,
  removeSites,
  siteFiles,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

const TERMS = "content/policies/terms.md";
const german = (body: string): string =>
  `---\nname: "Regeln"\ntitle: "Regeln der Seite"\ndescription: "${"Wort ".repeat(20).trim()}"\nheading: "Regeln"\n---\n${body}\n`;

it.each<[string, (files: Files) => void, RegExp]>([
  [
    "an unknown value",
    (files) => edit(files, TERMS, "Text.", "After {{repeatHour}} hours."),
    /terms\.md:\d+:\d+ error: \{\{repeatHour\}\} is not a fact .*"repeatHours"\?.*FACT_UNKNOWN/,
  ],
  [
    "a fact on a page that states none",
    (files) => edit(files, "content/tools/alpha.md", "## First part", "## First part\n\n{{gift}}"),
    /alpha\.md:\d+:\d+ error: \{\{gift\}\} is not a fact .*FACT_UNKNOWN/,
  ],
  [
    "a translation without a fact",
    (files) => {
      edit(files, TERMS, "Text.", "{{#sells}}After {{repeatHours}} hours.{{/sells}}");
      files["locales/de/policies/terms.md"] = german("Nach {{repeatHours}} Stunden.");
    },
    /locales\/de\/policies\/terms\.md:\d+:\d+ error: .*into de does not: #sells\..*FACT_LOST/,
  ],
  [
    "a condition on a tool page that only policies have",
    (files) =>
      edit(
        files,
        "content/tools/alpha.md",
        "## First part",
        "## First part\n\n{{#sells}}S.{{/sells}}",
      ),
    /alpha\.md:\d+:\d+ error: \{\{#sells\}\} is not a fact .*FACT_UNKNOWN/,
  ],
  [
    "a label without a message",
    (files) =>
      edit(files, "content/tools/alpha.md", "## First part", "## {{label:common:no.such}}"),
    /alpha\.md:\d+:\d+ error: \{\{label:common:no\.such\}\} .*LABEL_UNKNOWN/,
  ],
  [
    "a label with a placeholder",
    (files) => {
      files["locales/en/common.json"] = JSON.stringify({ count: "{{number}} files" });
      edit(files, "content/tools/alpha.md", "## First part", "## {{label:common:count}}");
    },
    /alpha\.md:\d+:\d+ error: \{\{label:common:count\}\} .*LABEL_UNKNOWN/,
  ],
  [
    "a translation that copies a label",
    (files) => {
      files["locales/en/common.json"] = JSON.stringify({ go: "Go" });
      edit(files, "content/tools/alpha.md", "## First part", "## Press “{{label:common:go}}”");
    },
    /locales\/de\/tools\/alpha\.md:\d+:\d+ error: .*label:common:go\..*FACT_LOST/,
  ],
])("CLI-6 %s is an error", async (_, change, line) => {
  const { code, out } = await checkSite(change);
  expect(out).toMatch(line);
  expect(code).toBe(1);
});

it("CLI-6 a translation that states all facts has no errors", async () => {
  const { out } = await checkSite((files) => {
    edit(files, TERMS, "Text.", "{{#sells}}After {{repeatHours}} hours.{{/sells}}");
    files["locales/de/policies/terms.md"] = german(
      "{{#sells}}Nach {{repeatHours}} Stunden.{{/sells}}",
    );
  });
  expect(out).not.toContain("FACT_");
});

it("CLI-6 a tool page may depend on whether the site fetches from links", async () => {
  const { out } = await checkSite((files) =>
    edit(
      files,
      "content/tools/alpha.md",
      "## First part",
      "## First part\n\n{{#links}}Paste a link.{{/links}}{{^links}}Open a file.{{/links}}",
    ),
  );
  expect(out).not.toContain("FACT_UNKNOWN");
  expect(out).toMatch(/tools\/alpha\.md:.*#links, \^links\..*FACT_LOST/);
});

it("CLI-1 a public site whose operator is not stated has one error that lists what is missing", async () => {
  const files = siteFiles();
  edit(files, "toolkit.config.ts", "https://site.test", "https://quiet-rooms.de");
  const { code, out } = await run(makeSite(files), ["check"]);
  expect(out.match(/OPERATOR_MISSING/g)).toHaveLength(1);
  expect(out).toMatch(
    /toolkit\.config\.ts:\d+:\d+ error: .*operator\.name, operator\.address, .*operator\.taxes\./,
  );
  expect(code).toBe(1);
});
