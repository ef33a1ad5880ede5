import type { ErrorCode } from "#core/errors/errors.ts";

/** Marks, in a case's text, the place that its problem must name. It is taken out of the file. */
export const MARK = "▮";

export interface Case {
  readonly name: string;
  readonly file: string;
  readonly content: string | Uint8Array;
  readonly code: ErrorCode;
  /** The file that the problem must name, where it is another one. */
  readonly blames?: string;
  /** What the message must contain. */
  readonly says?: string;
}

const ALPHA = "content/tools/alpha.md";

/** Fields of a valid tool page, each with its YAML. */
const TOOL: Readonly<Record<string, string>> = {
  slug: "alpha",
  menu: '"4-4"',
  panel: "bench",
  preset: "bench",
  cost: "free",
  group: "edit",
  modified: "2026-01-02",
  related: "[beta]",
  name: "Tool alpha",
  title: "Alpha title",
  description: "Alpha description",
  heading: "Alpha heading",
  tagline: "What alpha does",
  steps: list(3, "title", "text"),
  features: list(4, "title", "text"),
  faq: list(5, "question", "answer"),
};
function list(count: number, first: string, second: string): string {
  const item = (at: number) => `\n  - ${first}: ${first} ${at}\n    ${second}: ${second} ${at}.`;
  return Array.from({ length: count }, (_, at) => item(at)).join("");
}
const yamlOf = (fields: Readonly<Record<string, string | null>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");

/** A tool page with some fields changed or, for null, left out. */
export const toolWith = (over: Readonly<Record<string, string | null>>, body = "Text."): string =>
  `---\n${yamlOf({ ...TOOL, ...over })}---\n${body}\n`;
const tool = (
  name: string,
  over: Readonly<Record<string, string | null>>,
  code: ErrorCode,
  says?: string,
): Case => ({ name, file: ALPHA, content: toolWith(over), code, ...(says && { says }) });
/** A tool page that starts with other lines. */
const raw = (
  name: string,
  yaml: string,
  code: ErrorCode = "YAML_INVALID",
  says?: string,
): Case => ({
  name,
  file: ALPHA,
  content: `---\n${yaml}${yamlOf(TOOL).replace("slug: alpha\n", "")}---\nText.\n`,
  code,
  ...(says && { says }),
});

const yaml: Case[] = [
  raw("a colon in a plain value", `slug: ${MARK}one: two\n`),
  raw("a key twice", `slug: alpha\n${MARK}slug: alpha\n`, "YAML_INVALID", "unique"),
  raw("an unclosed double quote", `slug: "alpha${MARK}\nx: "4"\n`),
  raw("an unclosed single quote", `slug: 'alpha${MARK}\nx: '4'\n`),
  raw("an unclosed list", `slug: [alpha${MARK}\n`),
  raw("an unclosed map", `slug: {a: alpha${MARK}\n`),
  raw("a list closed by a brace", `slug: [alpha${MARK}}\n`),
  raw("a tab as indentation", `slug: alpha\nrating:\n${MARK}\tvalue: 4\n`),
  raw("a reserved character @", `slug: ${MARK}@alpha\n`),
  raw("a reserved character `", `slug: ${MARK}\`alpha\`\n`),
  raw("a percent sign first", `slug: ${MARK}%alpha\n`),
  raw("an unknown escape", `slug: "al${MARK}\\qpha"\n`),
  raw("an alias of nothing", `slug: *alpha\n`),
  raw("an unknown tag", `slug: ${MARK}!tool alpha\n`),
  raw("code in a tag", `slug: ${MARK}!!js/function 'return 1'\n`),
  raw("an object of Python", `slug: ${MARK}!!python/object:os.system alpha\n`),
  raw("a list under a text", `slug: ${MARK}alpha\n  - beta\n`, "FIELD_INVALID", "slug"),
  raw("a field deeper than its neighbours", `  slug: alpha\n${MARK}x: y\n`),
  raw("text after a quoted value", `slug: "alpha" ${MARK}beta\n`),
  raw("a list item among fields", `slug: alpha\n${MARK}- beta\n`),
  raw("a second document", `slug: alpha\n...\n${MARK}x: y\n`),
  raw("an unclosed block comment", `slug: alpha\n${MARK}/* comment\n`),
  raw("an alias bomb", bomb()),
  raw("a list that holds itself", `slug: &a ${MARK}[*a]\n`, "FIELD_INVALID", "slug"),
];
/** Twelve levels of nine aliases: 282 billion texts. */
function bomb(): string {
  const lines = [`${MARK}a0: &a0 [x, x, x, x, x, x, x, x, x]`];
  for (let at = 1; at < 12; at++)
    lines.push(
      `a${at}: &a${at} [${Array(9)
        .fill(`*a${at - 1}`)
        .join(", ")}]`,
    );
  return `${lines.join("\n")}\n`;
}

const good = toolWith({}).replace(MARK, "");
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))),
  );
