import { describe, expect, it } from "vitest";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { columnsOf } from "#core/page/document-title.ts";
import { factsIn, resolveConditions } from "./build/load/body-conditions.ts";
import { labelsIn } from "./build/load/labels.ts";
import { headingId, markdownLinks, relativeLinks, renderMarkdown } from "./build/load/markdown.ts";
import { parseEntry, readEntry } from "./build/load/read-entry.ts";
import { hiddenIn } from "./build/load/text-characters.ts";
import { linksOf } from "./build/load/to-entry.ts";
import { bodyFacts } from "./check/bodies.ts";
import { nestedKeys, placeholdersOf } from "./check/messages/messages-forms.ts";
import { readSummary } from "./dev/content/read-summary.ts";
import { jsonDuplicates, jsonLocations } from "./files/json-locations.ts";
import { documentSegments, messageSegments, pageSegments } from "./glossary/segments.ts";
import { readJson } from "./locales/exchange-json.ts";
import { splitBlocks, splitInline } from "./locales/inline.ts";
import { countWords } from "./locales/progress.ts";
import { splitWords } from "./locales/units.ts";
import { writeRating } from "./ratings/write-rating.ts";
import { maskCode } from "./text/mask-code.ts";
import { terminalText } from "./text/terminal-text.ts";

const MARKDOWN = `# One *two*

A [link](/a "t") and ![image](b.png), **bold**, \`code\`, <b>tag</b>, &amp;, <https://a.example>.

- item
  1. nested

> quote

\`\`\`js
code
\`\`\`

| a | b |
|---|---|
| c | d |

[r]: /e 'x'
~~gone~~ \\* ***
Setext
===
`;
const MARKS = [
  "*",
  "**",
  "_",
  "`",
  "```\n",
  "~~~\n",
  "[",
  "](",
  "![",
  "> ",
  "- ",
  "1. ",
  "# ",
  "| ",
  "<a ",
  "[a]: ",
  "\\",
  "\n\n",
  "    ",
  "===\n",
  "a*",
  "*a",
  "](a)",
  "[a]",
];
const PAGE = `---
name: Bees
title: "They dance"
modified: 2026-11-28
keywords: [a, b]
steps:
  - title: One
    text: Two
faq:
  - question: Q
    answer: A [link](/a)
---

${MARKDOWN}`;
const FRONT = [
  "---\n",
  "\n",
  " \n",
  "a: ",
  "- ",
  "a:\n",
  "? ",
  "&a ",
  "*a ",
  "{",
  "[",
  "  ",
  "|\n",
  ">\n",
  "#",
];
const JSON_TEXT = `{
  "nav": { "home": "Home {{name}}", "list": ["a", { "b": "c\\n" }] },
  "nav.more": "<b>$t(nav.home)</b> https://a.example"
}`;
const JSON_TOKENS = ['"', '{"a":', "[", "}", '"a":"b",', "\\\\", '\\"', "{{", "$t("];
const EXCHANGE = `{"format":"toolkit-translation-1","language":"de","units":[
{
"id": "a#b","source":"One","target":"Eins","state":"translated"}]}`;
const source = {
  file: "content/tools/a.md",
  slug: "a",
  id: "tools/a",
  type: "tools",
  locale: "en",
  source: true,
} as const;
const environment = { localize: (href: string) => href };

type Case = [string, (text: string) => unknown, string[], string[]];

