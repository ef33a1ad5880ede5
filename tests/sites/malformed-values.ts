import { type Case, itemsOf, MARK, toolCase as tool, toolWith } from "./malformed-cases.ts";

/** Cases about what fields and links say; the file itself can be read. */

const slugs: Case[] = [
  ["upper case", "Alpha"],
  ["an underscore", "al_pha"],
  ["a space", "al pha"],
  ["a hyphen at the end", "alpha-"],
  ["two hyphens", "al--pha"],
  ["a way up", "../alpha"],
  ["a way up, written otherwise", "..%2falpha"],
  ["a backslash", '"..\\\\alpha"'],
  ["an absolute path", "/etc/passwd"],
  ["a drive", '"C:\\\\alpha"'],
  ["a folder", "tools/alpha"],
  ["a letter with an accent", "älpha"],
  ["the same, decomposed", "a\u0308lpha"],
  ["a letter of another script that looks the same", "аlpha"],
  ["an invisible character", "al\u200bpha"],
  ["a direction mark", '"\u202ealpha"'],
  ["an emoji", "alpha-🎵"],
  ["a dot", "alpha.html"],
  ["81 letters", "a".repeat(81)],
].map(([name, slug]) =>
  tool(`a slug with ${name}`, { slug: `${MARK}${slug}` }, "FIELD_INVALID", "slug"),
);

const days: Case[] = [
  "2026-02-30",
  "2025-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-1-2",
  "20260102",
  "2026",
  "02.01.2026",
  "2026-01-02T10:00:00Z",
  "yesterday",
].map((day) =>
  tool(`modified on ${day}`, { modified: `${MARK}${day}` }, "FIELD_INVALID", "modified"),
);

const facts: Case[] = [
  tool("an unknown menu", { menu: `${MARK}"4-8"` }, "UNKNOWN_MENU", '"4-8"'),
  tool("a menu without quotes", { menu: `${MARK}4` }, "FIELD_INVALID", "menu"),
  tool("a menu heading", { menu: `${MARK}"4"` }, "UNKNOWN_MENU"),
  tool("the history", { menu: `${MARK}"6"` }, "UNKNOWN_MENU"),
  tool("an unknown panel", { panel: `${MARK}bensh` }, "UNKNOWN_PANEL", 'Did you mean "bench"?'),
  tool("a panel of a prototype", { panel: `${MARK}toString` }, "UNKNOWN_PANEL"),
  tool("an unknown preset", { preset: `${MARK}bensch` }, "UNKNOWN_PRESET", 'Did you mean "bench"?'),
  tool("an unknown group", { group: `${MARK}edits` }, "FIELD_INVALID", 'Did you mean "edit"?'),
  tool("an unknown cost", { cost: `${MARK}fee` }, "FIELD_INVALID", 'Did you mean "free"?'),
  tool("a cost of 4", { cost: `${MARK}4` }, "FIELD_INVALID", "cost"),
  tool("a cost in quotes", { cost: `${MARK}"1"` }, "FIELD_INVALID", "cost"),
  tool(
    "an unknown tool",
    { related: `[beta, ${MARK}gama]` },
    "UNKNOWN_TOOL",
    'Did you mean "gamma"?',
  ),
  tool("itself among the related", { related: `[${MARK}alpha]` }, "RELATED_SELF"),
  tool(
    "a path among the related",
    { related: `[beta, ${MARK}/beta]` },
    "FIELD_INVALID",
    "related.2",
  ),
  tool(
    "25 related tools",
    { related: `${MARK}[${Array(25).fill("beta").join(", ")}]` },
    "FIELD_INVALID",
    "24",
  ),
  tool(
    "a rating of 6",
    { rating: `{ value: ${MARK}6, count: 1, reviews: 0 }` },
    "FIELD_INVALID",
    "1 to 5",
  ),
  tool(
    "a rating of nobody",
    { rating: `{ value: 4, count: ${MARK}0, reviews: 0 }` },
    "FIELD_INVALID",
  ),
  tool(
    "a rating of half a person",
    { rating: `{ value: 4, count: ${MARK}1.5, reviews: 0 }` },
    "FIELD_INVALID",
  ),
  tool(
    "a rating without reviews",
    { rating: `${MARK}{ value: 4, count: 1 }` },
    "FIELD_MISSING",
    "rating.reviews",
  ),
  tool("a rating in words", { rating: `${MARK}good` }, "FIELD_INVALID", "rating"),
  tool("slug and file that differ", { slug: `${MARK}alfa` }, "SLUG_MISMATCH", "alpha.md"),
];

const lists: Case[] = [
  ["steps", 2, "title", "text", "3 to 5"],
  ["steps", 6, "title", "text", "3 to 5"],
  ["features", 3, "title", "text", "4 to 6"],
  ["features", 7, "title", "text", "4 to 6"],
  ["faq", 4, "question", "answer", "5 to 8"],
  ["faq", 9, "question", "answer", "5 to 8"],
].map(([field, count, first, second, says]) =>
  tool(
    `${count} ${field}`,
    {
      [String(field)]: itemsOf(Number(count), String(first), String(second)).replace(
        "- ",
        `${MARK}- `,
      ),
    },
    "FIELD_INVALID",
    String(says),
  ),
);
const items: Case[] = [
  tool(
    "a step that is a text",
    { steps: itemsOf(2, "title", "text") + `\n  - ${MARK}just text` },
    "FIELD_INVALID",
    "steps.3",
  ),
  tool(
    "a step without text",
    { steps: itemsOf(2, "title", "text") + `\n  - ${MARK}title: x` },
    "FIELD_MISSING",
    "steps.3.text",
  ),
  tool(
    "an empty answer",
    { faq: itemsOf(4, "question", "answer") + `\n  - question: x\n    answer: ${MARK}""` },
    "FIELD_INVALID",
    "faq.5.answer",
  ),
  tool(
    "a number as a title",
    { features: itemsOf(3, "title", "text") + `\n  - title: ${MARK}4\n    text: x` },
    "FIELD_INVALID",
    "features.4.title",
  ),
];

const links: Case[] = [
  {
    name: "a link to no page",
    body: `One.\n\nSee [it](${MARK}/bta).`,
    says: 'Did you mean "/beta"?',
  },
  {
    name: "the second of two similar links",
    body: `[ok](/beta)\n\n[no](${MARK}/bet)`,
    says: "/bet",
  },
  { name: "a link in angle brackets", body: `[no](<${MARK}/none>)`, says: "/none" },
  { name: "a link with a hash and a query", body: `[no](${MARK}/none?a=b#c)`, says: "/none?a=b#c" },
  { name: "a link with a locale", body: `[no](${MARK}/de/beta)`, says: "/de/beta" },
  { name: "a link with a slash at the end", body: `[no](${MARK}/beta/)`, says: "/beta/" },
  { name: "a link in a table", body: `| a |\n|---|\n| [no](${MARK}/none) |`, says: "/none" },
].map(({ name, body, says }) => ({
  name,
  file: "content/tools/alpha.md",
  content: toolWith({}, body),
  code: "LINK_BROKEN" as const,
  says,
}));

export const VALUE_CASES: readonly Case[] = [
  ...slugs,
  ...days,
  ...facts,
  ...lists,
  ...items,
  ...links,
];