const swap16 = (text: string): Uint8Array => Buffer.from(text, "utf16le").swap16();
const broken = (name: string, content: Uint8Array | string): Case => ({
  name,
  file: ALPHA,
  content,
  code: "ENCODING_INVALID",
});
const encodings: Case[] = [
  broken("Latin 1", Buffer.from(good.replace("What", "Ça"), "latin1")),
  broken(
    "UTF-16, little end first",
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, "utf16le")]),
  ),
  broken("UTF-16, big end first", Buffer.concat([Buffer.from([0xfe, 0xff]), swap16(good)])),
  broken("UTF-16 without a mark", Buffer.from(good, "utf16le")),
  broken(
    "UTF-32",
    Buffer.from(Array.from(good).flatMap((char) => [char.codePointAt(0)!, 0, 0, 0])),
  ),
  broken("Shift JIS", bytes(good, [0x83, 0x65, 0x83, 0x58, 0x83, 0x67])),
  broken("a lone high surrogate", bytes(good, [0xed, 0xa0, 0x80])),
  broken("a lone low surrogate", bytes(good, [0xed, 0xb0, 0x80])),
  broken("an overlong slash", bytes(good, [0xc0, 0xaf])),
  broken("a letter cut off at the end", bytes(good, [0xe2, 0x82])),
  broken("a byte that never occurs", bytes(good, [0xff])),
  broken("a code point above the last", bytes(good, [0xf5, 0x80, 0x80, 0x80])),
  broken("a picture", bytes([0x89], "PNG\r\n", [0x1a], "\n", [0, 0, 0, 13])),
  broken("a compressed file", bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])),
  broken("NUL in the body", toolWith({}, `One\ntwo ${MARK}\0three`)),
  broken("NUL in a field", toolWith({ tagline: `What ${MARK}\0alpha does` })),
  broken("an escape sequence", toolWith({}, `Red ${MARK}\u001b[31mtext`)),
  broken("a backspace", toolWith({}, `${MARK}\btext`)),
  broken("a form feed", toolWith({}, `One\n${MARK}\ftwo`)),
  broken("a vertical tab", toolWith({}, `One${MARK}\vtwo`)),
  broken("a replacement character", toolWith({ name: `Caf${MARK}\ufffd` })),
];

const start = (
  name: string,
  content: string,
  code: ErrorCode = "FRONT_MATTER_MISSING",
  says?: string,
): Case => ({
  name,
  file: ALPHA,
  content,
  code,
  ...(says && { says }),
});
const frontMatter: Case[] = [
  start("an empty file", MARK),
  start("one empty line", `${MARK}\n`),
  start("text alone", `${MARK}# Alpha\n\nText.\n`, "FRONT_MATTER_MISSING", "# Alpha"),
  start("an empty line first", `${MARK}\n${good}`),
  start("a space first", `${MARK} ${good}`),
  start(
    "no end",
    `${MARK}${good.replace(/\n---\n/, "\n")}`,
    "FRONT_MATTER_MISSING",
    "no closing line",
  ),
  start("the first line alone", `${MARK}---`, "FRONT_MATTER_MISSING"),
  start("two hyphens", `${MARK}${good.replaceAll("---", "--")}`),
  start("four hyphens", `${MARK}${good.replaceAll("---", "----")}`),
  start("dashes that look like hyphens", `${MARK}${good.replaceAll("---", "———")}`),
  start("TOML", `${MARK}+++\nslug = "alpha"\n+++\nText.\n`),
  start("JSON", `${MARK}{"slug": "alpha"}\n`),
  start("HTML", `${MARK}<!doctype html>\n<title>x</title>\n`),
  ...[
    "js",
    "javascript",
    "json",
    "json5",
    "coffee",
    "coffeescript",
    "toml",
    "python",
    "<script>",
  ].map((language) =>
    start(
      `front matter in ${language}`,
      `---${MARK}${language}\n(globalThis.toolkitPwned = true)\n---\nText.\n`,
      "FRONT_MATTER_LANGUAGE",
      language,
    ),
  ),
  start(
    "fields that are a list",
    `---\n${MARK}- alpha\n---\nText.\n`,
    "FIELD_INVALID",
    "front matter",
  ),
  start(
    "fields that are a text",
    `---\n${MARK}alpha\n---\nText.\n`,
    "FIELD_INVALID",
    "front matter",
  ),
  start("fields that are a number", `---\n${MARK}7\n---\nText.\n`, "FIELD_INVALID", "front matter"),
];