describe("readers of the content of a site take linear time", { timeout: 240_000 }, () => {
  it.each<Case>([
    ["renderMarkdown", (text) => renderMarkdown(text, environment), [MARKDOWN], MARKS],
    ["headingId", headingId, [], ["-", "a-", "\u0301"]],
    ["markdownLinks", markdownLinks, [MARKDOWN], MARKS],
    ["relativeLinks", relativeLinks, [MARKDOWN], MARKS],
    ["linksOf", linksOf, [MARKDOWN], MARKS],
    [
      "resolveConditions",
      (text) => [["studio"], []].map((holds) => resolveConditions(text, { values: {}, holds })),
      ["a {{#studio}}b{{/studio}} c"],
      ["{{#studio}}", "{{/studio}}", "{{#a}}", "{{a}}", "{{^a}}x{{/a}}", "{{", " "],
    ],
    ["labelsIn", labelsIn, ["{{label:panel-kit:more}}"], ["{{label:", "{{label:a:b}}", "a-", "."]],
    ["columnsOf", columnsOf, [], ["a", "音", "\u0301"]],
    ["factsIn", factsIn, ["{{a}} {{#b}}c{{/b}}"], ["{{#a}}", "{{a", "{{"]],
    ["bodyFacts", (text) => bodyFacts(text, 0), [MARKDOWN], MARKS],
    ["maskCode", maskCode, [MARKDOWN], MARKS],
    ["hiddenIn", hiddenIn, [], ["\u200b", "\u202e", "\u2066"]],
    ["readEntry", (text) => readEntry(text, source), [PAGE], [...FRONT, ...MARKS]],
    ["parseEntry", (text) => parseEntry(text, source), [PAGE], [...FRONT, ...MARKS]],
    [
      "writeRating",
      (text) => writeRating(text, source.file, { value: 4.5, count: 3, reviews: 1 }),
      [PAGE],
      FRONT,
    ],
    ["readSummary", (text) => readSummary(text, source), [PAGE], FRONT],
  ])("CLI-6 %s", async (_, reader, samples, tokens) => {
    await expectLinearTime(reader, { samples, tokens });
  });

  it.each<Case>([
    ["jsonPlaces", jsonLocations, [JSON_TEXT], JSON_TOKENS],
    ["jsonDuplicates", jsonDuplicates, [JSON_TEXT], JSON_TOKENS],
    ["messageSegments", messageSegments, [JSON_TEXT], JSON_TOKENS],
    ["pageSegments", pageSegments, [PAGE], [...FRONT, ...MARKS]],
    ["documentSegments", documentSegments, [MARKDOWN], MARKS],
    ["readJson", readJson, [EXCHANGE], JSON_TOKENS],
    ["splitBlocks", splitBlocks, [MARKDOWN], MARKS],
    ...(["message", "plain", "markdown"] as const).map((format): Case => [
      `splitInline ${format}`,
      (text) => splitInline(text, format),
      ["A <b>{{c}}</b> $t(d) `e` [f](/g)"],
      ["{{", "}}", "<b>", "</b>", "$t(", "`", "[", "](", ")"],
    ]),
    [
      "placeholdersOf",
      placeholdersOf,
      ["A {{c, number}} $t(d, {'count': {{c}}})"],
      ["{{", "}}", "$t(", "(", ")", "'", '"', ","],
    ],
    ["nestedKeys", nestedKeys, ["A $t(d, {'count': {{c}}})"], ["$t(", "(", ")", "'", '"', "{{"]],
    ["countWords", countWords, [], ["a ", "語"]],
    ["splitWords", splitWords, ["a, b；c、d"], [",", "、"]],
  ])("LOC-7 %s", async (_, reader, samples, tokens) => {
    await expectLinearTime(reader, { samples, tokens });
  });

  it("CLI-3 terminalText", async () => {
    await expectLinearTime(terminalText, {
      tokens: ["\u001b[", "\u001b[1m", "\u001b[31m", "\u001b]", "\r\u001b[2K", "\u009b", "\u0007"],
    });
  });

  it("LOC-7 keys of a JSON text have their places at every depth that a file of texts has", () => {
    const depth = 60;
    const text = '{"a":'.repeat(depth) + '"b"' + "}".repeat(depth);
    expect([...jsonLocations(text).keys()].at(-1)).toBe(Array(depth).fill("a").join("."));
  });
});
