import { describe, it } from "vitest";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { bytesOf } from "#tests/growth/bytes.ts";
import { splitFrontMatter } from "./build/load/front-matter.ts";
import { hiddenIn } from "./build/load/text-characters.ts";
import { placeholdersOf } from "./check/messages/messages-forms.ts";
import { decodeEntities, scanTags } from "./check/site/html.ts";
import { decodeText } from "./files/decode-text.ts";
import { jsonDuplicates } from "./files/json-locations.ts";
import { decodeExchange } from "./locales/decode-exchange.ts";
import { readPo } from "./locales/po.ts";
import { validateXliff } from "./locales/validate-xliff.ts";
import { readXliff } from "./locales/xliff-read.ts";
import { parseHeaders } from "./preview/rules/headers-file.ts";
import { parseRedirects } from "./preview/rules/redirects-file.ts";
import { ruleLines } from "./preview/rules/rule-problem.ts";
import { parseTarget } from "./preview/request-target.ts";
import { normalizeUrl } from "./sitemap/entry.ts";
import { createSitemapParser } from "./sitemap/parse-sitemap.ts";
import { sitemapsOfRobots } from "./sitemap/source.ts";
import { cleanText } from "./text/clean-text.ts";

const PO = `msgid ""
msgstr "Language: de\\n"

# note
#: a.json
#, fuzzy
#| msgid "Old"
msgctxt "a"
msgid "One"
"two"
msgstr "Eins"
`;
const XLIFF = `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
<file id="f"><unit id="u"><notes><note>n</note></notes><originalData><data id="d">x</data></originalData>
<segment state="translated"><source>One <ph id="1" dataRef="d"/></source><target>Eins</target></segment>
</unit></file></xliff>`;
const SITEMAP = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://a.example/b</loc><lastmod>2026-11-28</lastmod>
<xhtml:link rel="alternate" hreflang="de" href="https://a.example/de/b"/></url></urlset>`;
const PAGE = `---
name: Bees
tagline: "They dance"
modified: 2026-11-28
steps:
  - title: One
    text: Two
---
# One
`;
const FRONT = ["---\n", "a: ", "- ", "a:\n", "? ", "&a ", "*a "];

const parseSitemap = (text: string): void => {
  const parser = createSitemapParser({ entry() {}, child() {} });
  parser.write(text);
  parser.end();
};

type Case = [string, (text: string) => unknown, string[], string[]];

describe("readers of files that others wrote take linear time", { timeout: 240_000 }, () => {
  it.each<Case>([
    ["readPo", readPo, [PO], ['msgid "a"\n', '"a"\n', "#, ", "\\n", "msgstr"]],
    ["readXliff", (text) => readXliff(text, () => "a"), [XLIFF], ["<unit id='a'>", "<target>"]],
    [
      "decodeExchange",
      (text) => decodeExchange(bytesOf(text), "a.po"),
      [PO],
      ["charset=", "\xff\xfe", "\xe9", "\xc3\xa9"],
    ],
    [
      "decodeText",
      (text) => decodeText(bytesOf(text), "utf-8"),
      [PO],
      ["\xef\xbb\xbf", "\xe9", "\xc3\xa9"],
    ],
    ["validateXliff", validateXliff, [XLIFF], ["<unit id='a'>", "<target>"]],
  ])("LOC-7 %s", async (_, reader, samples, tokens) => {
    await expectLinearTime(reader, { samples, tokens });
  });

  it.each<Case>([
    ["createSitemapParser", parseSitemap, [SITEMAP], ["<url>", "<loc>", "<xhtml:link "]],
    ["normalizeUrl", normalizeUrl, ["https://a.example/%2f"], ["%2f", "/../", "https://"]],
    ["sitemapsOfRobots", sitemapsOfRobots, ["Sitemap: a\n"], ["sitemap:", "\t"]],
  ])("CLI-7 %s", async (_, reader, samples, tokens) => {
    await expectLinearTime(reader, { samples, tokens });
  });

  it.each<Case>([
    ["splitFrontMatter", (text) => splitFrontMatter(text, "a.md"), [PAGE], FRONT],
    ["hiddenIn", hiddenIn, ["a\u200bb"], ["\u200b", "\u202e", "\ufeff"]],
    ["jsonDuplicates", jsonDuplicates, ['{"a":1,"a":"b"}'], ['{"a":', '"a":"\\"', "["]],
    ["placeholdersOf", placeholdersOf, ["{{a, number}} $t(b)"], ["{{", "{{a,", "$t(", "}}"]],
  ])("CLI-6 %s", async (_, reader, samples, tokens) => {
    await expectLinearTime(reader, { samples, tokens });
  });

  it.each<Case>([
    [
      "scanTags",
      (text) => scanTags(text, () => {}),
      ["<a b='c' d=e>"],
      ["<a ", '<a b="', "<a b='c' ", "<a\n", "</", "<!--", "<script>"],
    ],
    ["decodeEntities", decodeEntities, ["&amp;&#65;"], ["&#x"]],
    ["parseRedirects", parseRedirects, ["/a /b 301\n"], ["/a ", ":b", "*"]],
    ["parseHeaders", parseHeaders, ["/a\n  B: c\n"], ["/a\n", "  B: c\n", "!"]],
    ["ruleLines", ruleLines, [], ["\r", "#"]],
    ["parseTarget", parseTarget, ["/a"], ["/../", "%2e", "//"]],
    ["cleanText", cleanText, [], ["\u001b[", "\u001b]", "\u009b", "\u0007"]],
  ])("CLI-3 %s", async (_, reader, samples, tokens) => {
    await expectLinearTime(reader, { samples, tokens });
  });
});