const VALUES: Readonly<Record<string, string>> = {
  "a number": "7.5",
  "a truth value": "true",
  "a list": "[[x]]",
  "a map": "{ x: y }",
  nothing: "",
  "an empty text": '""',
};
/** Fields for which such a value is of the wrong kind or has too little in it: all of them. */
const wrongTypes: Case[] = Object.keys(TOOL).flatMap((field) =>
  Object.entries(VALUES).map(([what, value]) => {
    // For lists, the invalid value is an item.
    const marked =
      ["related", "steps", "features", "faq"].includes(field) && what === "a list"
        ? `[${MARK}[x]]`
        : `${value === "" ? "" : MARK}${value}`;
    return tool(
      `${field} is ${what}`,
      { [field]: marked },
      field === "menu" && what === "an empty text" ? "UNKNOWN_MENU" : "FIELD_INVALID",
      field,
    );
  }),
);
const missing: Case[] = Object.keys(TOOL).map((field) =>
  tool(`no ${field}`, { [field]: null }, "FIELD_MISSING", `"${field}"`),
);

const unknown = (name: string, key: string, value: string, says: string): Case => ({
  ...tool(name, {}, "FIELD_UNKNOWN", says),
  content: toolWith({}).replace("\n---\n", `\n${MARK}${key}: ${value}\n---\n`),
});
const names: Case[] = [
  unknown("titel", "titel", "x", 'Did you mean "title"?'),
  unknown("sulg", "sulg", "x", 'Did you mean "slug"?'),
  unknown("feature", "feature", "[]", 'Did you mean "features"?'),
  unknown("taglines", "taglines", "x", 'Did you mean "tagline"?'),
  unknown("ratings", "ratings", "x", 'Did you mean "rating"?'),
  unknown("modifed", "modifed", "x", 'Did you mean "modified"?'),
  unknown("a field of other programs", "layout", "x", '"layout"'),
  unknown("a field called constructor", "constructor", "x", '"constructor"'),
  unknown("a field called __proto__", '"__proto__"', "{ slug: x }", "__proto__"),
  tool(
    "an unknown field of a step",
    { steps: list(3, "title", "text").replace("text: text 1", `text: x\n    ${MARK}txt: y`) },
    "FIELD_UNKNOWN",
    'Did you mean "text"?',
  ),
  tool(
    "a misspelt field of a question",
    {
      faq: list(5, "question", "answer").replace(
        "answer: answer 2",
        `answer: a\n    ${MARK}anwser: x`,
      ),
    },
    "FIELD_UNKNOWN",
    'Did you mean "answer"?',
  ),
  tool(
    "an unknown field of the rating",
    { rating: `{ value: 4, count: 2, reviews: 1, ${MARK}stars: 5 }` },
    "FIELD_UNKNOWN",
    "rating.stars",
  ),
];

export const FILE_CASES: readonly Case[] = [
  ...yaml,
  ...encodings,
  ...frontMatter,
  ...wrongTypes,
  ...missing,
  ...names,
];
export { list as itemsOf, tool as toolCase };
